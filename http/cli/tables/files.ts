import { readFile, writeFile } from "node:fs/promises"
import { text } from "node:stream/consumers"
import * as Effect from "effect/Effect"
import { readingReason } from "../../bulk/request-origin.ts"
import { errorCode, systemReason } from "../../platform/system-error.ts"
import { withoutMark } from "../../terminal/byte-order-mark.ts"
import { type CommandRefused, refusal, type InputFault } from "../../terminal/command-refused.ts"

/** What was given on the command line: JSON itself, `@file`, or `-` for standard input. */
export const readInputText = (given: string): Effect.Effect<string, CommandRefused> => {
  const reading = (path: string, read: () => Promise<string>) =>
    Effect.tryPromise({
      try: read,
      catch: (cause) => refusal("unreadable", { path, reason: readingReason(cause) }),
    })
  if (given === "-") return reading("standard input", () => text(process.stdin))
  if (!given.startsWith("@")) return Effect.succeed(given)
  return reading(given.slice(1), () => readFile(given.slice(1), "utf8"))
}

/** Reads a JSON object from JSON, `@file` or `-`. */
export const readJsonObject = Effect.fnUntraced(function* (given: string) {
  const written = yield* readInputText(given)
  const path = given === "-" || given.startsWith("@") ? given : "the input"
  const notRead = (reason: InputFault | string) => refusal("unreadable", { path, reason })
  const value = yield* Effect.try({
    try: (): unknown => JSON.parse(withoutMark(written)),
    catch: (cause) => notRead(cause instanceof Error ? cause.message : { _tag: "NoJson" }),
  })
  if (!isObject(value)) return yield* notRead({ _tag: "NoFacts" })
  return value
})

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The text of a file; undefined where there is none. */
export const readIfThere = (path: string): Promise<string | undefined> =>
  readFile(path, "utf8").catch((cause: unknown) => {
    if (errorCode(cause) === "ENOENT") return undefined
    throw cause
  })

/** Reads the bytes of a file that is named on the command line. */
export const readBytes = (path: string): Effect.Effect<Uint8Array, CommandRefused> =>
  Effect.tryPromise({
    try: () => readFile(path),
    catch: (cause) => refusal("unreadable", { path, reason: systemReason(cause) }),
  })

/** Writes what was asked for to the file that was named. */
export const writeBytes = (
  path: string,
  bytes: Uint8Array | string,
): Effect.Effect<void, CommandRefused> =>
  Effect.tryPromise({
    try: () => writeFile(path, bytes),
    catch: (cause) => refusal("unwritable", { path, reason: systemReason(cause) }),
  })
