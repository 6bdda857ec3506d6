import { boundsOf } from "./bounds.ts"
import type { Columns, RowOfColumns, TableDefinition } from "./definition.ts"
import { onePerCause, type ReadingError, tableError } from "./error.ts"
import { lineFinder, makeFinder, makeKeyedRows } from "./keyed-rows.ts"
import type { Loaded, Table } from "./loaded.ts"
import {
  mentionsOf,
  type NamedColumn,
  namedColumns,
  placeIn,
  readRow,
  type RecordPart,
  usesIn,
} from "./read-record.ts"
import { brokenRule, type RowRule } from "./row-rule.ts"
import { readSource } from "./source.ts"

/** Prepares to find what is wrong in a record by a rule of its table. */
const ruleChecker = (rule: RowRule, columns: ReadonlyArray<NamedColumn>) => {
  const placeOf = (column: string): number => columns.findIndex(({ name }) => name === column)
  const [where, at] = [placeOf(rule.where.column), placeOf(rule.column)]
  const named = columns[at]
  return (part: RecordPart): ReadingError | undefined => {
    const { from, record } = part
    if (named === undefined || record.texts[from + where] !== rule.where.is) return undefined
    const cells = { [rule.column]: record.texts[from + at], [rule.where.column]: rule.where.is }
    const problem = brokenRule(rule, cells)
    return problem && tableError(placeIn({ ...part, from: from + at }, named), problem)
  }
}

/**
 * Reads a plain table from its text: typed rows, and all errors at once (cells, shape and
 * duplicate keys). References to other tables are returned for the caller to settle.
 */
export const loadTable = <Shape extends Columns>(
  definition: TableDefinition<Shape>,
  source: string,
): Loaded<Table<RowOfColumns<Shape>>> => {
  const { file } = definition
  const columns = namedColumns(definition.columns)
  const names = columns.map(({ name }) => name)
  const { rowsMax } = boundsOf(definition)
  const { errors, records, words } = readSource(file, source, names, rowsMax, definition.mayHave)
  const index = makeKeyedRows<RowOfColumns<Shape>>(definition, errors)
  const checkers = (definition.rules ?? []).map((rule) => ruleChecker(rule, columns))
  for (const record of records) {
    const part = { file, record, from: 0 }
    const read = readRow(part, columns, errors)
    for (const check of checkers) {
      const error = check(part)
      if (error !== undefined) errors.push(error)
    }
    index.add(read as RowOfColumns<Shape>, read, record)
  }
  const { get, lines, rows } = index
  const finders = new WeakMap<object, ReturnType<typeof makeFinder<RowOfColumns<Shape>>>>()
  const finderOf = (some: ReadonlyArray<RowOfColumns<Shape>>) => {
    const finder = finders.get(some) ?? makeFinder(some)
    finders.set(some, finder)
    return finder
  }
  const content: Table<RowOfColumns<Shape>> = {
    file,
    rows,
    lines,
    lineOf: lineFinder(rows, lines),
    get,
    // Of the table that it is called on: a copy with other rows has those.
    having(name, value) {
      return finderOf(this.rows)(name, value)
    },
  }
  return {
    content,
    errors: onePerCause(errors),
    mentions: mentionsOf(columns),
    get uses() {
      return records.flatMap((record) => usesIn({ file, record, from: 0 }, columns))
    },
    words,
  }
}
