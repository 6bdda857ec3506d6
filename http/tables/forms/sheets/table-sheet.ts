import * as Result from "effect/Result"
import { createHash } from "node:crypto"
import type { WordsOf } from "../../../../core/analysis/space.ts"
import type { Reference } from "../../../../core/table/column.ts"
import { layoutOf, type Piece } from "../../../../core/table/layout.ts"
import { type AnyDefinition, columnsOf } from "../../../../core/table/load.ts"
import type { AnyColumn } from "../../../../core/table/tidy.ts"
import type { ReadCell } from "../read-workbook.ts"
import { signatureOf, typedCell } from "./typed-cell.ts"
import type { CellLook, DropDown, NamedList, WrittenCell, WrittenSheet } from "../write-workbook.ts"

/** Empty rows below a table that take new ones. */
const spareRows = 100

const widest = 60

const comment: CellLook = { aside: true, editable: true, format: "@" }

/** The columns under the names of a header; a name that no column has is text. */
const columnsUnder = (
  definition: AnyDefinition,
  header: Piece | undefined,
): ReadonlyArray<readonly [name: string, column: AnyColumn | undefined]> => {
  const columns = columnsOf(definition)
  return (header?.texts ?? Object.keys(columns)).map((name) => [name, columns[name]])
}

/** Whether a column takes single words only, so that a drop-down may refuse all others. */
const isStrict = (column: AnyColumn): boolean =>
  "parse" in column && !column.kind.startsWith("list of")

const dropDowns = (
  definition: AnyDefinition,
  columns: ReturnType<typeof columnsUnder>,
  rows: readonly [number, number],
  lists: WordLists,
): ReadonlyArray<DropDown> =>
  columns.flatMap(([name, column], at) => {
    const from = column === undefined ? undefined : lists.fromColumn(definition.file, name, column)
    if (column === undefined || from === undefined) return []
    const message = `${name}: ${column.about}`
    return [{ column: at, rows, from, strict: isStrict(column), message }]
  })

const widthsOf = (pieces: ReadonlyArray<Piece>, columns: number): ReadonlyArray<number> =>
  Array.from({ length: columns }, (_, at) => {
    const texts = pieces.flatMap(({ kind, texts }) => (kind === "comment" ? [] : [texts[at] ?? ""]))
    return Math.min(widest, Math.max(8, ...texts.slice(0, 500).map((text) => text.length + 2)))
  })

const cell = (column: AnyColumn | undefined, text: string): WrittenCell =>
  column === undefined
    ? { value: text, look: { editable: true, format: "@" } }
    : typedCell(column, text)

/**
 * A table as a sheet: a row for each line of its text, comments in their places, typed cells, its
 * header frozen and protected with notes on what columns mean. Undefined where the text is no CSV.
 */
export const tableSheet = (
  definition: AnyDefinition,
  source: string,
  lists: WordLists,
): WrittenSheet | undefined => {
  const layout = layoutOf(source, Object.keys(columnsOf(definition)).length)
  if (Result.isFailure(layout)) return undefined
  const pieces = layout.success
  const head = pieces.findIndex(({ kind }) => kind === "header")
  const columns = columnsUnder(definition, pieces[head])
  const headCell = ([name, column]: (typeof columns)[number]): WrittenCell => ({
    value: name,
    look: { bold: true, format: "@" },
    ...(column === undefined ? {} : { note: columnHelp(column) }),
  })
  const rowOf = ({ kind, texts }: Piece): ReadonlyArray<WrittenCell> => {
    if (kind === "header") return columns.map(headCell)
    if (kind === "comment") return [{ value: texts[0] ?? "", look: comment }]
    return columns.map(([, column], at) => cell(column, texts[at] ?? ""))
  }
  const spare = Array.from({ length: spareRows }, () =>
    columns.map(([, column]) => cell(column, "")),
  )
  const last = pieces.length + spareRows - 1
  return {
    name: sheetName(definition.file),
    rows: [...pieces.map(rowOf), ...spare],
    widths: widthsOf(pieces, columns.length),
    frozenRows: head + 1,
    isProtected: true,
    dropDowns: dropDowns(definition, columns, [head + 1, last], lists),
  }
}

const testsOf = {
  words: "Empty is anything; a word, several joined by |, or not(…) around them.",
  number: "Empty is anything; a number, <10, <=10, >5, >=5, [10..20] or [10..20), joined by |.",
  boolean: "Empty is anything; true or false.",
} as const

const isInput = (
  column: AnyColumn,
): column is Extract<AnyColumn, { readonly kind: keyof typeof testsOf }> => !("parse" in column)

/** What the note at the head of a column says: what it means, what it takes, in which unit. */
const columnHelp = (column: AnyColumn): string => {
  const takes = isInput(column) ? testsOf[column.kind] : `Takes: ${column.kind}.`
  const unit = column.unit === undefined ? [] : [`Unit: ${column.unit}.`]
  return [column.about, takes, ...unit].join("\n")
}

/** The longest name that a sheet may have. */
const lengthMax = 31

const shortHash = (file: string): string =>
  createHash("sha256").update(file).digest("hex").slice(0, 6)

/**
 * The name of the sheet of a table: the same for the same table, and no two alike.
 *
 * ```ts
 * import { sheetName } from "../http/tables/forms/sheets/table-sheet.ts"
 *
 * sheetName("sandbox/tariffs.csv") // => "sandbox.tariffs"
 * sheetName(`coach/${"long_".repeat(8)}name.csv`) // => "coach.long_long_long_lon~8c16a6"
 * ```
 */
export const sheetName = (file: string): string => {
  const name = file.replace(/\.csv$/, "").replaceAll("/", ".")
  if (name.length <= lengthMax) return name
  const hash = shortHash(file)
  return `${name.slice(0, lengthMax - hash.length - 1)}~${hash}`
}

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

/** A cell that can be read. */
export type SoundCell = Exclude<ReadCell, object>

/** The hash of a text. */
export const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex")

/** What the cells of a row say, in the order of the declared columns. */
export const rowSignature = (definition: AnyDefinition, cells: ReadonlyArray<SoundCell>): string =>
  JSON.stringify(
    Object.values(columnsOf(definition)).map((column, at) =>
      signatureOf(column, cells[at] ?? null),
    ),
  )

/** The cells of a row of a table in the order of the declared columns. */
export const inDeclaredOrder = (
  definition: AnyDefinition,
  header: ReadonlyArray<string>,
  texts: ReadonlyArray<string>,
): ReadonlyArray<string> =>
  Object.keys(columnsOf(definition)).map((name) => texts[header.indexOf(name)] ?? "")

/** What a table says, line by line, whatever a spreadsheet makes of its cells; blank lines left out. */
export const tableSignature = (definition: AnyDefinition, pieces: ReadonlyArray<Piece>): string => {
  const header = pieces.find(({ kind }) => kind === "header")?.texts ?? []
  const lines = pieces.flatMap(({ kind, texts }) => {
    if (kind === "comment") return [texts[0] ?? ""]
    if (kind !== "row") return []
    return [rowSignature(definition, inDeclaredOrder(definition, header, texts))]
  })
  return hashOf(lines.join("\n"))
}
