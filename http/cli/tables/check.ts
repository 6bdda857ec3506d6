import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { checkBudget, checkTables } from "../../../core/check/check.ts"
import { provenFindings } from "../../../core/portable/unproven.ts"
import type { Severity } from "../../../core/check/severity.ts"
import { counted } from "../../../core/plain-text.ts"
import { certifyFlag, certifyPortable, certifyTables, tellCertificates } from "./certify.ts"
import { checkGithub, checkSarif, checkText, lineText } from "./check-output.ts"
import { isPortable, portableCases, readPortableRows } from "./imported-table.ts"
import { folderFrom, tablesFlag } from "./load-tables.ts"
import { utcDay } from "../../platform/utc-day.ts"
import { readEarlier, usualBase } from "../../tables/base-version.ts"
import { openUsualChecks } from "../../tables/kept-checks.ts"
import { readIcons } from "../../tables/icons/icon-check.ts"
import { readReleases, releaseMistakes } from "../../tables/releases.ts"
import { readTableFiles } from "../../tables/table-files.ts"
import { type CommandRefused, refusal, wrongUsage } from "../../terminal/command-refused.ts"
import { jsonFlag } from "../../terminal/output.ts"
import { checkJson, findingFields } from "../../../rules/check/check-json.ts"
import { checkLines } from "../../../rules/check/check-lines.ts"
import { type CheckReport, countFindings } from "../../../rules/check/check-report.ts"
import { tableFiles } from "../../../rules/tables/index.ts"
import { reportOn } from "../../tables/check-report.ts"

/** How a check is written. */
type Format = (typeof formats)[number]

/** Why what was found does not pass; undefined where it does. */
const failureOf = (
  report: Pick<CheckReport, "findings" | "mistakes">,
  strict: boolean,
): CommandRefused | undefined => {
  const { error: errors, unknown, warning } = countFindings(report.findings)
  const mistakes = report.mistakes.length
  const warnings = strict ? warning + unknown : 0
  if (mistakes + errors + warnings === 0) return undefined
  const counting = checkLines(report).filter(
    ({ severity }) => severity === "error" || (strict && severity === "warning"),
  )
  const files = new Set(counting.map(({ file }) => file)).size
  return refusal("tables-failed", { mistakes, errors, warnings, files })
}

const formats = ["text", "json", "sarif", "github"] as const

const formatFlag = Flag.Literals("format", formats).pipe(
  Flag.withDescription(
    "text for people, json, sarif (SARIF 2.1.0), or github (workflow annotations)",
  ),
  Flag.optional,
)

const strictFlag = Flag.Boolean("strict").pipe(
  Flag.withDescription("Fail on warnings and unknowns too"),
  Flag.withDefault(false),
)

const baseFlag = Flag.String("base").pipe(
  Flag.withDescription(
    `The version to look for jumps against: a folder of tables, else a git revision; ${usualBase} when left out`,
  ),
  Flag.optional,
)

const pricesFlag = Flag.Boolean("prices").pipe(
  Flag.withDescription(
    "Prove that one more traveller, day, cover, year of age or euro never makes a trip cheaper; takes up to a minute",
  ),
  Flag.withDefault(false),
)

const budgetFlag = Flag.Int("budget").pipe(
  Flag.withDescription("How far each question goes in each table before it is unknown"),
  Flag.withDefault(checkBudget),
)

const freshFlag = Flag.Boolean("fresh").pipe(
  Flag.withDescription(
    "Look at all tables anew; otherwise what a check has found before is taken over for tables that stand as they stood",
  ),
  Flag.withDefault(false),
)

/** `viatica tables check`: every mistake in the tables, and what their analysis finds. */
export const check = Command.make(
  "check",
  {
    files: Argument.String("FILE").pipe(
      Argument.withDescription("The .table.json of imported tables, to check only those"),
      Argument.variadic(),
    ),
    tables: tablesFlag,
    base: baseFlag,
    json: jsonFlag,
    format: formatFlag,
    strict: strictFlag,
    prices: pricesFlag,
    budget: budgetFlag,
    fresh: freshFlag,
    certify: certifyFlag,
  },
  Effect.fn("tables check")(function* ({
    base,
    budget,
    certify,
    files: named,
    format,
    fresh,
    json,
    prices,
    strict,
    tables,
  }) {
    const chosen = yield* chosenFormat(json, format)
    if (named.length > 0) {
      const failed = yield* checkPortable({
        paths: named,
        format: chosen,
        strict,
        budget,
        certify,
      })
      return failed === undefined ? undefined : yield* failed
    }
    const folder = yield* folderFrom(tables)
    const [files, icons, earlier, kept] = yield* Effect.all(
      [
        readTableFiles(folder, tableFiles),
        // Tables alone can be checked too: a copy of them may lie without the icons.
        Effect.option(readIcons(folder)),
        readEarlier(base, folder),
        fresh ? Effect.undefined : Effect.promise(openUsualChecks),
      ],
      { concurrency: "unbounded" },
    )
    const today = utcDay(yield* Clock.currentTimeMillis)
    const releases = yield* readReleases(folder)
    const held = { folder, files, releases }
    const inReleases = releases.flatMap((release) =>
      release.facts?.withdrawnOn === null || release.facts === undefined
        ? releaseMistakes(held, release)
        : [],
    )
    const report = reportOn(
      folder,
      {
        ...files,
        errors: [...files.errors, ...(Option.getOrUndefined(icons)?.errors ?? []), ...inReleases],
      },
      {
        budget,
        today,
        earlier,
        priceLaws: prices,
        ...(kept === undefined ? {} : { kept }),
        ...(Option.isSome(icons) ? { icons: new Set(icons.value.texts.keys()) } : {}),
      },
    )
    yield* Console.log(written(chosen, report))
    if (kept !== undefined) yield* Effect.promise(kept.save)
    if (Option.isSome(certify)) {
      const certified = report.mistakes.length > 0 ? undefined : certifyTables(files.sources)
      yield* tellCertificates(certify.value, certified, chosen === "text")
    }
    const failure = failureOf(report, strict)
    if (failure !== undefined) return yield* failure
  }),
).pipe(
  Command.withDescription(
    "List every mistake in the tables, and gaps, overlaps, rows that never apply or are missing",
  ),
  Command.withExamples([
    { command: "viatica tables check --tables ./my-tables", description: "Check a copy" },
    {
      command: "viatica tables check --base origin/main",
      description: "Look for jumps since the main branch, as CI does",
    },
    {
      command: "viatica tables check --prices",
      description:
        "Prove the laws of prices of both catalogues, or show the smallest trip that breaks one",
    },
    { command: "viatica tables check --format github", description: "Annotate a pull request" },
    {
      command: "viatica tables check lending/strategy.table.json",
      description: "Check an imported table",
    },
    {
      command: "viatica tables check --certify certificates",
      description:
        "Write certificates of what is proven, which docs/tools/verify_certificate.py reads",
    },
  ]),
)

/** Checks imported tables, each by itself; what it returns is why they do not pass. */
const checkPortable = Effect.fnUntraced(function* (given: {
  readonly paths: ReadonlyArray<string>
  readonly format: Format
  readonly strict: boolean
  readonly budget: number
  readonly certify: Option.Option<string>
}) {
  const { budget, certify, format, paths, strict } = given
  const other = paths.find((path) => !isPortable(path))
  if (other !== undefined) return yield* refusal("no-definition", { path: other })
  if (format !== "text" && format !== "json") return yield* refusal("no-such-form", { format })
  const checked = yield* Effect.forEach(paths, (path) => checkOne(path, budget))
  yield* Console.log(
    format === "text"
      ? checked.map(textOf).join("\n\n")
      : JSON.stringify(
          checked.map(({ findings, mistakes, path, rules, table }) => ({
            path,
            name: table.name,
            hitPolicy: table.hitPolicy,
            rules,
            mistakes,
            findings: findings.map(findingFields),
          })),
          null,
          2,
        ),
  )
  if (Option.isSome(certify)) {
    const sound = checked.filter(({ mistakes }) => mistakes.length === 0)
    const tables = sound.map(({ found }) => certifyPortable(found))
    yield* tellCertificates(certify.value, tables, format === "text")
  }
  return failureOf(
    {
      findings: checked.flatMap(({ findings }) => findings),
      mistakes: checked.flatMap(({ mistakes }) => mistakes),
    },
    strict,
  )
})

const chosenFormat = Effect.fnUntraced(function* (json: boolean, format: Option.Option<Format>) {
  if (json && Option.isSome(format) && format.value !== "json") {
    return yield* wrongUsage(`--json and --format ${format.value} exclude each other`)
  }
  return json ? "json" : Option.getOrElse(format, (): Format => "text")
})

const written = (format: Format, report: CheckReport): string => {
  switch (format) {
    case "text":
      return checkText(report)
    case "json":
      return JSON.stringify(checkJson(report), null, 2)
    case "sarif":
      return JSON.stringify(checkSarif(report), null, 2)
    case "github":
      return checkGithub(report)
  }
}

const checkOne = Effect.fnUntraced(function* (path: string, budget: number) {
  const read = yield* readPortableRows(path)
  const { decision, errors, folder, table } = read
  const { mistakes, ...tables } = portableCases(read)
  const found = errors.length > 0 ? [] : checkTables(tables, { budget })
  const findings = provenFindings(table, found)
  const rules = decision.rows.length
  return { path, folder, table, found: read, mistakes: [...errors, ...mistakes], findings, rules }
})

const textOf = ({ findings, folder, mistakes, rules, table }: Checked): string => {
  const counts = countFindings(findings)
  const summary = [
    ...severities.map((severity) => counted(counts[severity], severity)),
    counts.unknown === 0 ? "nothing unknown" : `${counted(counts.unknown, "question")} unknown`,
  ].join(", ")
  const end =
    mistakes.length === 0
      ? `${table.name} (${table.hitPolicy}), ${counted(rules, "rule")} analysed: ${summary}`
      : `${table.name}: ${counted(mistakes.length, "mistake")}; not analysed`
  return [...checkLines({ findings, mistakes }).map((line) => lineText(folder, line)), end].join(
    "\n",
  )
}

type Checked = Effect.Success<ReturnType<typeof checkOne>>

const severities: ReadonlyArray<Severity> = ["error", "warning", "note"]
