import { readFile } from "node:fs/promises"
import { text } from "node:stream/consumers"
import * as Effect from "effect/Effect"
import { withoutMark } from "../../terminal/byte-order-mark.ts"
import { readingReason } from "../../bulk/request-origin.ts"
import { type CommandRefused, refusal } from "../../terminal/command-refused.ts"

/** What was given on the command line: JSON itself, `@file`, or `-` for standard input. */
export const readInputText = (given: string): Effect.Effect<string, CommandRefused> => {
  const reading = (origin: string, read: () => Promise<string>) =>
    Effect.tryPromise({
      try: read,
      catch: (cause) => refusal("unreadable", { path: origin, reason: readingReason(cause) }),
    })
  if (given === "-") return reading("standard input", () => text(process.stdin))
  if (!given.startsWith("@")) return Effect.succeed(given)
  return reading(given.slice(1), () => readFile(given.slice(1), "utf8"))
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Reads a JSON object from JSON, `@file` or `-`. */
export const readJsonObject = Effect.fnUntraced(function* (given: string) {
  const written = yield* readInputText(given)
  const origin = given === "-" || given.startsWith("@") ? given : "the input"
  const notRead = (reason: string) => refusal("unreadable", { path: origin, reason })
  const value = yield* Effect.try({
    try: (): unknown => JSON.parse(withoutMark(written)),
    catch: (cause) => notRead(cause instanceof Error ? cause.message : "it is no JSON"),
  })
  if (!isObject(value)) return yield* notRead("it should be a JSON object of facts by column")
  return value
})
