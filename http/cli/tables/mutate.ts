import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import type { NamedFacts } from "../../../core/analysis/region.ts"
import { decisionMutants, type Mutant } from "../../../core/mutation/mutants.ts"
import { tableText } from "../../../core/plain-text.ts"
import { countFlag, seedFlag } from "./corpus-flags.ts"
import {
  askedByItself,
  importedFlags,
  portableFlags,
  caseQuestions,
  questionsWithout,
  readPortable,
  readQuestions,
} from "./imported-table.ts"
import { type LoadedTables, loadForAnalysis, tablesFlag } from "./load-tables.ts"
import { shownPath } from "../../tables/shown-path.ts"
import { refusal, wrongUsage } from "../../terminal/command-refused.ts"
import { jsonFlag, print } from "../../terminal/output.ts"
import { caseSituations } from "../../../rules/corpus/cases.ts"
import { situations } from "../../../rules/corpus/generate.ts"
import {
  isDecision,
  type JudgedMutant,
  mutantsOf,
  mutatedFilesIn,
  percentText,
  sampleOf,
  scoreTable,
  suggestCases,
  type SuggestedCase,
  type Survivor,
  type TableScore,
  totalScore,
} from "../../../rules/impact/mutation-score.ts"
import { type JudgeMutant, prepareMutation } from "../../../rules/impact/mutation.ts"
import { tableNamed } from "../../../rules/tables/table-named.ts"
import {
  type JudgedSlip,
  prepareSlipJudge,
  scoreSlips,
} from "../../../rules/impact/question-mutation.ts"
import { factsText } from "../../../core/check/tell/english.ts"

/** Slips of each plain table that are drawn unless told otherwise. */
const plainCount = 40

const flags = {
  ...importedFlags,
  table: Flag.String("table").pipe(
    Flag.withDescription("A table to judge, may be repeated; all of them when left out"),
    Flag.atLeast(0),
  ),
  decisions: Flag.Boolean("decisions").pipe(
    Flag.withDescription("Judge the decision tables only"),
    Flag.withDefault(false),
  ),
  count: countFlag(
    "count",
    `Slips drawn of each table; all of a decision table and ${plainCount} of a plain one when left out`,
  ).pipe(Flag.optional),
  seed: seedFlag,
  generated: countFlag("generated", "Generated situations that survivors are tried on").pipe(
    Flag.withDefault(2_000),
  ),
  list: countFlag("list", "Survivors listed of each table").pipe(Flag.withDefault(10)),
  suggest: Flag.Boolean("suggest").pipe(
    Flag.withDescription("Print generated situations that would notice more, as rows of cases"),
    Flag.withDefault(false),
  ),
  minimum: Flag.Finite("minimum").pipe(
    Flag.withDescription("Fail when less than this percentage of a table's slips is noticed"),
    Flag.optional,
  ),
  tables: tablesFlag,
  json: jsonFlag,
}

/** `viatica tables mutate`: which small slips in the tables nothing notices. */
export const mutate = Command.make(
  "mutate",
  flags,
  Effect.fn("tables mutate")(function* (given) {
    const minimum = Option.getOrUndefined(given.minimum)
    const count = Option.getOrUndefined(given.count)
    if (Option.isSome(given.file)) {
      const path = given.file.value
      const { decisions, suggest } = given
      yield* portableFlags(path, { table: given.table.length > 0, decisions, suggest })
      return yield* judgePortable(given, path, Option.getOrUndefined(given.questions))
    }
    if (Option.isSome(given.questions)) return yield* questionsWithout
    const loaded = yield* loadForAnalysis(given.tables)
    const all = mutatedFilesIn(loaded.sources)
    const named = yield* Effect.forEach(given.table, (name) =>
      Effect.fromResult(tableNamed(name, all)),
    )
    const asked = (file: string) => askedByItself(loaded, file)
    const [alone] = named.flatMap((file) => asked(file) ?? [])
    if (alone !== undefined) {
      if (named.length > 1) return yield* wrongUsage("a table that nothing asks is judged alone")
      return yield* judgePortable(given, alone, undefined)
    }
    // Slips in what no answer asks would all survive.
    const wanted = named.length > 0 ? named : all.filter((file) => asked(file) === undefined)
    const files = given.decisions ? wanted.filter(isDecision) : wanted
    const options = { files, count, seed: given.seed, generated: given.generated }
    const { run, scores } = yield* judgeTables(loaded, options)
    yield* print(given.json, given.json ? jsonOf(run, scores) : undefined, () =>
      mutationText(run, scores, given.list, given.suggest ? suggestCases(scores) : []),
    )
    return yield* meets(scores, minimum)
  }),
).pipe(
  Command.withDescription("Make small slips in the tables and list those that nothing notices"),
  Command.withExamples([
    {
      command: "viatica tables mutate --table sandbox/tariffs.csv --suggest",
      description: "The score of one table, and cases that would raise it",
    },
    {
      command: "viatica tables mutate --decisions --list 0",
      description: "The scores of all decision tables",
    },
    {
      command: "viatica tables mutate lending/strategy.table.json --questions asked.ndjson",
      description: "What questions notice of slips in an imported table",
    },
  ]),
)

/** Judges the slips of a table that its questions ask; fails where too few are noticed. */
const judgePortable = Effect.fnUntraced(function* (
  given: {
    readonly count: Option.Option<number>
    readonly minimum: Option.Option<number>
    readonly json: boolean
    readonly list: number
    readonly seed: number
  },
  path: string,
  questions: string | undefined,
) {
  const { json, list, seed } = given
  const count = Option.getOrUndefined(given.count)
  const minimum = Option.getOrUndefined(given.minimum)
  const score = yield* mutatePortable({ path, questions, count, seed, list, json })
  if (minimum === undefined || score.noticed * 100 >= minimum * score.counted) return undefined
  const short = [`${score.file} ${score.percent} %`]
  return yield* refusal("slips-unnoticed", { minimumPercent: minimum, short })
})

/** What a run judged the slips with. */
export interface MutationRun {
  readonly seed: number
  readonly cases: number
  readonly generated: number
  /** Where the tables lie. */
  readonly folder: string
}

/** A slip in the form that editors open: its place, and the cell before and after it. */
export const slipText = (folder: string, mutant: Mutant): string => {
  const { character, column, from, line, to } = mutant
  const subject = column === "" ? "" : `${column}: `
  return `${shownPath(folder, mutant.file)}:${line}:${character} ${subject}${shortened(from)} -> ${shortened(to)}`
}

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

/** Puts small slips into an imported table, and tells which nothing notices, with facts that would. */
export const mutatePortable = Effect.fnUntraced(function* (given: {
  readonly path: string
  readonly questions: string | undefined
  readonly count: number | undefined
  readonly seed: number
  readonly list: number
  readonly json: boolean
}) {
  const found = yield* readPortable(given.path)
  const questions =
    given.questions === undefined
      ? caseQuestions(found)
      : yield* readQuestions(found, given.questions)
  const all = decisionMutants(found.decision, found.source)
  const judge = prepareSlipJudge(found, questions)
  const drawn = sampleOf(all, given.count ?? all.length, given.seed)
  // Each slip in a turn of its own: a long run can be ended between two.
  const judged = yield* Effect.forEach(drawn, (mutant) =>
    Effect.map(Effect.yieldNow, (): JudgedSlip => ({ mutant, verdict: judge(mutant) })),
  )
  const { by, counted, noticed, percent, survivors } = scoreSlips(judged)
  const listed = survivors.map(({ facts, mutant }) => {
    const { edits: _, ...slip } = mutant
    return { ...slip, facts }
  })
  const told = {
    file: found.file,
    asked: questions.length,
    all: all.length,
    tried: judged.length,
    equivalent: by.equivalent,
    noticed: { loading: by.loading, check: by.check, questions: by.questions },
    score: percent,
    survivors: listed,
  }
  const shown = survivors.slice(0, given.list)
  const rest = survivors.length - shown.length
  yield* print(given.json, told, () =>
    [
      `Slips are noticed by loading the table, by a new error or warning of the check, or by another answer to one of the questions, of which there are ${questions.length}.`,
      tableText(
        [
          "table",
          "slips",
          "equivalent",
          "by loading",
          "by check",
          "by questions",
          "survive",
          "score %",
        ],
        [
          [
            found.file,
            judged.length < all.length ? `${judged.length} of ${all.length}` : all.length,
            ...Object.values(by),
            survivors.length,
            percent,
          ],
        ],
      ),
      ...shown.map(({ facts, mutant }) => survivorText(found.folder, mutant, facts)),
      ...(rest > 0 && given.list > 0
        ? [`and ${rest} more; --list ${survivors.length} shows them`]
        : []),
    ].join("\n\n"),
  )
  return { file: found.file, counted, noticed, percent }
})

/** Counts on a line of the terminal, if standard error is one. */
const showProgress = (text: string): void => {
  if (process.stderr.isTTY === true) process.stderr.write(`\r\u001b[K${text}`)
}

const clearProgress = Effect.sync(() => showProgress(""))

const judgeTables = Effect.fnUntraced(function* (
  loaded: LoadedTables,
  { count, files, generated, seed }: Options,
) {
  const { sources, tables } = loaded
  const cases = caseSituations(tables)
  const run: MutationRun = { seed, cases: cases.length, generated, folder: loaded.folder }
  const drawn = situations(tables, seed, generated)
  const judgeFor = prepareMutation({ tables, sources, cases, generated: drawn })
  const scores: Array<TableScore> = []
  for (const file of files) {
    const judge = judgeFor(file)
    if (judge === undefined) continue
    const all = mutantsOf(tables, file, sources.get(file) ?? "")
    const most = count ?? (isDecision(file) ? all.length : plainCount)
    const mutants = sampleOf(all, most, seed)
    showProgress(`${file}: ${mutants.length} slips`)
    const judged = yield* Effect.forEach(mutants, (mutant) => judgedInTurn(mutant, judge))
    scores.push(scoreTable(file, judged, all.length))
  }
  return { run, scores }
}, Effect.ensuring(clearProgress))

interface Options {
  readonly files: ReadonlyArray<string>
  readonly count: number | undefined
  readonly seed: number
  readonly generated: number
}

/** Judges a slip in a turn of its own: a run takes minutes, and can be ended between two slips. */
const judgedInTurn = (mutant: Mutant, judge: JudgeMutant): Effect.Effect<JudgedMutant> =>
  Effect.map(Effect.yieldNow, () => ({ mutant, verdict: judge(mutant) }))

const jsonOf = (run: MutationRun, scores: ReadonlyArray<TableScore>) => ({
  ...run,
  tables: scores.map((score) => {
    const { audible, judged, noticed } = totalScore([score])
    return {
      ...score,
      score: percentText(noticed, judged),
      audibleScore: percentText(noticed, audible),
      survivors: score.survivors.map(({ mutant, verdict }) => {
        const { edits: _, ...slip } = mutant
        const names = verdict.generated.map(({ name }) => name)
        return { ...slip, witness: verdict.witness, noticedByGenerated: names }
      }),
    }
  }),
  suggested: suggestCases(scores),
})

const meets = (scores: ReadonlyArray<TableScore>, minimumPercent: number | undefined) => {
  if (minimumPercent === undefined) return Effect.void
  const short = scores.flatMap((score) => {
    const { judged, noticed } = totalScore([score])
    const isShort = noticed * 100 < minimumPercent * judged
    return isShort ? `${score.file} ${percentText(noticed, judged)} %` : []
  })
  return short.length === 0
    ? Effect.void
    : Effect.fail(refusal("slips-unnoticed", { minimumPercent, short }))
}

const shortened = (text: string): string => {
  const shown = text === "" ? "(empty)" : text
  return shown.length > 60 ? `${shown.slice(0, 57)}...` : shown
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

const scoreOf = (tables: ReadonlyArray<TableScore>): readonly [string, string] => {
  const { audible, judged, noticed } = totalScore(tables)
  return [percentText(noticed, judged), percentText(noticed, audible)]
}

const explanation = ({ cases, generated, seed }: MutationRun): string =>
  [
    `Slips are noticed by loading the tables, by a new error or warning of the check, or by one of ${cases} cases whose answer changes.`,
    "Equivalent slips are proven to change nothing and do not count. The score is floored.",
    `Silent ones change no answer to ${generated} generated situations (seed ${seed}) either; the audible score leaves them out.`,
  ].join("\n")

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

const survivorsText = (folder: string, table: TableScore, listed: number): string => {
  const { survivors } = table
  const shown = survivors.slice(0, listed)
  const rest = survivors.length - shown.length
  return [
    ...shown.map((survivor) => `${slipText(folder, survivor.mutant)}\n  ${hintText(survivor)}`),
    ...(rest > 0 ? [`${table.file}: and ${rest} more; --list ${survivors.length} shows them`] : []),
  ].join("\n")
}

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

const linesText = (lines: ReadonlyArray<number>): string =>
  lines.length === 0 ? "no row" : `line ${lines.join(", ")}`

const survivorText = (folder: string, mutant: Mutant, facts: NamedFacts | null): string => {
  const wanted =
    facts === null ? "no facts were found that notice it" : `noticed by ${factsText(facts)}`
  return `${slipText(folder, mutant)}\n  ${wanted}`
}
