import type { Decision } from "../../core/table/decision.ts"
import { type CoverageRecorder, recordCoverage } from "../../core/coverage/coverage.ts"
import type { WordsOf } from "../../core/analysis/space.ts"
import type { Tally } from "../../core/coverage/tally.ts"
import { type CoverageReport, reportCoverage } from "../../core/coverage/uncovered.ts"
import { saysOfTravel, type Tables } from "../tables/index.ts"
import { prepareCitations } from "./citations.ts"
import { prepareQuestions } from "./questions.ts"
import type { BilanOrQuote } from "./request-kind.ts"
import { prepareTogether } from "./possible-facts.ts"
import { type AnyFacts, type AnyHit, type WatchedTable, watchedTables } from "./watched-tables.ts"

/** How many rows of a plain table the explanations of answers cite. */
export interface PlainCoverage {
  readonly file: string
  readonly rows: Tally
  /** The lines of the rows that none cites, rising. */
  readonly uncitedLines: ReadonlyArray<number>
}

/** What situations of a corpus, or requests, exercise of the tables. */
export interface CorpusCoverage {
  readonly situations: number
  readonly decisions: ReadonlyArray<CoverageReport>
  /** Plain tables that some answer cites. */
  readonly plain: ReadonlyArray<PlainCoverage>
  /** Files of the plain tables that no answer cites, as tables of names and limits. */
  readonly uncited: ReadonlyArray<string>
}

type AnyRecorder = CoverageRecorder<AnyFacts, AnyHit>

/** A recorder of a table whose facts and rows are those of its own type. */
const recorderOf = (tables: Tables, name: WatchedTable): AnyRecorder =>
  recordCoverage(tables[name] as unknown as Decision) as unknown as AnyRecorder

const plainCoverage = (
  tables: Tables,
  citedLines: ReadonlyMap<string, ReadonlySet<number>>,
): ReadonlyArray<PlainCoverage> =>
  Object.values(tables).flatMap((table): ReadonlyArray<PlainCoverage> => {
    if (!("lines" in table) || !saysOfTravel(table.file)) return []
    const cited = citedLines.get(table.file)
    const uncitedLines = table.lines.filter((line) => cited?.has(line) !== true)
    const all = table.lines.length
    return [{ file: table.file, rows: { covered: all - uncitedLines.length, all }, uncitedLines }]
  })

const byFile = (left: { readonly file: string }, right: { readonly file: string }): number =>
  left.file < right.file ? -1 : 1

/**
 * Runs situations or requests and reports what they exercise: of decision tables the rows that counted, the
 * cells that decided and the words and ranges that were met, with facts for the rest; of plain
 * tables the rows that explanations of the answers cite.
 */
export const corpusCoverage = (
  tables: Tables,
  wordsOf: WordsOf,
  situations: ReadonlyArray<BilanOrQuote>,
): CorpusCoverage => {
  const recorders = new Map(watchedTables.map((name) => [name, recorderOf(tables, name)] as const))
  const together = prepareTogether(tables)
  const askAbout = prepareQuestions(tables)
  const citationsOf = prepareCitations(tables)
  const cited = new Map<string, Set<number>>()
  for (const situation of situations) {
    askAbout(situation, (name, facts) => recorders.get(name)?.ask(facts) ?? [])
    for (const { file, line } of citationsOf(situation)) {
      const lines = cited.get(file) ?? new Set<number>()
      cited.set(file, lines.add(line))
    }
  }
  const plain = plainCoverage(tables, cited)
  return {
    situations: situations.length,
    decisions: [...recorders]
      .map(([name, { coverage }]) =>
        reportCoverage(
          tables[name] as unknown as Decision,
          coverage(),
          wordsOf,
          together(tables[name].definition.file),
        ),
      )
      .sort(byFile),
    plain: plain.filter(({ rows }) => rows.covered > 0).sort(byFile),
    uncited: plain
      .filter(({ rows }) => rows.covered === 0)
      .map(({ file }) => file)
      .sort(),
  }
}
