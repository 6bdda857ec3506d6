import { writeFile } from "node:fs/promises"
import * as Console from "effect/Console"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { differenceLimits } from "../../../core/difference/difference.ts"
import { describeTableError, inFileOrder, type TableError } from "../../../core/table/error.ts"
import { impact } from "../../../rules/impact/impact.ts"
import {
  compareVersions,
  pairVersions,
  type Version,
  type VersionPair,
} from "../../../rules/tables/difference.ts"
import { definitions, loadTables, tableFiles } from "../../../rules/tables/index.ts"
import { systemReason } from "../../platform/system-error.ts"
import { type BaseVersion, readBase } from "../../tables/base-version.ts"
import { TablesInvalid } from "../../tables/folder-errors.ts"
import { readTableFiles } from "../../tables/table-files.ts"
import { jsonFlag, print } from "../output.ts"
import { type CorpusChoice, corpusFlags, drawCorpus } from "./corpus-flags.ts"
import { diffPage } from "./diff-page.ts"
import type { DiffReport, Places } from "./diff-report.ts"
import { tableReport } from "./diff-table.ts"
import { diffText } from "./diff-text.ts"
import { folderFrom, tablesFlag } from "./load-tables.ts"
import { shownPath } from "./shown-path.ts"
import { tableNamed } from "./table-named.ts"

/** Tables differ, and `--exit-code` asked to be told so. */
export class TablesDiffer extends Data.TaggedError("TablesDiffer")<{
  readonly files: ReadonlyArray<string>
}> {
  override get message() {
    return `Not proven equivalent: ${this.files.join(", ")}`
  }
}

/** The page of a comparison cannot be written. */
export class PageUnwritable extends Data.TaggedError("PageUnwritable")<{
  readonly path: string
  readonly reason: string
}> {
  override get message() {
    return `Cannot write ${this.path}: ${this.reason}`
  }
}

const flags = {
  base: Flag.String("base").pipe(
    Flag.withDescription(
      "What to compare with: a folder of tables, else a git revision such as HEAD or v2.3.0",
    ),
  ),
  tables: tablesFlag,
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
  noImpact: Flag.Boolean("no-impact").pipe(
    Flag.withDescription("Compare the tables alone"),
    Flag.withDefault(false),
  ),
  json: jsonFlag,
  html: Flag.String("html").pipe(
    Flag.withDescription("Write the report as a page of its own to this file as well"),
    Flag.optional,
  ),
  exitCode: Flag.Boolean("exit-code").pipe(
    Flag.withDescription("End with status 1 unless every table is equivalent"),
    Flag.withDefault(false),
  ),
}

/** Two versions of the tables, and the tables of them that are looked at: all where none is named. */
interface Compared {
  readonly base: BaseVersion
  readonly today: Version
  readonly pair: VersionPair
  readonly folder: string
  readonly named: ReadonlyArray<string>
}

const allIn = (mistakes: ReadonlyMap<string, ReadonlyArray<TableError>>) =>
  inFileOrder([...mistakes.values()].flat())

/** Tables that cannot be taken from the base: it lacks them, or they hold mistakes today. */
const borrowedIn = ({ base, named, pair }: Compared): ReadonlyArray<string> =>
  tableFiles.filter(
    (file) =>
      (named.length === 0 || named.includes(file)) &&
      (!base.sources.has(file) || pair.mistakes.before.has(file)),
  )

/** Today's tables with those of the base, or the named ones of them, in their places. */
const impactSources = ({ base, named, today }: Compared, borrowed: ReadonlyArray<string>) => {
  const replaced = [...base.sources].filter(
    ([file]) => (named.length === 0 || named.includes(file)) && !borrowed.includes(file),
  )
  return new Map([...today.sources, ...replaced])
}

const firstMistake = (of: string, errors: ReadonlyArray<TableError>) => ({
  unavailable: `${of} hold mistakes, first of all ${errors.slice(0, 1).map(describeTableError).join()}`,
})

const impactReport = (compared: Compared, choice: CorpusChoice): DiffReport["impact"] => {
  const { named, pair } = compared
  const wrong = allIn(pair.mistakes.after)
  const { after } = pair.loaded
  if (wrong.length > 0 || Result.isFailure(after)) return firstMistake("today's tables", wrong)
  const borrowed = borrowedIn(compared)
  const before = loadTables(impactSources(compared, borrowed))
  if (Result.isFailure(before)) return firstMistake("the tables of the base", before.failure)
  const tables = after.success
  const { corpus, run } = drawCorpus(tables, choice)
  return {
    run,
    borrowed,
    of: named,
    minorUnits: Object.fromEntries(
      tables.currencies.rows.map(({ code, minorUnits }) => [code, minorUnits]),
    ),
    ...impact(before.success, tables, corpus),
  }
}

const writePage = (path: string, page: string): Effect.Effect<void, PageUnwritable> =>
  Effect.tryPromise({
    try: () => writeFile(path, page),
    catch: (cause) => new PageUnwritable({ path, reason: systemReason(cause) }),
  })

const reportTables = ({ named, pair }: Compared, regionsMax: number): DiffReport["tables"] => {
  const limits = { ...differenceLimits, regionsMax }
  return Object.values(definitions)
    .filter(({ file }) => named.length === 0 || named.includes(file))
    .map((definition) => tableReport(pair, compareVersions(pair, definition, limits)))
}

/** `viatica tables diff`: what changed between two versions of the tables, and what it changes. */
export const diff = Command.make(
  "diff",
  flags,
  Effect.fn("tables diff")(function* (given) {
    const folder = yield* folderFrom(given.tables)
    const named = yield* Effect.fromResult(
      Result.all(given.table.map((name) => tableNamed(name, tableFiles))),
    )
    const today = yield* readTableFiles(folder, tableFiles)
    const base = yield* readBase(given.base, folder)
    const compared = { base, today, pair: pairVersions(base, today), folder, named }
    const report: DiffReport = {
      base: base.name,
      commit: base.commit ?? null,
      folder: shownPath(folder, ""),
      tables: reportTables(compared, given.regions),
      impact: given.noImpact ? null : impactReport(compared, given),
    }
    const places: Places = {
      before: base.pathOf,
      after: (file) => shownPath(folder, file),
    }
    if (Option.isSome(given.html)) yield* writePage(given.html.value, diffPage(report, places))
    yield* print(given.json, report, () => diffText(report, places))
    if (Option.isSome(given.html) && !given.json)
      yield* Console.log(`\n${given.html.value} written`)
    const errors = allIn(compared.pair.mistakes.after)
    if (errors.length > 0) return yield* new TablesInvalid({ folder, errors })
    const files = report.tables.flatMap(({ file, verdict }) =>
      verdict === "unchanged" || verdict === "equivalent" ? [] : file,
    )
    if (given.exitCode && files.length > 0) return yield* new TablesDiffer({ files })
  }),
).pipe(
  Command.withDescription("Show what differs between two versions of the tables, and its impact"),
  Command.withExamples([
    {
      command: "viatica tables diff --base HEAD",
      description: "Look at edits that are not committed yet",
    },
    {
      command: "viatica tables diff --base HEAD~1 --html diff.html",
      description: "Write a page on everything since a release",
    },
  ]),
)
