import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { compareDecisions, differenceLimits } from "../../../core/difference/decision-difference.ts"
import { certifyFlag, certifyPair, certifyPortables, tellCertificates } from "./certify.ts"
import { corpusFlags, countFlag } from "./corpus-flags.ts"
import { writeBytes } from "./files.ts"
import { startImpactThreads } from "./impact-threads.ts"
import { type FoundPortable, isPortable, readPortable } from "./imported-table.ts"
import { folderFrom, tablesFlag } from "./load-tables.ts"
import { compileText } from "../../messages/icu.ts"
import { type BaseVersion, folderWithTables, readBase } from "../../tables/base-version.ts"
import { diffPage } from "../../tables/diff-page.ts"
import { readTableFiles, TablesInvalid } from "../../tables/table-files.ts"
import { shownPath } from "../../tables/shown-path.ts"
import { refusal, wrongUsage } from "../../terminal/command-refused.ts"
import { jsonFlag, print } from "../../terminal/output.ts"
import { allMistakesIn, startImpact } from "../../../rules/changes/diff-impact.ts"
import { diffMarkdown } from "../../../rules/changes/diff-markdown.ts"
import type { DiffReport, Places } from "../../../rules/changes/diff-report.ts"
import { reportTables, tableReport } from "../../../rules/changes/diff-table.ts"
import { diffText } from "../../../rules/changes/diff-text.ts"
import type { CorpusChoice } from "../../../rules/corpus/corpus.ts"
import { pairVersions, type VersionWords } from "../../../rules/tables/compare-versions.ts"
import { tableFiles, tableFilesIn } from "../../../rules/tables/index.ts"
import { tableNamed } from "../../../rules/tables/table-named.ts"

/** As many as a person waits for: they take two or three seconds on two cores. */
const situationsTried = 5_000

/** How two versions are compared and told, whatever they are. */
export const diffFlags = {
  table: Flag.String("table").pipe(
    Flag.withDescription("Compare this table only, and show only its impact; may be repeated"),
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
    Flag.withDescription("Compare the tables only, without the impact"),
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
  certify: certifyFlag,
}

/** What an invocation says of how two versions are compared and told. */
export interface DiffAsked extends ComparisonAsked {
  readonly json: boolean
  readonly html: Option.Option<string>
  readonly markdown: Option.Option<string>
  readonly exitCode: boolean
  readonly certify: Option.Option<string>
}

/** Compares two versions of tables, prints what differs, and writes the pages that are asked for. */
export const compareAndTell = <E, R>(
  given: DiffAsked,
  versions: Effect.Effect<TwoVersions, E, R>,
) =>
  Effect.gen(function* () {
    const { folder, pair, places, report } = yield* compareVersions(given, versions)
    yield* writeReports(given, report, places)
    if (Option.isSome(given.certify)) {
      const named = report.tables.map(({ file }) => file)
      yield* tellCertificates(given.certify.value, certifyPair(pair, named), !isForPrograms(given))
    }
    const errors = allMistakesIn(pair.mistakes.after)
    if (errors.length > 0) return yield* new TablesInvalid({ folder, errors })
    const files = report.tables.flatMap(({ file, verdict }) =>
      verdict === "unchanged" || verdict === "equivalent" ? [] : file,
    )
    if (given.exitCode && files.length > 0) return yield* refusal("tables-differ", { files })
  })

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
    {
      command: "viatica tables diff old data --certify certificates",
      description: "Write certificates of tables that are proven to answer alike",
    },
  ]),
)

/** What an invocation names to compare: two versions, or one against the tables of the folder. */
export interface NamedVersions {
  readonly base: Option.Option<string>
  readonly before: Option.Option<string>
  readonly after: Option.Option<string>
  readonly tables: Option.Option<string>
}

/** The versions on both sides of a comparison, and the folder that revisions are looked for in. */
export interface TwoVersions {
  readonly before: BaseVersion
  readonly after: BaseVersion
  readonly folder: string
}

/** Reads both versions: those of two names, or a base and the tables of the folder. */
export const readVersions = Effect.fn("readVersions")(function* (named: NamedVersions) {
  const { after, base, before, tables } = named
  const folder = yield* folderFrom(tables)
  const first = Option.orElse(base, () => before)
  if (Option.isNone(first)) {
    return yield* wrongUsage(
      "tables diff needs two versions, or a base: tables diff A B, or tables diff --base REV|DIR",
    )
  }
  if (Option.isSome(base) && Option.isSome(before)) {
    return yield* wrongUsage("tables diff takes either two versions or --base, not both")
  }
  if (Option.isNone(after)) {
    const versions: TwoVersions = {
      before: yield* readBase(first.value, folder),
      after: yield* workingTables(folder),
      folder,
    }
    return versions
  }
  const versions: TwoVersions = {
    before: yield* versionNamed(first.value, after.value, folder),
    after: yield* versionNamed(after.value, first.value, folder),
    folder,
  }
  return versions
})

/** How two versions are compared. */
export interface ComparisonAsked extends CorpusChoice {
  /** The tables that are compared; all when empty. */
  readonly table: ReadonlyArray<string>
  /** How many regions of a decision table are listed at most. */
  readonly regions: number
  readonly noImpact: boolean
}

/** Compares two versions of tables: what differs in each table, and what that does to answers. */
export const compareVersions = <E, R>(
  given: ComparisonAsked,
  versions: Effect.Effect<TwoVersions, E, R>,
) =>
  Effect.gen(function* () {
    const situations = given.noImpact || given.casesOnly ? 0 : given.count
    const threads = yield* startImpactThreads(situations)
    const { after, before, folder } = yield* versions
    const files = tableFilesIn(before.sources, after.sources)
    const named = yield* Effect.fromResult(
      Result.all(given.table.map((name) => tableNamed(name, files))),
    )
    const pair = pairVersions(before, after)
    const counting = given.noImpact
      ? Effect.succeed(null)
      : yield* startImpact(pair, { named, format: compileText, choice: given }, threads)
    const report: DiffReport = {
      base: before.name,
      commit: before.commit ?? null,
      folder: after.name,
      folderCommit: after.commit ?? null,
      tables: reportTables(pair, named, given.regions),
      impact: yield* counting,
    }
    const places: Places = { before: before.pathOf, after: after.pathOf }
    return { folder, pair, places, report }
  }).pipe(Effect.scoped)

/** What differs between two versions of an imported table, as a report of all tables tells it. */
export const portableReport = Effect.fnUntraced(function* (
  beforePath: string,
  afterPath: string,
  regionsMax: number,
) {
  const [before, after] = [yield* readPortable(beforePath), yield* readPortable(afterPath)]
  const shapes = [shapeOf(before), shapeOf(after)] as const
  if (shapes[0].join() !== shapes[1].join()) {
    return yield* refusal("imported-tables-differ", {
      before: { path: beforePath, shape: shapes[0] },
      after: { path: afterPath, shape: shapes[1] },
    })
  }
  const { file } = after
  const limits = { ...differenceLimits, regionsMax }
  const difference = compareDecisions(before.decision, after.decision, noWords.both, limits)
  const comparison = {
    _tag: "Decisions" as const,
    file,
    before: before.decision,
    after: after.decision,
    difference,
  }
  const report: DiffReport = {
    base: beforePath,
    commit: null,
    folder: afterPath,
    folderCommit: null,
    tables: [tableReport({ words: noWords }, comparison)],
    impact: null,
  }
  const csv = (path: string): string => path.replace(/\.table\.json$/, ".csv")
  const places: Places = { before: () => csv(beforePath), after: () => csv(afterPath) }
  return { report, places }
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
  for (const { path, text } of files) yield* writeBytes(path, text())
  if (isPrinted) return yield* Console.log(diffMarkdown(report).trimEnd())
  yield* print(json, report, () => diffText(report, places))
  if (json || files.length === 0) return
  yield* Console.log(`\n${files.map(({ path }) => `${path} written`).join("\n")}`)
})

/** Whether what is printed is a text of its own, which nothing may stand behind. */
const isForPrograms = ({ json, markdown }: Pick<DiffAsked, "json" | "markdown">): boolean =>
  json || Option.contains(markdown, "-")

/** Compares two versions of an imported table, and tells what differs. */
const tellPortables = Effect.fnUntraced(function* (
  given: DiffAsked,
  before: string,
  after: string,
) {
  const { places, report } = yield* portableReport(before, after, given.regions)
  yield* writeReports(given, report, places)
  if (Option.isSome(given.certify)) {
    const [old, now] = [yield* readPortable(before), yield* readPortable(after)]
    const tables = [certifyPortables(old, now)]
    yield* tellCertificates(given.certify.value, tables, !isForPrograms(given))
  }
  const files = report.tables.flatMap(({ file, verdict }) => (verdict === "equivalent" ? [] : file))
  if (given.exitCode && files.length > 0) return yield* refusal("tables-differ", { files })
})

/** The tables of the folder as they lie there; one that is missing is a mistake. */
const workingTables = Effect.fnUntraced(function* (folder: string) {
  const { errors, sources } = yield* readTableFiles(folder, tableFiles)
  const version: BaseVersion = {
    name: shownPath(folder, ""),
    commit: undefined,
    pathOf: (file) => shownPath(folder, file),
    sources,
    errors,
  }
  return version
})

/** A version by its name; a revision is looked for in the repository of the other side, then of the folder. */
const versionNamed = Effect.fnUntraced(function* (name: string, other: string, folder: string) {
  const beside = yield* folderWithTables(other)
  const inFolder = readBase(name, folder)
  if (beside === undefined) return yield* inFolder
  return yield* readBase(name, beside).pipe(
    Effect.catchTag("BaseUnknown", (error) => Effect.mapError(inFolder, () => error)),
  )
})

/** What a table asks and answers: two that do not do alike cannot be compared. */
const shapeOf = ({ table }: FoundPortable): ReadonlyArray<string> => [
  table.hitPolicy,
  ...[...table.inputs, ...table.outputs].map(({ name }) => name),
]

/** Imported tables list their words themselves. */
const noWords: VersionWords = {
  both: () => undefined,
  before: () => undefined,
  after: () => undefined,
}
