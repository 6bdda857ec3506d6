import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { checkBudget } from "../../../core/check/check.ts"
import { jsonFlag } from "../../terminal/output.ts"
import { checkJson } from "../../../rules/check/check-json.ts"
import { type CheckLine, checkLines } from "../../../rules/check/check-lines.ts"
import { checkSarif } from "./check-sarif.ts"
import { checkText, summaryText } from "./check-text.ts"
import { folderFrom, tablesFlag } from "./load-tables.ts"
import { shownPath } from "../../tables/shown-path.ts"
import { utcDay } from "../../platform/utc-day.ts"
import { CommandEnded, exitStatus } from "../../runtime/exit-status.ts"
import { type CheckReport, countFindings } from "../../../rules/check/check-report.ts"
import { readEarlier, usualBase } from "../../tables/earlier-version.ts"
import { readIcons } from "../../tables/icons/read-icons.ts"
import { releaseMistakes } from "../../tables/release-mistakes.ts"
import { readReleases } from "../../tables/releases.ts"
import { readTableFiles, unreadableFolder } from "../../tables/table-files.ts"
import { tableFiles } from "../../../rules/tables/index.ts"
import { counted } from "../../../core/plain-text.ts"
import { reportOn } from "../../tables/check-report.ts"

/** Tables do not pass; each reason has been printed. */
export class TablesFailed extends Data.TaggedError("TablesFailed")<{
  readonly mistakes: number
  readonly errors: number
  /** Warnings and unknown answers, where they count. */
  readonly warnings: number
  readonly files: number
}> {
  override get message() {
    const reasons = [
      ...(this.mistakes === 0 ? [] : [counted(this.mistakes, "mistake")]),
      ...(this.errors === 0 ? [] : [counted(this.errors, "error")]),
      ...(this.warnings === 0 ? [] : [counted(this.warnings, "warning")]),
    ]
    return `${reasons.join(", ")} in ${counted(this.files, "file")}`
  }
}

const formats = ["text", "json", "sarif", "github"] as const

/** How a check is written. */
export type Format = (typeof formats)[number]

const formatFlag = Flag.Literals("format", formats).pipe(
  Flag.withDescription(
    "text for people, json, sarif (SARIF 2.1.0), or github (workflow annotations)",
  ),
  Flag.optional,
)

const strictFlag = Flag.Boolean("strict").pipe(
  Flag.withDescription("Fail on warnings too, and on what is unknown"),
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
    "Prove that a traveller, a day, a cover, a year of age or a euro more never makes a trip cheaper; up to a minute",
  ),
  Flag.withDefault(false),
)

const budgetFlag = Flag.Int("budget").pipe(
  Flag.withDescription("How far each question goes in each table before it is unknown"),
  Flag.withDefault(checkBudget),
)

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

/** Why what was found does not pass; undefined where it does. */
export const failureOf = (
  report: Pick<CheckReport, "findings" | "mistakes">,
  strict: boolean,
): TablesFailed | undefined => {
  const { error: errors, unknown, warning } = countFindings(report.findings)
  const mistakes = report.mistakes.length
  const warnings = strict ? warning + unknown : 0
  if (mistakes + errors + warnings === 0) return undefined
  const counting = checkLines(report).filter(
    ({ severity }) => severity === "error" || (strict && severity === "warning"),
  )
  const files = new Set(counting.map(({ file }) => file)).size
  return new TablesFailed({ mistakes, errors, warnings, files })
}

const chosenFormat = Effect.fnUntraced(function* (json: boolean, format: Option.Option<Format>) {
  if (json && Option.isSome(format) && format.value !== "json") {
    yield* Console.error(`viatica: --json and --format ${format.value} exclude each other`)
    return yield* new CommandEnded({ status: exitStatus.wrongUsage })
  }
  return json ? "json" : Option.getOrElse(format, (): Format => "text")
})

/** `viatica tables check`: every mistake in the tables, and what their analysis finds. */
export const check = Command.make(
  "check",
  {
    files: Argument.String("FILE").pipe(
      Argument.withDescription("The .table.json of imported tables, to check these alone"),
      Argument.variadic(),
    ),
    tables: tablesFlag,
    base: baseFlag,
    json: jsonFlag,
    format: formatFlag,
    strict: strictFlag,
    prices: pricesFlag,
    budget: budgetFlag,
  },
  Effect.fn("tables check")(function* ({
    base,
    budget,
    files: named,
    format,
    json,
    prices,
    strict,
    tables,
  }) {
    const chosen = yield* chosenFormat(json, format)
    if (named.length > 0) {
      const { checkPortable } = yield* Effect.promise(
        async () => await import("./check-portable.ts"),
      )
      const failed = yield* checkPortable({ paths: named, format: chosen, strict, budget })
      return failed === undefined ? undefined : yield* failed
    }
    const folder = yield* folderFrom(tables)
    const [files, icons, earlier] = yield* Effect.all(
      [
        readTableFiles(folder, tableFiles),
        // Tables alone can be checked too: a copy of them may lie without the icons.
        Effect.option(readIcons(folder)),
        readEarlier(base, folder),
      ],
      { concurrency: "unbounded" },
    )
    const today = utcDay(yield* Clock.currentTimeMillis)
    const releases = yield* Effect.tryPromise({
      try: () => readReleases(folder),
      catch: unreadableFolder(folder),
    })
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
        ...(Option.isSome(icons) ? { icons: new Set(icons.value.texts.keys()) } : {}),
      },
    )
    yield* Console.log(written(chosen, report))
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
  ]),
)

const commands = { error: "error", warning: "warning", note: "notice" } as const

const messageText = (text: string): string =>
  text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A")

const propertyText = (text: string): string =>
  messageText(text).replaceAll(":", "%3A").replaceAll(",", "%2C")

/**
 * A GitHub workflow command that shows a line as an annotation.
 *
 * ```ts
 * import { annotation } from "../http/cli/tables/check.ts"
 *
 * const line = { rule: "gap", severity: "error", file: "a.csv", line: 1, character: 2, sentence: "100% open", hints: ["x, y"] } as const
 * annotation(line, "data/a,b.csv") // => "::error file=data/a%2Cb.csv,line=1,col=2,title=gap::100%25 open%0Ax, y"
 * ```
 */
export const annotation = (
  { character, hints, line, rule, sentence, severity }: CheckLine,
  path: string,
): string => {
  const properties = { file: path, line: String(line), col: String(character), title: rule }
  const written = Object.entries(properties).map(
    ([name, value]) => `${name}=${propertyText(value)}`,
  )
  const message = messageText([sentence, ...hints].join("\n"))
  return `::${commands[severity]} ${written.join(",")}::${message}`
}

/** A report as GitHub workflow commands, with the summary below them for the log. */
export const checkGithub = (report: CheckReport): string =>
  [
    ...checkLines(report).map((line) => annotation(line, shownPath(report.folder, line.file))),
    summaryText(report),
  ].join("\n")
