import type { WordsOf } from "../../../../core/analysis/space.ts"
import type { Reference } from "../../../../core/table/column.ts"
import type { AnyColumn } from "../../../../core/table/tidy.ts"
import type { DropDown, NamedList, WrittenSheet } from "../write-workbook.ts"

/** The sheet on which the words of drop-downs stand that are too many for the cell itself. */
export const listsSheet = "_lists"

/** What a drop-down in the cell itself may hold. */
const inlineMax = 250

const isInline = (words: ReadonlyArray<string>): boolean =>
  words.join(",").length <= inlineMax &&
  words.every((word) => /^[^,"\s=](?:[^,"]*[^,"\s])?$/.test(word))

/** Gathers the words of drop-downs, those of one column of a table once. */
export const makeWordLists = (wordsOf: WordsOf) => {
  const lists = new Map<string, ReadonlyArray<string>>()
  const named = (name: string, words: ReadonlyArray<string>): string => {
    const safe = `list.${name.replaceAll(/[^A-Za-z0-9_]+/g, ".")}`
    lists.set(safe, words)
    return safe
  }
  const fromReference = (reference: Reference): DropDown["from"] | undefined => {
    const words = wordsOf(reference)
    if (words === undefined || words.length === 0) return undefined
    const name = `${reference.file.replace(/\.csv$/, "")}.${reference.column}`
    return isInline(words) ? words : named(name, words)
  }
  const fromColumn = (
    file: string,
    name: string,
    column: AnyColumn,
  ): DropDown["from"] | undefined => {
    if (column.kind === "boolean" || column.kind === "boolean, or empty") return ["TRUE", "FALSE"]
    if ("reference" in column && column.reference !== undefined) {
      return fromReference(column.reference)
    }
    const words = "words" in column ? column.words : undefined
    if (words === undefined || words.length === 0) return undefined
    return isInline(words) ? words : named(`${file.replace(/\.csv$/, "")}.${name}`, words)
  }
  const sheet = (): { readonly sheet: WrittenSheet; readonly names: ReadonlyArray<NamedList> } => {
    const columns = [...lists]
    const height = Math.max(0, ...columns.map(([, words]) => words.length))
    const rows = Array.from({ length: height }, (_, row) =>
      columns.map(([, words]) => words[row] ?? null),
    )
    return {
      sheet: { name: listsSheet, hidden: true, rows },
      names: columns.map(([name, words], column) => ({
        name,
        sheet: listsSheet,
        column,
        rows: [0, words.length - 1],
      })),
    }
  }
  return { fromColumn, sheet }
}

/** Gathers the words of drop-downs. */
export type WordLists = ReturnType<typeof makeWordLists>
