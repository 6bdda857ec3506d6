import type { JSX } from "preact"
import { useState } from "preact/hooks"
import { call } from "../../kit/call.ts"
import { type InLanguages, inWords, numberText } from "../../kit/language.ts"
import { tell } from "../../kit/notices.ts"
import { Symbol } from "../../kit/symbols.tsx"
import { type ScreenGrid, useGrid } from "./grid.ts"
import { usePreview } from "./preview-dialog.tsx"
import type { CopyDone } from "../../../protocol/table.ts"
import type { TableGrid } from "../../../../../rules/changes/grid/grid-view.ts"
import { FormDialog } from "../../panels/form-dialog.tsx"

/** Opens the dialog that copies what the selected row names. */
export const openCopy = ({ copiedLine, selectedLines }: ScreenGrid): void => {
  const [line] = selectedLines()
  if (line === undefined) tell(inWords(copyWords).chooseRow)
  else copiedLine.value = line
}

/** The column in which a row that names the copy is completed: the first text that is no key. */
const firstText = ({ columns }: ScreenGrid): string | null =>
  columns
    .peek()
    .find(
      ({ isKey, name, type, words }) =>
        !isKey && type === "text" && words === null && name.endsWith("name"),
    )?.name ?? null

const Copying = ({
  line,
  noun,
  table,
}: {
  readonly line: number
  readonly noun: string
  readonly table: TableGrid
}): JSX.Element => {
  const own = useGrid()
  const { attempt, copiedLine, focusBehindDialog, wantedPlace } = own
  const words = inWords(copyWords)
  const [to, setTo] = useState("")
  const copy = (isWritten: boolean, stop?: AbortSignal): Promise<CopyDone> => {
    const { file, revision } = table
    return call("copyThing", { file, revision, line, to, write: isWritten }, stop)
  }
  const { fault, found } = usePreview(to.trim() === "" ? [] : [(stop) => copy(false, stop)], [to])
  const close = (): void => {
    copiedLine.value = null
    void focusBehindDialog()
  }
  const write = async (): Promise<void> => {
    const done = await attempt(() => copy(true))
    if (done === undefined) return
    const name = to.trim()
    if (done.newLine !== null) {
      wantedPlace.value = { place: null, line: done.newLine, column: firstText(own) }
    }
    tell(done.newLine === null ? words.done(name, done.rows) : words.complete(name))
    close()
  }
  const title = words.title(
    table.rows
      .find((row) => row.line === line)
      ?.texts.slice(0, 2)
      .join(" ") ?? "",
  )
  return (
    <FormDialog
      title={title}
      close={close}
      main={{ label: words.copy, work: () => void write(), isReady: found !== null }}
      leave={words.leave}
    >
      <p class="second">{words.about(noun)}</p>
      <div class={fault === "" ? "field" : "field wrong"}>
        <label for="copy-to">{words.to(noun)}</label>
        <input
          id="copy-to"
          type="text"
          autoFocus
          autocomplete="off"
          aria-describedby="copy-told"
          value={to}
          onInput={({ currentTarget }) => setTo(currentTarget.value)}
        />
        <p id="copy-told" class={fault === "" ? "help" : "fault"} role="status">
          {fault === "" ? null : <Symbol name="error" size={14} />} {fault}
          {found === null ? null : words.adds(found.rows, found.tables)}{" "}
          {found === null || found.shared.length === 0
            ? null
            : words.shared(found.shared.join(", "))}
        </p>
      </div>
    </FormDialog>
  )
}

/** Copies an offer, or a card with its covers, under another name. */
export const CopyDialog = (): JSX.Element | null => {
  const { copiedLine, grid } = useGrid()
  const [line, table] = [copiedLine.value, grid.value]
  return line === null || table === null || table.copies === null ? null : (
    <Copying line={line} noun={table.copies} table={table} />
  )
}

const en = {
  open: (noun: string): string =>
    noun === "offer" ? "Copy an offer with its rows…" : "Copy a card with its covers…",
  title: (from: string) => `Copy ${from}`,
  about: (noun: string): string =>
    noun === "offer"
      ? "All rows that belong to the offer are added again, under the new id."
      : "The product and all its covers are added again, under the new name.",
  to: (noun: string): string => (noun === "offer" ? "New id" : "New name"),
  adds: (rows: number, tables: number) =>
    `Adds ${numberText(rows)} ${rows === 1 ? "row" : "rows"} in ${tables} ${tables === 1 ? "table" : "tables"}.`,
  shared: (words: string) => `Shared as before: ${words}.`,
  copy: "Copy it",
  leave: "Leave it",
  done: (to: string, rows: number) =>
    `${to} is there, with ${numberText(rows)} rows. Ctrl Z takes it back.`,
  complete: (to: string) => `${to} is there with its covers. Write the name of the card.`,
  chooseRow: "Choose a row of what is to be copied first.",
}

/** The words of the dialog that copies an offer or a card. */
export const copyWords: InLanguages<typeof en> = {
  en,
  fr: {
    open: (noun) =>
      noun === "offer"
        ? "Copier une offre avec ses lignes…"
        : "Copier une carte avec ses garanties…",
    title: (from) => `Copier ${from}`,
    about: (noun) =>
      noun === "offer"
        ? "Toutes les lignes de l’offre reviennent une fois, sous le nouvel identifiant."
        : "Le produit et toutes ses garanties reviennent une fois, sous le nouveau nom.",
    to: (noun) => (noun === "offer" ? "Nouvel identifiant" : "Nouveau nom"),
    adds: (rows, tables) =>
      `Ajoute ${numberText(rows)} ${rows < 2 ? "ligne" : "lignes"} dans ${tables} ${tables < 2 ? "table" : "tables"}.`,
    shared: (words) => `Partagé comme avant\u00a0: ${words}.`,
    copy: "Copier",
    leave: "Laisser",
    done: (to, rows) => `${to} est là, avec ${numberText(rows)} lignes. Ctrl Z revient en arrière.`,
    complete: (to) => `${to} est là avec ses garanties. Écrivez le nom de la carte.`,
    chooseRow: "Choisissez d’abord une ligne de ce qui est à copier.",
  },
}
