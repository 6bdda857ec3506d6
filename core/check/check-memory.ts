import type { WordsOf } from "../analysis/space.ts"
import type { ColumnsOf } from "../table/requirement.ts"
import {
  type CheckedTable,
  type LoadedTable,
  type RowValues,
  type TablesByFile,
  valuesKey,
} from "./column-values.ts"
import type { DomainFindings } from "./check-decision.ts"
import type { Finding } from "./finding.ts"
import {
  keepAnswer,
  type KeptAnswers,
  keptAnswer,
  keptDigest,
  type StandingOf,
} from "./kept-answers.ts"
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
  readonly known: CheckedTable
  readonly domains: ReadonlyArray<DomainFindings>
  /** The files that it refers to and that are not sound. */
  readonly unsound: ReadonlyArray<string>
  readonly reading: TableReading
}

/** Answers from runs before: which tables there are now, and what else a table is checked under, as data. */
export interface KeptFindings {
  readonly answers: KeptAnswers
  readonly loaded: TablesByFile
  readonly under: unknown
}

/** How a table and what is read of others stand; a table that does not differ is not loaded for that. */
const standings = (
  { answers, loaded, under }: KeptFindings,
  file: string,
  { domains, reading, unsound }: Recalled,
): StandingOf => {
  const textOf = (of: string): string => {
    const source = loaded.get(of)?.source
    return source === undefined ? "" : answers.digest(source)
  }
  return (what) => {
    if (what === "text") return textOf(file)
    if (what === "under") return answers.digest([under, domains, unsound])
    const [of = "", ...columns] = what.split(" ")
    return keptDigest(answers, `cells ${what}`, textOf(of), () =>
      reading.read({ file: of, columns })?.map(({ values }) => values),
    )
  }
}

/**
 * What is found in a table: from memory where neither the table nor anything that was read of others
 * has changed, from what was kept of runs before where that stands, else by asking anew.
 */
export const recalled = (
  file: string,
  memory: CheckMemory,
  asked: Recalled,
  ask: (reading: TableReading) => ReadonlyArray<Finding>,
  kept?: KeptFindings,
): ReadonlyArray<Finding> => {
  const { domains, reading, unsound } = asked
  const found = memory.get(file)
  const holds =
    found !== undefined &&
    found.table === asked.known.table &&
    found.unsound.join(" ") === unsound.join(" ") &&
    sameDomains(found.domains, domains) &&
    found.reads.every(([columns, rows]) => sameRows(rows, reading.read(columns)))
  if (holds) return found.findings
  const standingOf = kept && standings(kept, file, asked)
  const before = standingOf && keptAnswer(kept.answers, file, standingOf)
  if (before !== undefined) return before.answer as ReadonlyArray<Finding>
  const { reads, watching } = watched(reading)
  const wordsOf: WordsOf = (reference) => {
    watching({ file: reference.file, columns: [reference.column] })
    return reading.wordsOf(reference)
  }
  const findings = ask({ read: watching, wordsOf })
  const { table } = asked.known
  memory.set(file, { table, unsound, domains, reads: [...reads.values()], findings })
  if (kept === undefined || standingOf === undefined) return findings
  const read = ["text", "under", ...reads.keys()]
  return keepAnswer(kept.answers, file, { answer: findings, read, standingOf })
}
