import { percentText, sumTallies, type Tally } from "../../core/coverage/coverage.ts"
import type { CoverageReport, Uncovered } from "../../core/coverage/uncovered.ts"
import type { CorpusRun } from "../corpus/corpus.ts"
import type { CorpusCoverage, PlainCoverage } from "../impact/coverage.ts"
import { tableText } from "../../core/plain-text.ts"

/** What requests were counted, and how many lines held none. */
export interface RequestRun {
  readonly requests: {
    readonly quotes: number
    readonly bilans: number
    readonly unreadable: number
  }
}

/** How many questions to an imported table were counted. */
export interface QuestionRun {
  readonly questions: number
}

const madeOf = (run: CorpusRun | RequestRun | QuestionRun): string => {
  if ("questions" in run) return `Questions: ${run.questions}`
  if (!("requests" in run))
    return `${run.cases} cases and ${run.generated} generated situations, seed ${run.seed}`
  const { bilans, quotes, unreadable } = run.requests
  const left = unreadable === 0 ? "" : `; ${unreadable} could not be read and are not counted`
  return `Requests: ${quotes} of quotes and ${bilans} of bilans${left}`
}

/** A sum over all tables shown, in words. */
export interface Total {
  readonly tally: Tally
  readonly text: string
}

const tallyText = (tally: Tally): string =>
  tally.all === 0 ? "-" : `${tally.covered} of ${tally.all}, ${percentText(tally)}`

/**
 * What a minimum applies to: rows, cells and alternatives of the decision tables shown, or the
 * rows of a plain table that is shown alone.
 */
export const totalsOf = ({ decisions, plain }: CorpusCoverage): ReadonlyArray<Total> => {
  const total = (what: string, tallies: ReadonlyArray<Tally>): Total => {
    const tally = sumTallies(tallies)
    return { tally, text: `${what} ${percentText(tally)}` }
  }
  if (decisions.length === 0)
    return [
      total(
        "rows",
        plain.map(({ rows }) => rows),
      ),
    ]
  return [
    total(
      "rows",
      decisions.map(({ rows }) => rows),
    ),
    total(
      "cells",
      decisions.map(({ cells }) => cells),
    ),
    total(
      "alternatives",
      decisions.map(({ alternatives }) => alternatives),
    ),
  ]
}

const decisionLine = (report: CoverageReport): ReadonlyArray<string> => [
  report.file,
  String(report.questions),
  tallyText(report.rows),
  tallyText(report.cells),
  tallyText(report.alternatives),
]

const decisionsText = (decisions: ReadonlyArray<CoverageReport>): string => {
  const sum: CoverageReport = {
    file: "all of them",
    questions: decisions.reduce((total, { questions }) => total + questions, 0),
    differentQuestions: 0,
    rows: sumTallies(decisions.map(({ rows }) => rows)),
    cells: sumTallies(decisions.map(({ cells }) => cells)),
    alternatives: sumTallies(decisions.map(({ alternatives }) => alternatives)),
    uncovered: [],
  }
  const shown = decisions.length > 1 ? [...decisions, sum] : decisions
  return tableText(
    ["decision table", "questions", "rows", "cells", "alternatives"],
    shown.map(decisionLine),
  )
}

const plainText = (plain: ReadonlyArray<PlainCoverage>): string =>
  tableText(
    ["plain table", "rows cited"],
    plain.map(({ file, rows }) => [file, tallyText(rows)]),
  )

const what = ({ column, part, text }: Uncovered): string => {
  switch (part) {
    case "row":
      return "the row never counts"
    case "cell":
      return `${column} ${text} never decides`
    case "alternative":
      return `${text} in ${column} is never met`
  }
}

const remedy = ({ witness }: Uncovered): string => {
  switch (witness._tag) {
    case "Facts":
      return `it would with ${JSON.stringify(witness.facts)}`
    case "Never":
      return "and cannot, whatever the table is asked"
    case "Impossible":
      return "and no request can make it: what it takes does not go together"
    case "Unknown":
      return "whether it can is unknown: the search was cut short"
  }
}

/** The path of a table as an editor opens it. */
type PathOf = (file: string) => string

const uncoveredLines = (
  { file, uncovered }: CoverageReport,
  everything: boolean,
  pathOf: PathOf,
): ReadonlyArray<string> =>
  uncovered
    .filter(({ part }) => everything || part === "row")
    .map((one) => `${pathOf(file)}:${one.line}:${one.character} ${what(one)}; ${remedy(one)}`)

/** Lines as ranges: `2-4, 9`. */
const rangesText = (lines: ReadonlyArray<number>): string => {
  const ranges: Array<{ first: number; last: number }> = []
  for (const line of lines) {
    const open = ranges.at(-1)
    if (open !== undefined && open.last === line - 1) open.last = line
    else ranges.push({ first: line, last: line })
  }
  return ranges.map(({ first, last }) => (first === last ? first : `${first}-${last}`)).join(", ")
}

const restText = (
  coverage: CorpusCoverage,
  everything: boolean,
  pathOf: PathOf,
): ReadonlyArray<string> => {
  const lines = coverage.decisions.flatMap((report) => uncoveredLines(report, everything, pathOf))
  const unlisted = coverage.decisions.flatMap(({ uncovered }) =>
    uncovered.filter(({ part }) => part !== "row"),
  ).length
  const hint =
    everything || unlisted === 0
      ? []
      : [`and ${unlisted} cells and alternatives: --table FILE lists those of one table`]
  const uncited = everything
    ? coverage.plain.flatMap(({ file, uncitedLines }) =>
        uncitedLines.length === 0
          ? []
          : [`${file}: no answer cites lines ${rangesText(uncitedLines)}`],
      )
    : []
  const all = [...lines, ...hint, ...uncited]
  return all.length === 0 ? [] : [["Not exercised:", ...all].join("\n")]
}

/** A coverage for people; `everything` lists cells, alternatives and the lines of plain tables too. */
export const coverageText = (
  run: CorpusRun | RequestRun | QuestionRun,
  coverage: CorpusCoverage,
  everything: boolean,
  pathOf: PathOf = (file) => file,
): string => {
  const { decisions, plain, uncited } = coverage
  return [
    madeOf(run),
    ...(decisions.length === 0 ? [] : [decisionsText(decisions)]),
    ...(plain.length === 0 ? [] : [plainText(plain)]),
    ...(uncited.length === 0 ? [] : [`No answer cites ${uncited.join(", ")}`]),
    ...restText(coverage, everything, pathOf),
  ].join("\n\n")
}
