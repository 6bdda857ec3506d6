import type { JSX } from "preact"
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"
import { call } from "../../kit/call.ts"
import { type InLanguages, inWords } from "../../kit/language.ts"
import { endNotice, tellRefusal } from "../../kit/notices.ts"
import { tableTitle } from "../../kit/table-names.ts"
import { cellText } from "./cell-text.ts"
import { columnTitle } from "./column-title.ts"
import { useGrid } from "./grid.ts"
import type { ShownConflict, ShownConflictRow } from "../../../protocol/table.ts"
import type { GridColumn } from "../../../../../rules/changes/grid/grid-view.ts"

type Choice = "mine" | "theirs"

/** The columns of which one must be chosen; all of them where one version has no such row. */
const clashing = (
  columns: ReadonlyArray<string>,
  { base, mine, theirs }: ShownConflictRow,
): ReadonlyArray<number> =>
  columns.flatMap((_, at) => {
    if (mine === null || theirs === null) return [at]
    const areOthers = base[at] !== mine[at] && base[at] !== theirs[at] && mine[at] !== theirs[at]
    return areOthers ? [at] : []
  })

/** What a row is called: the cells of its key, or of its conditions, as the grid shows them. */
const rowName = (
  columns: ReadonlyArray<GridColumn>,
  { base, theirs }: ShownConflictRow,
): string => {
  const keys = columns.filter(({ isKey, role }) => isKey || role === "condition")
  return (keys.length > 0 ? keys : columns.slice(0, 1))
    .map((column) => cellText(column, (theirs ?? base)[columns.indexOf(column)] ?? ""))
    .filter((text) => text !== "")
    .join(" · ")
}

const Version = ({
  cells,
  places,
}: {
  readonly cells: ReadonlyArray<string> | null
  readonly places: ReadonlyArray<number>
}): JSX.Element =>
  cells === null ? (
    <td colSpan={places.length} class="third">
      {inWords(conflictWords).noRow}
    </td>
  ) : (
    <>
      {places.map((at) => (
        <td key={at}>{cells[at] === "" ? "—" : cells[at]}</td>
      ))}
    </>
  )

const Row = ({
  called,
  choice,
  choose,
  columns,
  index,
  row,
}: {
  readonly called: string
  readonly choice: Choice
  readonly choose: (choice: Choice) => void
  readonly columns: ReadonlyArray<string>
  readonly index: number
  readonly row: ShownConflictRow
}): JSX.Element => {
  const words = inWords(conflictWords)
  const places = clashing(columns, row)
  const name = words.row(row.line, called)
  const versions = [
    ["mine", words.mine, row.mine],
    ["theirs", words.theirs, row.theirs],
  ] as const
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={name}>
      <table class="versions">
        <caption>{name}</caption>
        <thead>
          <tr>
            <th scope="col">{words.version}</th>
            {places.map((at) => (
              <th key={at} scope="col">
                {columnTitle(columns[at] ?? "")}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr class="third">
            <th scope="row">{words.base}</th>
            <Version cells={row.base} places={places} />
          </tr>
          {versions.map(([name, label, cells]) => (
            <tr key={name} class={choice === name ? "kept" : undefined}>
              <th scope="row">
                <label class="together">
                  <input
                    type="radio"
                    name={`conflict-${index}`}
                    checked={choice === name}
                    onChange={() => choose(name)}
                  />{" "}
                  {label}
                </label>
              </th>
              <Version cells={cells} places={places} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Shows both versions of the rows that were changed here and on disk, and takes the choice. */
export const ConflictDialog = ({ id }: { readonly id: string }): JSX.Element => {
  const { attempt, columns, focusBehindDialog, openConflict } = useGrid()
  const words = inWords(conflictWords)
  const dialog = useRef<HTMLDialogElement>(null)
  const [conflict, setConflict] = useState<ShownConflict | null>(null)
  const [choices, setChoices] = useState<ReadonlyArray<Choice>>([])
  useLayoutEffect(() => dialog.current?.showModal(), [])
  useEffect(() => {
    void call("conflict", { id }).then((found) => {
      setConflict(found)
      // What somebody has just typed is meant, unless they say otherwise.
      setChoices(found.rows.map(() => "mine"))
    }, tellRefusal)
  }, [id])
  const close = (): void => {
    if (openConflict.peek() === id) openConflict.value = null
    void focusBehindDialog()
  }
  const settle = async (): Promise<void> => {
    const done = await attempt(() => call("settle", { id, rows: choices }))
    if (done === undefined) return
    // What was said of the conflict is settled with it.
    endNotice()
    dialog.current?.close()
  }
  return (
    <dialog ref={dialog} class="card wide-dialog" aria-labelledby="conflict-title" onClose={close}>
      <div class="stack">
        <h2 id="conflict-title">{words.title}</h2>
        {conflict === null ? null : (
          <p class="second">
            {conflict.by === null
              ? words.about[conflict.writer](tableTitle(conflict.file), conflict.rows.length)
              : words.aboutPerson(conflict.by, tableTitle(conflict.file), conflict.rows.length)}
          </p>
        )}
        {conflict?.rows.map((row, index) => (
          <Row
            key={row.line}
            row={row}
            index={index}
            called={rowName(columns.value, row)}
            columns={conflict.columns}
            choice={choices[index] ?? "mine"}
            choose={(choice) =>
              setChoices(choices.map((each, at) => (at === index ? choice : each)))
            }
          />
        ))}
        <div class="actions">
          <button
            type="button"
            class="button main small"
            disabled={conflict === null}
            onClick={() => void settle()}
          >
            {words.settle}
          </button>
          <button type="button" class="button small" onClick={() => dialog.current?.close()}>
            {words.keepTheirs}
          </button>
        </div>
      </div>
    </dialog>
  )
}

const en = {
  title: "The same cells have changed meanwhile",
  about: {
    program: (table: string, rows: number) =>
      `Another program has changed cells of ${rows === 1 ? "a row" : `${rows} rows`} of ${table} that your edit changes, too. Nothing has been overwritten: choose what each row is to say.`,
    page: (table: string, rows: number) =>
      `Another window of this workbench has changed cells of ${rows === 1 ? "a row" : `${rows} rows`} of ${table} that your edit changes, too. Nothing has been overwritten: choose what each row is to say.`,
  },
  aboutPerson: (who: string, table: string, rows: number) =>
    `${who} has changed cells of ${rows === 1 ? "a row" : `${rows} rows`} of ${table} that your edit changes, too. Nothing has been overwritten: choose what each row is to say.`,
  row: (line: number, name: string) => `Row ${line}: ${name}`,
  version: "Version",
  base: "Before both",
  mine: "Yours",
  theirs: "On disk",
  noRow: "this row is not there",
  settle: "Write what is chosen",
  keepTheirs: "Keep all as on disk",
}

/** The words of the choice between an edit and what is on disk. */
const conflictWords: InLanguages<typeof en> = {
  en,
  fr: {
    title: "Les mêmes cellules ont changé entre-temps",
    about: {
      program: (table, rows) =>
        `Un autre programme a modifié des cellules dans ${rows === 1 ? "une ligne" : `${rows} lignes`} de ${table} que vous changez aussi. Rien n’a été écrasé\u00a0: choisissez ce que chaque ligne doit dire.`,
      page: (table, rows) =>
        `Une autre fenêtre de cet atelier a modifié des cellules dans ${rows === 1 ? "une ligne" : `${rows} lignes`} de ${table} que vous changez aussi. Rien n’a été écrasé\u00a0: choisissez ce que chaque ligne doit dire.`,
    },
    aboutPerson: (who, table, rows) =>
      `${who} a modifié des cellules dans ${rows === 1 ? "une ligne" : `${rows} lignes`} de ${table} que vous changez aussi. Rien n’a été écrasé\u00a0: choisissez ce que chaque ligne doit dire.`,
    row: (line, name) => `Ligne ${line}\u00a0: ${name}`,
    version: "Version",
    base: "Avant les deux",
    mine: "La vôtre",
    theirs: "Sur le disque",
    noRow: "cette ligne n’y est pas",
    settle: "Écrire ce qui est choisi",
    keepTheirs: "Tout garder comme sur le disque",
  },
}
