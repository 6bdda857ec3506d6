import { listedTo } from "../../../../../core/check/tell/told.ts"
import type { GridColumn, GridRow } from "../../../../../rules/changes/grid/grid-view.ts"
import { columnWords as nameOf } from "../../../../../rules/check/tell/column-words.ts"
import { inWords, language } from "../../kit/language.ts"
import { cellText } from "./cell-text.ts"

/** A row as a sentence, in the language of the page: for whom it holds, and what it says then. */
export const rowSentence = (
  columns: ReadonlyArray<GridColumn>,
  { texts }: Pick<GridRow, "texts">,
): string => {
  const cells = columns.map((column, at): RowCell => ({ column, text: texts[at] ?? "" }))
  const asks = cells.filter(({ column }) => column.role === "condition")
  const keys = cells.filter(({ column }) => column.role === "value" && column.isKey)
  const says = cells.filter(
    ({ column, text }) => column.role === "value" && !column.isKey && !column.isNote && text !== "",
  )
  const words = inWords(sentences)
  const told = says.slice(0, valuesMax).map(cellSaid).join(", ") || words.nothing
  const all = says.length > valuesMax ? `${told} …` : `${told}.`
  if (asks.length === 0) return words.of(keys.map(cellSaid).join(", "), all)
  const telling = asks.filter(({ column, text }) => column.tests[text]?._tag !== "Any")
  return telling.length === 0 ? words.always(all) : words.where(telling.map(cellSaid), all)
}

interface RowCell {
  readonly column: GridColumn
  readonly text: string
}

/** Values that a sentence tells before it breaks off: some tables have forty columns. */
const valuesMax = 8

const cellSaid = ({ column, text }: RowCell): string => {
  const words = inWords(sentences)
  const said = cellText(column, text) || words.nothing
  return column.name === "days" && column.unit === "days"
    ? words.days(said)
    : `${nameOf(column.name, language.value)} ${said}`
}

const begun = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const sentences = {
  en: {
    nothing: "nothing",
    days: (said: string) => `${said} days`,
    always: (told: string) => `Always: ${told}`,
    where: (conditions: ReadonlyArray<string>, told: string) =>
      `Where ${listedTo(conditions, "and")}: ${told}`,
    of: (keys: string, told: string) => begun(keys === "" ? told : `${keys}: ${told}`),
  },
  fr: {
    nothing: "rien",
    days: (said: string) => `${said} jours`,
    always: (told: string) => `Toujours\u00a0: ${told}`,
    where: (conditions: ReadonlyArray<string>, told: string) =>
      `Pour ${listedTo(conditions, "et")}\u00a0: ${told}`,
    of: (keys: string, told: string) => begun(keys === "" ? told : `${keys}\u00a0: ${told}`),
  },
}
