import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import { logFormat, logLevel } from "../config/observability.ts"
import { AccessLog, type AccessLine, accessText, gatherLines } from "./access-log.ts"

const writeLine = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

const toStandardError = Logger.make((options) => writeLine(Logger.formatLogFmt.log(options)))

/** The sentences of an error and of those behind it, each once. */
const sentencesOf = (error: Error): ReadonlyArray<string> => {
  const reason: unknown = "reason" in error ? error.reason : undefined
  const behind = [error.cause, reason].flatMap((cause) =>
    cause instanceof Error ? sentencesOf(cause) : [],
  )
  return [...new Set([`${error.name}: ${error.message}`, ...behind])]
}

/**
 * The log shows an error's sentences alone: other properties that drivers add, such as the row that
 * Postgres refused, hold what callers sent.
 */
const plain = (message: unknown): unknown =>
  message instanceof Error ? sentencesOf(message).join("; ") : message

const jsonToStandardError = Logger.make((options) => {
  const { message } = options
  const told = Array.isArray(message) ? message.map(plain) : plain(message)
  writeLine(Logger.formatJson.log({ ...options, message: told }))
})

const accessJson =
  (clock: Clock.Clock) =>
  (line: AccessLine): string => {
    const timestamp = new Date(clock.currentTimeMillisUnsafe()).toISOString()
    return JSON.stringify({ message: "call", timestamp, ...line })
  }

/** Logs to standard error in the format and from the level that the environment asks for. */
export const layerLogging = Layer.unwrap(
  Effect.gen(function* () {
    const format = yield* logFormat
    const level = yield* logLevel
    const quiet = level === "None" || ["Warn", "Error", "Fatal"].includes(level)
    const access = format === "json" ? accessJson(yield* Clock.Clock) : accessText
    const calls = gatherLines((text) => process.stderr.write(text))
    yield* Effect.addFinalizer(() => Effect.sync(calls.flush))
    return Layer.mergeAll(
      Logger.layer([format === "json" ? jsonToStandardError : toStandardError]),
      Layer.succeed(References.MinimumLogLevel, level),
      Layer.succeed(AccessLog, quiet ? () => {} : (line) => calls.add(access(line))),
    )
  }),
)
