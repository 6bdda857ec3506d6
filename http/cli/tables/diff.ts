import { writeFile } from "node:fs/promises"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { differenceLimits } from "../../../core/difference/difference.ts"
import { tableFiles } from "../../../rules/tables/index.ts"
import { systemReason } from "../../platform/system-error.ts"
import { TablesInvalid } from "../../tables/folder-errors.ts"
import { jsonFlag, print } from "../../terminal/output.ts"
import { corpusFlags, countFlag } from "./corpus-flags.ts"
import { type ComparisonAsked, compareVersions } from "./compare-versions.ts"
import { allMistakesIn } from "../../../rules/changes/diff-impact.ts"
import { diffMarkdown } from "../../../rules/changes/diff-markdown.ts"
import { diffPage } from "../../tables/diff-page.ts"
import type { DiffReport, Places } from "../../../rules/changes/diff-report.ts"
import { diffText } from "../../../rules/changes/diff-text.ts"
import { readVersions, type TwoVersions } from "./diff-versions.ts"
import { portableReport } from "./diff-portable.ts"
import { tablesFlag } from "./load-tables.ts"
import { isPortable } from "./portable.ts"
import { type CommandRefused, refusal, wrongUsage } from "../../terminal/command-refused.ts"

/** As many as a person waits for: they take two or three seconds on two cores. */
const situationsTried = 5_000

const version = (name: string, about: string) =>
  Argument.String(name).pipe(Argument.withDescription(about), Argument.optional)

const flagsOfVersions = {
  before: version("before", "The older version: a folder of tables, else a git revision"),
  after: version("after", "The newer version, likewise; the tables of the folder when left out"),
  base: Flag.String("base").pipe(
    Flag.withDescription(
      "What to compare with: a folder of tables, else a git revision such as HEAD or v2.3.0",
    ),
    Flag.optional,
  ),
  tables: tablesFlag,
}

/** How two versions are compared and told, whatever they are. */
export const diffFlags = {
  table: Flag.String("table").pipe(
    Flag.withDescription("Compare this table only, and look at its impact alone; may be repeated"),
    Flag.between(0, tableFiles.length),
  ),
  regions: Flag.Int("regions").pipe(
    Flag.withDescription("How many regions to list of each decision table"),
    Flag.filter(
      (count) => count >= 1 && count <= 10_000,
      () => "Expected a number from 1 to 10000",
    ),
    Flag.withDefault(differenceLimits.regionsMax),
  ),
  ...corpusFlags,
  count: countFlag("count", "How many situations to generate besides the analysts' cases").pipe(
    Flag.withDefault(situationsTried),
  ),
  noImpact: Flag.Boolean("no-impact").pipe(
    Flag.withDescription("Compare the tables alone"),
    Flag.withDefault(false),
  ),
  json: jsonFlag,
  html: Flag.String("html").pipe(
    Flag.withDescription("Write the report as a page of its own to this file as well"),
    Flag.optional,
  ),
  markdown: Flag.String("markdown").pipe(
    Flag.withDescription(
      "Write the report in Markdown, for a pull request, to this file as well; - prints it instead",
    ),
    Flag.optional,
  ),
  exitCode: Flag.Boolean("exit-code").pipe(
    Flag.withDescription("End with status 1 unless every table is equivalent"),
    Flag.withDefault(false),
  ),
}

const writePage = (path: string, page: string): Effect.Effect<void, CommandRefused> =>
  Effect.tryPromise({
    try: () => writeFile(path, page),
    catch: (cause) => refusal("unwritable", { path, reason: systemReason(cause) }),
  })

/** Writes the files that were asked for, prints the report, and names the files. */
const writeReports = Effect.fnUntraced(function* (
  {
    html,
    json,
    markdown,
  }: {
    readonly html: Option.Option<string>
    readonly json: boolean
    readonly markdown: Option.Option<string>
  },
  report: DiffReport,
  places: Places,
) {
  const isPrinted = Option.contains(markdown, "-")
  if (isPrinted && json) return yield* wrongUsage("--json and --markdown - exclude each other")
  const files = [
    ...(Option.isSome(html) ? [{ path: html.value, text: () => diffPage(report, places) }] : []),
    ...(Option.isSome(markdown) && !isPrinted
      ? [{ path: markdown.value, text: () => diffMarkdown(report) }]
      : []),
  ]
  for (const { path, text } of files) yield* writePage(path, text())
  if (isPrinted) return yield* Console.log(diffMarkdown(report).trimEnd())
  yield* print(json, report, () => diffText(report, places))
  if (json || files.length === 0) return
  yield* Console.log(`\n${files.map(({ path }) => `${path} written`).join("\n")}`)
})

/** What an invocation says of how two versions are compared and told. */
export interface DiffAsked extends ComparisonAsked {
  readonly json: boolean
  readonly html: Option.Option<string>
  readonly markdown: Option.Option<string>
  readonly exitCode: boolean
}

/** Compares two versions of tables, prints what differs, and writes the pages that are asked for. */
export const compareAndTell = <E, R>(
  given: DiffAsked,
  versions: Effect.Effect<TwoVersions, E, R>,
) =>
  Effect.gen(function* () {
    const { folder, pair, places, report } = yield* compareVersions(given, versions)
    yield* writeReports(given, report, places)
    const errors = allMistakesIn(pair.mistakes.after)
    if (errors.length > 0) return yield* new TablesInvalid({ folder, errors })
    const files = report.tables.flatMap(({ file, verdict }) =>
      verdict === "unchanged" || verdict === "equivalent" ? [] : file,
    )
    if (given.exitCode && files.length > 0) return yield* refusal("tables-differ", { files })
  })

/** Compares two versions of an imported table, and tells what differs. */
const tellPortables = Effect.fnUntraced(function* (
  given: DiffAsked,
  before: string,
  after: string,
) {
  const { places, report } = yield* portableReport(before, after, given.regions)
  yield* writeReports(given, report, places)
  const files = report.tables.flatMap(({ file, verdict }) => (verdict === "equivalent" ? [] : file))
  if (given.exitCode && files.length > 0) return yield* refusal("tables-differ", { files })
})

/** `viatica tables diff`: what changed between two versions of the tables, and what it changes. */
export const diff = Command.make(
  "diff",
  { ...flagsOfVersions, ...diffFlags },
  Effect.fn("tables diff")(function* (given) {
    const [before, after] = [given.before, given.after].map(Option.getOrElse(() => ""))
    if (before !== undefined && after !== undefined && isPortable(before) && isPortable(after)) {
      return yield* tellPortables(given, before, after)
    }
    yield* compareAndTell(given, readVersions(given))
  }),
).pipe(
  Command.withDescription("Show what differs between two versions of the tables, and its impact"),
  Command.withExamples([
    {
      command: "viatica tables diff --base HEAD",
      description: "Look at edits that are not committed yet",
    },
    {
      command: "viatica tables diff v1.2 HEAD",
      description: "Compare two revisions; folders work too, outside a repository as well",
    },
    {
      command: "viatica tables diff --base HEAD~1 --html diff.html",
      description: "Write a page on everything since a release",
    },
    {
      command: "viatica tables diff old/strategy.table.json new/strategy.table.json",
      description: "Compare two versions of an imported table",
    },
  ]),
)
