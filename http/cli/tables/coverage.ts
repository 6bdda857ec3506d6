import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { type CorpusCoverage, corpusCoverage } from "../../../rules/impact/coverage.ts"
import { tableFiles } from "../../../rules/tables/index.ts"
import { jsonFlag, print } from "../../terminal/output.ts"
import { corpusFlags } from "./corpus-flags.ts"
import { readRequests } from "./coverage-requests.ts"
import { coverageText, totalsOf } from "../../../rules/changes/coverage-text.ts"
import { loadForAnalysis, tablesFlag } from "./load-tables.ts"
import { portableFlags, questionsWithout } from "./portable-questions.ts"
import { shownPath } from "../../tables/shown-path.ts"
import { tableNamed } from "../../../rules/tables/table-named.ts"
import { drawCorpus } from "../../../rules/corpus/draw-corpus.ts"
import { type CommandRefused, refusal } from "../../terminal/command-refused.ts"

/** The part of a coverage that is about one table, or all of it. */
const narrowed = (
  coverage: CorpusCoverage,
  file: string | undefined,
): Effect.Effect<CorpusCoverage, CommandRefused> => {
  if (file === undefined) return Effect.succeed(coverage)
  const isNamed = (table: { readonly file: string }): boolean => table.file === file
  const decisions = coverage.decisions.filter(isNamed)
  const plain = coverage.plain.filter(isNamed)
  return decisions.length + plain.length === 0
    ? Effect.fail(refusal("table-not-exercised", { file }))
    : Effect.succeed({ situations: coverage.situations, decisions, plain, uncited: [] })
}

const meets = (
  coverage: CorpusCoverage,
  minimumPercent: number | undefined,
  by: "corpus" | "requests" | "questions",
): Effect.Effect<void, CommandRefused> => {
  if (minimumPercent === undefined) return Effect.void
  const short = totalsOf(coverage).flatMap(({ tally, text }) =>
    tally.covered * 100 < minimumPercent * tally.all ? [text] : [],
  )
  return short.length === 0
    ? Effect.void
    : Effect.fail(refusal("coverage-below", { minimumPercent, short, by }))
}

const flags = {
  file: Argument.String("FILE").pipe(
    Argument.withDescription("The .table.json of an imported table, to judge this alone"),
    Argument.optional,
  ),
  questions: Flag.String("questions").pipe(
    Flag.withDescription(
      "Facts that an imported table is asked with (- for standard input): a JSON object a line",
    ),
    Flag.optional,
  ),
  tables: tablesFlag,
  table: Flag.String("table").pipe(
    Flag.withDescription(
      "Show one table with every cell: coach/arguments.csv, or an ending such as arguments",
    ),
    Flag.optional,
  ),
  ...corpusFlags,
  requests: Flag.String("requests").pipe(
    Flag.withDescription(
      "Count the requests of a file instead (- for standard input): JSON lines, CSV or XLSX, of quotes and bilans",
    ),
    Flag.optional,
  ),
  minimum: Flag.Finite("minimum").pipe(
    Flag.withDescription(
      "Fail when less than this percentage of the rows, cells or alternatives is exercised",
    ),
    Flag.filter(
      (percent) => percent >= 0 && percent <= 100,
      () => "Expected a percentage from 0 to 100",
    ),
    Flag.optional,
  ),
  json: jsonFlag,
}

/** `viatica tables coverage`: what the corpus of situations exercises of the tables. */
export const coverage = Command.make(
  "coverage",
  flags,
  Effect.fn("tables coverage")(function* (given) {
    const minimum = Option.getOrUndefined(given.minimum)
    if (Option.isSome(given.file)) {
      const path = given.file.value
      const [table, requests] = [Option.isSome(given.table), Option.isSome(given.requests)]
      yield* portableFlags(path, { table, requests, "cases-only": given.casesOnly })
      const { coverPortable } = yield* Effect.promise(
        async () => await import("./coverage-portable.ts"),
      )
      const questions = Option.getOrUndefined(given.questions)
      const covered = yield* coverPortable({ path, questions, json: given.json })
      return yield* meets(covered, minimum, "questions")
    }
    if (Option.isSome(given.questions)) return yield* questionsWithout
    const file = Option.isSome(given.table)
      ? yield* Effect.fromResult(tableNamed(given.table.value, tableFiles))
      : undefined
    const { folder, tables, wordsOf } = yield* loadForAnalysis(given.tables)
    const { corpus, run } = Option.isSome(given.requests)
      ? yield* readRequests(tables, given.requests.value)
      : drawCorpus(tables, given)
    const shown = yield* narrowed(corpusCoverage(tables, wordsOf, corpus), file)
    yield* print(given.json, { ...run, ...shown }, () =>
      coverageText(run, shown, file !== undefined, (table) => shownPath(folder, table)),
    )
    const by = Option.isSome(given.requests) ? "requests" : "corpus"
    return yield* meets(shown, minimum, by)
  }),
).pipe(
  Command.withDescription(
    "Report which rows and cells of the tables the corpus, or requests, exercise",
  ),
  Command.withExamples([
    {
      command: "viatica tables coverage --table sandbox/tariffs.csv",
      description: "List what of a table is not exercised, with facts that would",
    },
    {
      command: "viatica tables coverage --requests requests.ndjson",
      description: "Count own or logged requests instead of the corpus, a request a line",
    },
    {
      command: "viatica tables coverage --cases-only --minimum 80",
      description: "Fail where the analysts' cases exercise less than 80 % of the decision tables",
    },
    {
      command: "viatica tables coverage lending/strategy.table.json --questions asked.ndjson",
      description: "What questions exercise of an imported table",
    },
  ]),
)
