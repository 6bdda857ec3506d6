import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { nearest } from "../../../core/table/nearest.ts"
import { corpusOf, corpusSeed, generatedCount } from "../../../rules/corpus/corpus.ts"
import { type CorpusCoverage, corpusCoverage } from "../../../rules/corpus/coverage.ts"
import { definitions } from "../../../rules/tables/index.ts"
import { wordsOfSources } from "../../../rules/tables/words.ts"
import { tablesFolder } from "../../config.ts"
import { loadBundle, readSources } from "../../tables/table-bundle.ts"
import { jsonFlag, print } from "../output.ts"
import { coverageText, type Run, totalsOf } from "./coverage-text.ts"

/** No table of a name is exercised by the corpus. */
export class TableNotExercised extends Data.TaggedError("TableNotExercised")<{
  readonly table: string
  readonly near: string | undefined
}> {
  override get message() {
    const hint = this.near === undefined ? "" : `; did you mean ${this.near}?`
    return `No answer asks or cites a table ${this.table}${hint}`
  }
}

/** Less of the tables is exercised than was asked for. */
export class CoverageBelow extends Data.TaggedError("CoverageBelow")<{
  readonly minimumPercent: number
  readonly short: ReadonlyArray<string>
}> {
  override get message() {
    return `The corpus exercises less than ${this.minimumPercent} %: ${this.short.join(", ")}`
  }
}

const filesIn = ({ decisions, plain }: CorpusCoverage): ReadonlyArray<string> =>
  [...decisions, ...plain].map(({ file }) => file)

/** The part of a coverage that is about one table, or all of it. */
const narrowed = (
  coverage: CorpusCoverage,
  table: string | undefined,
): Effect.Effect<CorpusCoverage, TableNotExercised> => {
  if (table === undefined) return Effect.succeed(coverage)
  const files = filesIn(coverage)
  if (!files.includes(table)) {
    return Effect.fail(new TableNotExercised({ table, near: nearest(table, files) }))
  }
  const isNamed = ({ file }: { readonly file: string }): boolean => file === table
  return Effect.succeed({
    situations: coverage.situations,
    decisions: coverage.decisions.filter(isNamed),
    plain: coverage.plain.filter(isNamed),
    uncited: [],
  })
}

const meets = (
  coverage: CorpusCoverage,
  minimumPercent: number | undefined,
): Effect.Effect<void, CoverageBelow> => {
  if (minimumPercent === undefined) return Effect.void
  const short = totalsOf(coverage).flatMap(({ tally, text }) =>
    tally.covered * 100 < minimumPercent * tally.all ? [text] : [],
  )
  return short.length === 0
    ? Effect.void
    : Effect.fail(new CoverageBelow({ minimumPercent, short }))
}

const flags = {
  tables: Flag.String("tables").pipe(
    Flag.withDescription("Folder of the tables; TABLES_DIR when left out"),
    Flag.optional,
  ),
  table: Flag.String("table").pipe(
    Flag.withDescription("Show one table with every cell, as coach/arguments.csv"),
    Flag.optional,
  ),
  casesOnly: Flag.Boolean("cases-only").pipe(
    Flag.withDescription("Run the analysts' own cases and generate none"),
    Flag.withDefault(false),
  ),
  count: Flag.Int("count").pipe(
    Flag.withDescription("How many situations to generate besides"),
    Flag.filter(
      (count) => count >= 0 && count <= 1_000_000,
      () => "Expected a number from 0 to 1000000",
    ),
    Flag.withDefault(generatedCount),
  ),
  seed: Flag.Int("seed").pipe(
    Flag.withDescription("Seed of the generated situations"),
    Flag.withDefault(corpusSeed),
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
    const folder = Option.isSome(given.tables) ? given.tables.value : yield* tablesFolder
    const { tables } = yield* loadBundle(folder)
    const sources = yield* readSources(folder)
    const corpus = corpusOf(tables, given.seed, given.casesOnly ? 0 : given.count)
    const cases = corpus.filter(({ origin }) => origin === "case").length
    const run: Run = { seed: given.seed, cases, generated: corpus.length - cases }
    const wordsOf = wordsOfSources(Object.values(definitions), sources)
    const table = Option.getOrUndefined(given.table)
    const whole = corpusCoverage(tables, wordsOf, corpus)
    const shown = yield* narrowed(whole, table)
    const everything = table !== undefined
    yield* print(given.json, { ...run, ...shown }, () => coverageText(run, shown, everything))
    yield* meets(shown, Option.getOrUndefined(given.minimum))
  }),
).pipe(
  Command.withDescription("Report which rows and cells of the tables the corpus exercises"),
  Command.withExamples([
    {
      command: "viatica tables coverage --table sandbox/tariffs.csv",
      description: "List what of a table is not exercised, with facts that would",
    },
    {
      command: "viatica tables coverage --cases-only --minimum 80",
      description: "Fail where the analysts' cases exercise less than 80 % of the decision tables",
    },
  ]),
)
