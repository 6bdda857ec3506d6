import * as Result from "effect/Result"
import type { JSX } from "preact"
import { useState } from "preact/hooks"
import { call } from "../../kit/call.ts"
import { type InLanguages, inWords, numberText } from "../../kit/language.ts"
import { SelectField } from "../../kit/select-field.tsx"
import { Symbol } from "../../kit/symbols.tsx"
import { TableHead } from "../../kit/table-head.tsx"
import { readNumberTest } from "../../../../../core/table/cell.ts"
import { shownTest } from "../../../../../rules/changes/grid/cell-views.ts"
import { testText } from "./condition-words.ts"
import { columnTitle } from "./column-title.ts"
import { useGrid } from "./grid.ts"
import { faultOf, PreviewDialog, usePreview } from "./preview-dialog.tsx"
import type { GridColumn } from "../../../../../rules/changes/grid/grid-view.ts"
import type { SplitAsked, SplitDone } from "../../../protocol/table.ts"

/** What is done to the amounts of the upper part. */
const uppers = ["keep", "percent", "factor", "add"] as const

/** The cut of rows that is being chosen, and what it comes to. */
export const SplitDialog = (): JSX.Element | null => {
  const { columns, openSplit } = useGrid()
  const start = openSplit.value
  const banded = columns.value.filter(({ numbers }) => numbers !== null)
  return start === null || banded.length === 0 ? null : (
    <SplitChooser start={start} banded={banded} />
  )
}

const SplitChooser = ({
  banded,
  start,
}: {
  readonly banded: ReadonlyArray<GridColumn>
  readonly start: {
    readonly column: string
    readonly at: string
    readonly lines: ReadonlyArray<number>
  }
}): JSX.Element => {
  const { fileRows, grid, isFiltered, openSplit, selectedLines } = useGrid()
  const words = inWords(splitWords)
  const [column, setColumn] = useState(start.column)
  const [at, setAt] = useState(start.at)
  const groups = [
    { value: "these", lines: start.lines, text: words.these },
    { value: "selected", lines: selectedLines(), text: words.selected },
    { value: "shown", lines: isFiltered.value ? fileRows() : [], text: words.shown },
    { value: "all", lines: (grid.peek()?.rows ?? []).map(({ line }) => line), text: words.all },
  ].filter(({ lines }) => lines.length > 0)
  const [which, setWhich] = useState(() => {
    const first = groups.find(({ lines, value }) => value !== "selected" || lines.length > 1)
    return first?.value ?? "all"
  })
  const [unit, setUnit] = useState<(typeof uppers)[number]>("keep")
  const [by, setBy] = useState("5")
  const split = (step: SplitAsked["step"], stop?: AbortSignal): Promise<SplitDone> => {
    const table = grid.peek()
    const shown = { file: table?.file ?? "", revision: table?.revision ?? 0 }
    const lines = groups.find(({ value }) => value === which)?.lines ?? []
    const upper = unit === "keep" ? null : { by, byUnit: unit, round: null }
    return call("splitBands", { ...shown, column, at, lines, upper, step }, stop)
  }
  const { fault, found } = usePreview(
    at.trim() === "" ? [] : [(stop) => split("show", stop), (stop) => split("try", stop)],
    [at, by, column, unit, which],
  )
  const chosen = banded.find(({ name }) => name === column)
  const isHarmless = found?.found?.every(({ severity }) => severity !== "error") === true
  return (
    <PreviewDialog
      id="split"
      title={words.title}
      fault={fault}
      preview={
        found === null || chosen === undefined ? null : (
          <>
            <SplitPreview column={chosen} found={found} />
            <Proofs found={found} isKept={unit === "keep"} />
          </>
        )
      }
      act={words.write(numberText(found?.count ?? 0), found?.count === 1)}
      isReady={isHarmless}
      write={() => split("write")}
      close={() => (openSplit.value = null)}
    >
      <div class="actions">
        <SelectField
          id="split-column"
          label={words.column}
          value={column}
          options={banded.map(({ name }) => ({ value: name, text: columnTitle(name) }))}
          onChoose={setColumn}
        />
        <div class="field">
          <label for="split-at">{words.at}</label>
          <input
            id="split-at"
            type="text"
            inputMode="decimal"
            value={at}
            aria-describedby={faultOf("split")}
            onInput={({ currentTarget }) => setAt(currentTarget.value)}
          />
        </div>
        <SelectField
          id="split-rows"
          label={words.rows}
          value={which}
          options={groups.map(({ lines, text, value }) => ({
            value,
            text: text(numberText(lines.length)),
          }))}
          onChoose={setWhich}
        />
      </div>
      <div class="actions">
        <SelectField
          id="split-upper"
          label={words.upper}
          value={unit}
          options={uppers.map((value) => ({ value, text: words.units[value] }))}
          onChoose={(value) => setUnit(uppers.find((each) => each === value) ?? "keep")}
        />
        {unit === "keep" ? null : (
          <div class="field">
            <label for="split-by">{words.by}</label>
            <input
              id="split-by"
              type="text"
              inputMode="decimal"
              value={by}
              onInput={({ currentTarget }) => setBy(currentTarget.value)}
            />
          </div>
        )}
      </div>
    </PreviewDialog>
  )
}

const SplitPreview = ({
  column,
  found,
}: {
  readonly column: GridColumn
  readonly found: SplitDone
}): JSX.Element => {
  const words = inWords(splitWords)
  return (
    <>
      <table class="preview">
        <caption>{words.cut(numberText(found.count), found.rows.length < found.count)}</caption>
        <TableHead heads={[words.row, words.before, words.lower, words.above]} />
        <tbody>
          {found.rows.map(({ before, line, lower, upper }) => (
            <tr key={line}>
              <th scope="row">{line}</th>
              <td>
                <s>{bandWords(column, before)}</s>
              </td>
              <td>
                <b>{bandWords(column, lower)}</b>
              </td>
              <td>
                <b>{bandWords(column, upper)}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {found.cells.length === 0 ? null : (
        <p class="second">
          {words.amounts}{" "}
          {found.cells
            .slice(0, 3)
            .map((cell) => `${columnTitle(cell.column)} ${cell.before} → ${cell.after}`)
            .join(", ")}
        </p>
      )}
    </>
  )
}

/** A band in words, also one that no cell of the table says yet. */
const bandWords = (column: GridColumn, cell: string): string => {
  const read = Result.getOrUndefined(readNumberTest(cell))
  return read === undefined ? cell : testText(shownTest(read), () => column.name)
}

/** What is proven of the table as it would be, and what would be found in it. */
const Proofs = ({
  found,
  isKept,
}: {
  readonly found: SplitDone
  readonly isKept: boolean
}): JSX.Element => {
  const words = inWords(splitWords)
  if (found.found === null) return <p class="third">{words.proving}</p>
  const faults = found.found
  return (
    <ul class="proofs" role="status">
      <li>
        <Symbol name="held" size={14} /> {isKept ? words.same : words.whole}
      </li>
      {faults.length === 0 ? (
        <li>
          <Symbol name="held" size={14} /> {words.nothingFound}
        </li>
      ) : (
        faults.slice(0, 4).map(({ detail, severity, title }) => (
          <li>
            <Symbol name={severity === "error" ? "error" : "warning"} size={14} />{" "}
            <b>{inWords(title)}</b> {inWords(detail)}
          </li>
        ))
      )}
    </ul>
  )
}

const en = {
  title: "Split bands",
  column: "Column",
  at: "Upper part begins at",
  rows: "Rows",
  these: (count: string) => `${count} that it cuts`,
  selected: (count: string) => `${count} selected`,
  shown: (count: string) => `${count} shown`,
  all: (count: string) => `all ${count}`,
  upper: "Amounts of the upper part",
  units: {
    keep: "keep",
    percent: "per cent more",
    factor: "times",
    add: "plus",
  },
  by: "By",
  row: "Row",
  before: "Now",
  lower: "Lower part",
  above: "Upper part",
  cut: (count: string, isCut: boolean) =>
    isCut ? `${count} rows are cut; the first of them:` : `Rows that are cut: ${count}`,
  amounts: "In the upper parts:",
  proving: "A moment: the table is tried as it would be.",
  same: "No gap, no overlap: everything is answered as before.",
  whole: "No gap, no overlap: each part keeps what its row took.",
  nothingFound: "Nothing is found that was not there before.",
  write: (count: string, isOne: boolean) => `Split ${count} ${isOne ? "row" : "rows"}`,
}

const splitWords: InLanguages<typeof en> = {
  en,
  fr: {
    title: "Couper des tranches",
    column: "Colonne",
    at: "La partie haute commence à",
    rows: "Lignes",
    these: (count) => `${count} à couper`,
    selected: (count) => `${count} sélectionnées`,
    shown: (count) => `${count} affichées`,
    all: (count) => `toutes (${count})`,
    upper: "Montants de la partie haute",
    units: {
      keep: "inchangés",
      percent: "pour cent de plus",
      factor: "fois",
      add: "plus",
    },
    by: "De",
    row: "Ligne",
    before: "Maintenant",
    lower: "Partie basse",
    above: "Partie haute",
    cut: (count, isCut) =>
      isCut
        ? `${count} lignes sont coupées\u202f; les premières\u00a0:`
        : `Lignes coupées\u00a0: ${count}`,
    amounts: "Dans les parties hautes\u00a0:",
    proving: "Un instant\u00a0: la table est essayée telle qu’elle serait.",
    same: "Ni trou ni recouvrement\u00a0: chaque réponse reste la même.",
    whole: "Ni trou ni recouvrement\u00a0: chaque partie garde ce que prenait sa ligne.",
    nothingFound: "Rien n’est constaté qui n’était déjà là.",
    write: (count, isOne) => `Couper ${count} ${isOne ? "ligne" : "lignes"}`,
  },
}
