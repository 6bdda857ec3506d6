import type { WordsOf } from "../analysis/space.ts"
import type { ColumnsOf } from "../table/requirement.ts"
import { type LoadedTable, type RowValues, valuesKey } from "./column-values.ts"
import type { DomainFindings } from "./check-decision.ts"
import type { Finding } from "./finding.ts"
import type { ReadColumns } from "./required.ts"

/** How a check reads other tables. */
export interface TableReading {
  readonly read: ReadColumns
  readonly wordsOf: WordsOf
}

/** What a table was found to be, and everything that it was found from. */
interface Recollection {
  readonly table: LoadedTable
  readonly unsound: ReadonlyArray<string>
  readonly domains: ReadonlyArray<DomainFindings>
  /** What was read of other tables, each once. */
  readonly reads: ReadonlyArray<readonly [ColumnsOf, ReadonlyArray<RowValues> | undefined]>
  readonly findings: ReadonlyArray<Finding>
}

/** What was found in tables before, by file. */
export type CheckMemory = Map<string, Recollection>

const sameValues = (left: RowValues, right: RowValues | undefined): boolean =>
  right !== undefined && valuesKey(left.values) === valuesKey(right.values)

/** Whether columns of another table hold what they held; on which lines does not matter. */
const sameRows = (
  left: ReadonlyArray<RowValues> | undefined,
  right: ReadonlyArray<RowValues> | undefined,
): boolean => {
  if (left === right) return true
  if (left === undefined || right === undefined || left.length !== right.length) return false
  return left.every((row, index) => sameValues(row, right[index]))
}

const sameDomains = (
  left: ReadonlyArray<DomainFindings>,
  right: ReadonlyArray<DomainFindings>,
): boolean =>
  left.length === right.length &&
  left.every((one, index) => one.findings === right[index]?.findings)

/** Reads other tables, and keeps what was read. */
const watched = ({ read }: TableReading) => {
  const reads = new Map<string, readonly [ColumnsOf, ReadonlyArray<RowValues> | undefined]>()
  const watching: ReadColumns = (columns) => {
    const rows = read(columns)
    reads.set(`${columns.file} ${columns.columns.join(" ")}`, [columns, rows])
    return rows
  }
  return { reads, watching }
}

/** What a check of one table works on. */
interface Recalled {
  readonly table: LoadedTable
  readonly domains: ReadonlyArray<DomainFindings>
  /** The files that it refers to and that are not sound. */
  readonly unsound: ReadonlyArray<string>
  readonly reading: TableReading
}

/**
 * What is found in a table: from memory where neither the table nor anything that was read of others
 * has changed, else by asking anew.
 */
export const recalled = (
  file: string,
  memory: CheckMemory,
  { domains, reading, table, unsound }: Recalled,
  ask: (reading: TableReading) => ReadonlyArray<Finding>,
): ReadonlyArray<Finding> => {
  const known = memory.get(file)
  const holds =
    known !== undefined &&
    known.table === table &&
    known.unsound.join(" ") === unsound.join(" ") &&
    sameDomains(known.domains, domains) &&
    known.reads.every(([columns, rows]) => sameRows(rows, reading.read(columns)))
  if (holds) return known.findings
  const { reads, watching } = watched(reading)
  const wordsOf: WordsOf = (reference) => {
    watching({ file: reference.file, columns: [reference.column] })
    return reading.wordsOf(reference)
  }
  const findings = ask({ read: watching, wordsOf })
  memory.set(file, { table, unsound, domains, reads: [...reads.values()], findings })
  return findings
}
