import { type AnyDefinition, columnsOf } from "../table/load.ts"
import type { Reference } from "../table/column.ts"
import { cellParts } from "../table/cell.ts"
import { readDirectives } from "../table/directives.ts"
import { readSource, type SourceRecord } from "../table/source.ts"
import { referenceOf, type DeclaredText } from "./chosen-rows.ts"
import {
  applyEdits,
  type Edit,
  type EditableTable,
  fieldEdit,
  prepareEdits,
  rowText,
} from "./table-edits.ts"

/** A word of a column of one table that is to stand beside an old one wherever that is named. */
export interface CopiedWord extends Reference {
  readonly from: string
  readonly to: string
}

/** A thing that is copied: the words that name it, and what else tells its rows from others'. */
export interface Copying {
  readonly words: ReadonlyArray<CopiedWord>
  /** Cells that rows must have where their table has the column, such as a country. */
  readonly within: Readonly<Record<string, string>>
}

/** The column of a table that holds the word itself, or names it. */
const columnOf = (definition: AnyDefinition, { column, file }: Reference): string | undefined => {
  if (definition.file === file) return column
  const found = Object.entries(columnsOf(definition)).find(([, declared]) => {
    const reference = referenceOf(declared)
    return reference?.file === file && reference.column === column
  })
  return found?.[0]
}

/**
 * Whether rows of a table belong to what they name: those of a decision do, and those whose key has
 * the column; a row with a key of its own only points there, as a card does to its product.
 */
const belongs = (definition: AnyDefinition, column: string): boolean =>
  definition._tag === "DecisionDefinition" || definition.key.includes(column)

/** A condition cell with a word added beside the one that it follows: `a|b`, `not(a|b)`. */
const beside = (cell: string, { from, to }: CopiedWord): string => {
  const { items, negated } = cellParts(cell)
  if (!items.includes(from) || items.includes(to)) return cell
  const joined = items.flatMap((item) => (item === from ? [from, to] : [item])).join("|")
  return negated ? `not(${joined})` : joined
}

/** What is done to one table: where its edits stand, and how many rows come. */
interface TableEdits {
  readonly edits: ReadonlyArray<Edit>
  readonly copied: ReadonlyArray<number>
}

const isWithin = (
  names: ReadonlyArray<string>,
  { texts }: SourceRecord,
  within: Copying["within"],
): boolean =>
  Object.entries(within).every(
    ([column, cell]) => !names.includes(column) || texts[names.indexOf(column)] === cell,
  )

/** Where the line behind a row begins. */
const behind = ({ lineStarts, source }: EditableTable, end: number): number =>
  lineStarts.find((start) => start > end) ?? source.length

/** The edit that puts a copy of rows behind the last of them. */
const copyEdit = (
  table: EditableTable,
  records: ReadonlyArray<SourceRecord>,
  changed: (record: SourceRecord) => ReadonlyArray<Edit>,
): ReadonlyArray<Edit> => {
  const copies = records.map((record) => rowText(table, record.line, changed(record)))
  const last = copies.at(-1)
  if (last === undefined) return []
  const at = behind(table, last.end)
  const opening = at === table.source.length && !table.source.endsWith("\n") ? "\n" : ""
  const text = copies.map((copy) => `${copy.text}\n`).join("")
  return [{ start: at, end: at, text: `${opening}${text}` }]
}

/** The edits of the directives that name a word. */
const directiveEdits = (
  table: EditableTable,
  column: string,
  word: CopiedWord,
): ReadonlyArray<Edit> =>
  (["gap", "meant"] as const).flatMap((kind) =>
    readDirectives(kind, table.source).flatMap(({ conditions, line }) =>
      conditions.flatMap((condition): ReadonlyArray<Edit> => {
        const cell = beside(condition.cell, word)
        if (condition.column !== column || cell === condition.cell) return []
        const start = (table.lineStarts[line - 1] ?? 0) + condition.character - 1
        return [{ start, end: start + condition.cell.length, text: cell }]
      }),
    ),
  )

/** Copies the rows of one table that a word names, and adds it beside the other where both are meant. */
const editsFor = (
  { definition, source }: DeclaredText,
  { within, words }: Copying,
): TableEdits | undefined => {
  const named = words.flatMap((word) => {
    const column = columnOf(definition, word)
    return column === undefined || !belongs(definition, column) ? [] : [{ word, column }]
  })
  const [first] = named
  if (first === undefined) return undefined
  const names = Object.keys(columnsOf(definition))
  const table = prepareEdits(source)
  const { records } = readSource(definition.file, source, names)
  const mine = records.filter((record) => isWithin(names, record, within))
  const textIn = ({ texts }: SourceRecord, column: string) => texts[names.indexOf(column)] ?? ""
  const own = mine.filter((record) => textIn(record, first.column) === first.word.from)
  const copies = copyEdit(table, own, ({ fields, texts }) =>
    words.flatMap((word) => {
      const column = columnOf(definition, word)
      const at = column === undefined ? -1 : names.indexOf(column)
      const field = fields[at]
      return field !== undefined && texts[at] === word.from
        ? [fieldEdit(table, field, word.to)]
        : []
    }),
  )
  const added = named.flatMap(({ column, word }) => [
    ...mine.flatMap(({ fields, texts }) => {
      const at = names.indexOf(column)
      const [field, cell = ""] = [fields[at], texts[at]]
      const wider = cell === word.from ? cell : beside(cell, word)
      return field === undefined || wider === cell ? [] : [fieldEdit(table, field, wider)]
    }),
    ...directiveEdits(table, column, word),
  ])
  return { edits: [...copies, ...added], copied: own.map(({ line }) => line) }
}

/** A table after copying. */
export interface CopiedTable {
  readonly file: string
  readonly text: string
  /** The lines of the rows that were copied. */
  readonly copied: ReadonlyArray<number>
}

/**
 * Copies a thing with all rows that belong to it, under other words: its copies stand behind its own
 * rows, and a condition over several words names the new beside the old. Nothing else of the texts
 * changes. Tables that say nothing of it are left out.
 */
export const copyRows = (
  tables: ReadonlyArray<DeclaredText>,
  copying: Copying,
): ReadonlyArray<CopiedTable> =>
  tables.flatMap((table): ReadonlyArray<CopiedTable> => {
    const found = editsFor(table, copying)
    if (found === undefined || found.edits.length === 0) return []
    const { copied, edits } = found
    return [{ file: table.definition.file, text: applyEdits(table.source, edits), copied }]
  })
