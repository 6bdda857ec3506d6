import type { Mutant } from "../../../core/mutation/mutants.ts"
import { factsText } from "../../../core/check/describe-finding.ts"
import {
  percentText,
  type SuggestedCase,
  type Survivor,
  type TableScore,
  totalScore,
} from "../../../rules/impact/mutation-score.ts"
import { shownPath } from "../../tables/shown-path.ts"
import { tableText } from "../../../core/plain-text.ts"

/** What a run judged the slips with. */
export interface MutationRun {
  readonly seed: number
  readonly cases: number
  readonly generated: number
  /** Where the tables lie. */
  readonly folder: string
}

const shortened = (text: string): string => {
  const shown = text === "" ? "(empty)" : text
  return shown.length > 60 ? `${shown.slice(0, 57)}...` : shown
}

/** A slip in the form that editors open: its place, and the cell before and after it. */
export const slipText = (folder: string, mutant: Mutant): string => {
  const { character, column, from, line, to } = mutant
  const subject = column === "" ? "" : `${column}: `
  return `${shownPath(folder, mutant.file)}:${line}:${character} ${subject}${shortened(from)} -> ${shortened(to)}`
}

const linesText = (lines: ReadonlyArray<number>): string =>
  lines.length === 0 ? "no row" : `line ${lines.join(", ")}`

/** Which kind of case would notice a slip. */
const hintText = ({ verdict: { generated, witness } }: Survivor): string => {
  const [example] = generated
  const silent = "no generated situation notices it either"
  const noticing = example === undefined ? silent : `${example.name} would notice it`
  if (witness === null) return noticing
  const { after, before, facts } = witness
  const answers =
    before.join() === after.join()
      ? `${linesText(before)} says something else`
      : `${linesText(before)} becomes ${linesText(after)}`
  return `${noticing}; asked with ${factsText(facts)}, ${answers}`
}

const scoreOf = (tables: ReadonlyArray<TableScore>): readonly [string, string] => {
  const { audible, judged, noticed } = totalScore(tables)
  return [percentText(noticed, judged), percentText(noticed, audible)]
}

const tableRow = (table: TableScore) => {
  const { all, equivalent, file, noticed, silent, survivors, tried } = table
  const count = tried < all ? `${tried} of ${all}` : String(tried)
  const { cases, check, loading } = noticed
  return [
    file,
    count,
    equivalent,
    loading,
    check,
    cases,
    survivors.length,
    silent,
    ...scoreOf([table]),
  ]
}

const totalRow = (name: string, tables: ReadonlyArray<TableScore>) => {
  const sum = (of: (table: TableScore) => number): number =>
    tables.reduce((total, table) => total + of(table), 0)
  return [
    name,
    sum(({ tried }) => tried),
    sum(({ equivalent }) => equivalent),
    sum(({ noticed }) => noticed.loading),
    sum(({ noticed }) => noticed.check),
    sum(({ noticed }) => noticed.cases),
    sum(({ survivors }) => survivors.length),
    sum(({ silent }) => silent),
    ...scoreOf(tables),
  ]
}

const header = [
  "table",
  "slips",
  "equivalent",
  "by loading",
  "by check",
  "by cases",
  "survive",
  "silent",
  "score %",
  "audible %",
]

const survivorsText = (folder: string, table: TableScore, listed: number): string => {
  const { survivors } = table
  const shown = survivors.slice(0, listed)
  const rest = survivors.length - shown.length
  return [
    ...shown.map((survivor) => `${slipText(folder, survivor.mutant)}\n  ${hintText(survivor)}`),
    ...(rest > 0 ? [`${table.file}: and ${rest} more; --list ${survivors.length} shows them`] : []),
  ].join("\n")
}

const explanation = ({ cases, generated, seed }: MutationRun): string =>
  [
    `Slips are noticed by loading the tables, by a new error or warning of the check, or by one of ${cases} cases whose answer changes.`,
    "Equivalent slips are proven to change nothing and do not count. The score is floored.",
    `Silent ones change no answer to ${generated} generated situations (seed ${seed}) either; the audible score leaves them out.`,
  ].join("\n")

/** The report of a run, for people. */
export const mutationText = (
  run: MutationRun,
  tables: ReadonlyArray<TableScore>,
  listed: number,
  suggested: ReadonlyArray<SuggestedCase>,
): string => {
  const kinds = (["decision", "plain"] as const).map((kind) => ({
    kind,
    tables: tables.filter((table) => table.kind === kind),
  }))
  const totals = kinds.flatMap((one) =>
    one.tables.length < 2 ? [] : [totalRow(`all ${one.kind} tables`, one.tables)],
  )
  const survivors = tables.filter((table) => table.survivors.length > 0)
  return [
    explanation(run),
    tableText(header, [...tables.map(tableRow), ...totals]),
    ...(listed === 0 ? [] : survivors.map((table) => survivorsText(run.folder, table, listed))),
    ...(suggested.length === 0
      ? []
      : [
          [
            `${suggested.length} generated situations that would notice more, as rows of corpus/cases.csv:`,
            ...suggested.map(({ line }) => line),
          ].join("\n"),
        ]),
  ].join("\n\n")
}
