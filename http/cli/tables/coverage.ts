import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { recordCoverage } from "../../../core/coverage/coverage.ts"
import { reportCoverage } from "../../../core/coverage/uncovered.ts"
import type { NamedFacts } from "../../../core/analysis/region.ts"
import { counted } from "../../../core/plain-text.ts"
import { columnsOfFeel } from "../../../core/portable/read-portable.ts"
import { camelKeys } from "../../../core/table/names.ts"
import { namelessInput, writeCases } from "../../tables/forms/tck/write-cases.ts"
import { answerBatch, type WriteLine } from "../../bulk/batch/answer-batch.ts"
import { lineBatches } from "../../bulk/batch/line-batches.ts"
import { documentLine, openRequests, originOf } from "../../bulk/request-origin.ts"
import { type AnswerBytes, makeReader } from "../../bulk/request-reader.ts"
import { type RequestColumns, requestColumns, rowReader } from "../../bulk/rows/row-request.ts"
import { isRequestHeader, tableRequests } from "../../bulk/table-requests.ts"
import { corpusFlags } from "./corpus-flags.ts"
import { writeBytes } from "./files.ts"
import {
  askedByItself,
  type FoundPortable,
  importedFlags,
  portableFlags,
  caseQuestions,
  questionsWithout,
  readPortable,
  readQuestions,
} from "./imported-table.ts"
import { loadForAnalysis, tablesFlag } from "./load-tables.ts"
import { shownPath } from "../../tables/shown-path.ts"
import { type CommandRefused, refusal, wrongUsage } from "../../terminal/command-refused.ts"
import { jsonFlag, print } from "../../terminal/output.ts"
import { coverageText, type RequestRun, totalsOf } from "../../../rules/changes/coverage-text.ts"
import { drawCorpus } from "../../../rules/corpus/corpus.ts"
import { type BilanOrQuote, prepareRequestKind } from "../../../rules/impact/request-kind.ts"
import { type CorpusCoverage, corpusCoverage } from "../../../rules/impact/coverage.ts"
import { limitOf, limitsOf } from "../../../rules/reference/limits.ts"
import { tableFilesIn, type Tables } from "../../../rules/tables/index.ts"
import { tableNamed } from "../../../rules/tables/table-named.ts"

const flags = {
  ...importedFlags,
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
  tck: Flag.String("tck").pipe(
    Flag.withDescription(
      "Write the questions of an imported table, and those that would exercise the rest, as cases of DMN's compatibility kit to this file",
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
      const questions = Option.getOrUndefined(given.questions)
      const tck = Option.getOrUndefined(given.tck)
      const covered = yield* coverPortable({ path, questions, json: given.json, tck })
      return yield* meets(covered, minimum, "questions")
    }
    if (Option.isSome(given.questions)) return yield* questionsWithout
    if (Option.isSome(given.tck)) return yield* wrongUsage("--tck is for imported tables")
    const { folder, sources, tables, wordsOf } = yield* loadForAnalysis(given.tables)
    const file = Option.isSome(given.table)
      ? yield* Effect.fromResult(tableNamed(given.table.value, tableFilesIn(sources)))
      : undefined
    const path = file === undefined ? undefined : askedByItself({ folder, sources }, file)
    if (path !== undefined && Option.isNone(given.requests)) {
      const covered = yield* coverPortable({
        path,
        questions: undefined,
        json: given.json,
        tck: undefined,
      })
      return yield* meets(covered, minimum, "questions")
    }
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
    {
      command: "viatica tables coverage lending/strategy.table.json --tck strategy-test-01.xml",
      description: "Write cases for every engine that runs the compatibility kit of DMN",
    },
  ]),
)

/**
 * Tells what the questions of a file exercise of an imported table; without a file these are its cases,
 * and where there are none, nothing is exercised, and the facts that would are a first set of questions.
 */
export const coverPortable = Effect.fnUntraced(function* (given: {
  readonly path: string
  readonly questions: string | undefined
  readonly json: boolean
  readonly tck?: string | undefined
}) {
  const found = yield* readPortable(given.path)
  const questions =
    given.questions === undefined
      ? caseQuestions(found)
      : yield* readQuestions(found, given.questions)
  const recorder = recordCoverage(found.decision)
  for (const facts of questions) recorder.ask(camelKeys(facts))
  const report = reportCoverage(found.decision, recorder.coverage(), () => undefined)
  const coverage: CorpusCoverage = {
    situations: questions.length,
    decisions: [report],
    plain: [],
    uncited: [],
  }
  yield* print(given.json, report, () =>
    coverageText({ questions: questions.length }, coverage, true, (file) =>
      shownPath(found.folder, file),
    ),
  )
  if (given.tck !== undefined) {
    const wanted = report.uncovered.flatMap(({ witness }) =>
      witness._tag === "Facts" ? [witness.facts] : [],
    )
    const told = yield* writeKitCases(found, [...questions, ...wanted], given.tck)
    if (!given.json) yield* Console.log(`\n${told}`)
  }
  return coverage
})

/** Writes questions as cases of the kit, and says how many. */
const writeKitCases = Effect.fnUntraced(function* (
  found: FoundPortable,
  questions: ReadonlyArray<NamedFacts>,
  path: string,
) {
  const nameless = namelessInput(found.table)
  if (nameless !== undefined) {
    const { expression, name } = nameless
    return yield* wrongUsage(`no case can be written for ${name}: ${expression} is no name`)
  }
  if (columnsOfFeel(found.table).length > 0) {
    return yield* wrongUsage("no case can be written for a table that holds expressions of FEEL")
  }
  const { cases, left, text } = writeCases(found, questions)
  yield* writeBytes(path, text)
  const aside = left === 0 ? "" : `; ${left} left aside, of days that are none`
  return `${path} written: ${counted(cases, "case")} for ${found.table.name}.dmn${aside}`
})

/**
 * Reads the requests of a file: those of quotes and of bilans, mixed as they come. What cannot be read
 * is told on standard error with its number, and counted.
 */
export const readRequests = Effect.fn("readRequests")(function* (tables: Tables, file: string) {
  const lineBytesMax = limitOf(tables, "body_bytes_max")
  const origin = originOf(Option.some(file === "-" ? file : `@${file}`))
  const columns = yield* Effect.promise(() => columnsOf(tables))
  const isHeader = async (line: string) => isRequestHeader(columns)(line)
  const { input, unreadable } = yield* openRequests(origin, { bytesMax: lineBytesMax, isHeader })
  if (input._tag === "Empty") {
    return yield* refusal("unreadable", { path: origin.name, reason: { _tag: "Empty" } })
  }
  const { chunks, place } =
    input._tag === "Table"
      ? yield* tableRequests(origin, input, { columns, lineBytesMax, unreadable })
      : {
          chunks: input._tag === "Lines" ? input.chunks : documentLine(input.bytes, lineBytesMax),
          place: "line ",
        }
  const asked: Array<BilanOrQuote> = []
  const read = makeReader<BilanOrQuote>(
    {
      answer: prepareRequestKind(tables),
      identified: (one) => one,
      warned: (one) => one,
    },
    lineBytesMax,
  )
  const collect: AnswerBytes<WriteLine> = (bytes) =>
    Result.map(read(bytes), ({ answer, warnings }) => ({
      answer: () => void asked.push(answer),
      warnings,
    }))
  const batches = lineBatches(chunks, { batchBytes, lineBytesMax, lingerMs: 0 })
  const reader = input._tag === "Table" ? rowReader(collect) : collect
  let unread = 0
  yield* Stream.runForEach(Stream.fromAsyncIterable(batches, unreadable), (batch) =>
    Effect.suspend(() => {
      const { refused, reports } = answerBatch(batch, reader, { place })
      unread += refused
      return refused === 0 ? Effect.void : Console.error(Buffer.from(reports).toString().trimEnd())
    }),
  )
  if (asked.length === 0) {
    const reason = "no line of it is a request of quotes or of a bilan"
    return yield* refusal("unreadable", { path: origin.name, reason })
  }
  const quotes = asked.filter(({ quote }) => quote !== undefined).length
  const run: RequestRun = {
    requests: { quotes, bilans: asked.length - quotes, unreadable: unread },
  }
  return { corpus: asked, run }
}, Effect.scoped)

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

/** The columns of both kinds of requests; a row that names a residence is of a bilan. */
const columnsOf = async (tables: Tables): Promise<RequestColumns> => {
  const limit = limitsOf(tables)
  const { bilanShape } = await import("../../bulk/rows/bilan-shape.ts")
  const { quoteShape } = await import("../../bulk/rows/bilan-shape.ts")
  const [bilans, quotes] = [bilanShape, quoteShape].map((shape) =>
    requestColumns(shape(limit).request),
  ) as [RequestColumns, RequestColumns]
  return {
    byName: new Map([...bilans.byName, ...quotes.byName]),
    names: [...new Set([...bilans.names, ...quotes.names])],
  }
}

const batchBytes = 65_536
