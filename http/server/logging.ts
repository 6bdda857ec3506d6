import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import { logFormat, logLevel } from "../config.ts"
import { AccessLog, type AccessLine, accessText, gatherLines } from "../serve/access-log.ts"

const writeLine = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

const toStandardError = Logger.make((options) => writeLine(Logger.formatLogFmt.log(options)))

const jsonToStandardError = Logger.make((options) => writeLine(Logger.formatJson.log(options)))

const accessJson = (line: AccessLine): string =>
  JSON.stringify({ message: "call", timestamp: new Date().toISOString(), ...line })

/** Logs to standard error in the format and from the level that the environment asks for. */
export const layerLogging = Layer.unwrap(
  Effect.gen(function* () {
    const format = yield* logFormat
    const level = yield* logLevel
    const quiet = level === "None" || ["Warn", "Error", "Fatal"].includes(level)
    const access = format === "json" ? accessJson : accessText
    const calls = gatherLines((text) => process.stderr.write(text))
    yield* Effect.addFinalizer(() => Effect.sync(calls.flush))
    return Layer.mergeAll(
      Logger.layer([format === "json" ? jsonToStandardError : toStandardError]),
      Layer.succeed(References.MinimumLogLevel, level),
      Layer.succeed(AccessLog, quiet ? () => {} : (line) => calls.add(access(line))),
    )
  }),
)
