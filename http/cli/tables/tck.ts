import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"
import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import { counted } from "../../../core/plain-text.ts"
import { apiVersion } from "../../config/version.ts"
import { systemReason } from "../../platform/system-error.ts"
import { utcDay } from "../../platform/utc-day.ts"
import { loadFeel } from "../../tables/forms/dmn/feel.ts"
import { kitLevels, type KitRun, type KitTest, runKit } from "../../tables/forms/tck/run-kit.ts"
import { refusal } from "../../terminal/command-refused.ts"
import { jsonFlag, print } from "../../terminal/output.ts"
import { writeBytes } from "./files.ts"

/** `viatica tables tck`: runs the Technology Compatibility Kit of DMN. */
export const tckCommand = Command.make(
  "tck",
  {
    folder: Argument.String("FOLDER").pipe(
      Argument.withDescription("A copy of github.com/dmn-tck/tck"),
    ),
    report: Flag.String("report").pipe(
      Flag.withDescription("Folder to write the kit's report of a vendor to"),
      Flag.optional,
    ),
    json: jsonFlag,
  },
  Effect.fn("tables tck")(function* ({ folder, json, report }) {
    const feel = yield* Effect.promise(loadFeel)
    if (feel === undefined) return yield* refusal("no-feel", { asked: "tables tck" })
    const run = yield* Effect.try({
      try: () => runKit(folder, feel),
      catch: (cause) => refusal("unreadable", { path: folder, reason: systemReason(cause) }),
    })
    if (Option.isSome(report)) {
      const today = utcDay(yield* Clock.currentTimeMillis)
      yield* writeReport(report.value, run, today)
    }
    const levels = kitLevels.map((level) => scoreOf(level, run.tests))
    const told = run.tests.filter(
      ({ comment, result }) => result !== "SUCCESS" && comment !== noTable,
    )
    yield* print(json, { levels, models: run.models, tests: run.tests }, () =>
      [
        ...told.map(({ comment, folder: of, id, result }) => `${of} ${id} ${result}: ${comment}`),
        ...levels.map(scoreText),
        modelsText(run),
      ].join("\n"),
    )
    const failed = run.tests.filter(({ result }) => result === "ERROR").length
    if (failed > 0) return yield* refusal("tck-failed", { failed })
  }),
).pipe(
  Command.withDescription(
    "Run the Technology Compatibility Kit of DMN over models with decision tables, and report its score",
  ),
  Command.withExamples([
    { command: "viatica tables tck tck", description: "The score by level of compliance" },
    {
      command: "viatica tables tck tck --report tck/TestResults/Viatica/1.0.0",
      description: "The kit's report of a vendor beside it, as its web site reads it",
    },
  ]),
)

/** Why tests of models without a decision table are ignored: nearly all are, and none is listed. */
const noTable = "the model has no decision table"

interface Score {
  readonly level: string
  readonly run: number
  readonly passed: number
  readonly failed: number
  readonly ignored: number
}

const scoreOf = (level: string, tests: ReadonlyArray<KitTest>): Score => {
  const own = tests.filter(({ folder }) => folder.startsWith(`${level}/`))
  const of = (result: KitTest["result"]): number =>
    own.filter((test) => test.result === result).length
  return {
    level,
    run: own.length,
    passed: of("SUCCESS"),
    failed: of("ERROR"),
    ignored: of("IGNORED"),
  }
}

/** A score as the runner of the kit prints it. */
const scoreText = ({ failed, ignored, level, passed, run }: Score): string =>
  `${level}: Tests run: ${run}, Failures: ${failed}, Errors: 0, Skipped: ${ignored} (${passed} passed)`

const modelsText = ({ models }: KitRun): string => {
  const passed = models.filter(({ refused, wrong }) => refused.length + wrong.length === 0).length
  return `${passed} of ${counted(models.length, "model")} with decision tables passed; tests of other models are skipped`
}

/** The two files that the kit has of a vendor. */
const writeReport = Effect.fnUntraced(function* (folder: string, { tests }: KitRun, today: string) {
  yield* Effect.tryPromise({
    try: () => mkdir(folder, { recursive: true }),
    catch: (cause) => refusal("unwritable", { path: folder, reason: systemReason(cause) }),
  })
  yield* writeBytes(join(folder, "tck_results.csv"), tests.map(resultLine).join(""))
  yield* writeBytes(join(folder, "tck_results.properties"), propertiesText(today))
})

/** A line of the results: folder, file of cases, case, result, comment, all in quotes. */
const resultLine = ({ comment, folder, id, result, suite }: KitTest): string =>
  `${[folder, suite, id, result, comment].map(quoted).join(",")}\n`

const quoted = (text: string): string => `"${text.replaceAll('"', '""').replaceAll("\n", " ")}"`

const propertiesText = (today: string): string =>
  [
    "vendor.name=Viatica",
    "product.name=Viatica",
    `product.version=${apiVersion}`,
    "product.comment=Decision tables alone: models without one are ignored. What stands around tables is computed by feelin.",
    `last.update=${today}`,
    "",
  ].join("\n")
