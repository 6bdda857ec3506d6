import { createReadStream } from "node:fs"
import { stat } from "node:fs/promises"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import { errorCode, systemReason } from "../database/errors.ts"
import { readRequestInput, type RequestInput } from "./request-input.ts"

/** The requests of a command cannot be read. */
export class RequestsUnreadable extends Data.TaggedError("RequestsUnreadable")<{
  readonly origin: string
  readonly reason: string
}> {
  override get message() {
    return `Cannot read ${this.origin}: ${this.reason}`
  }
}

/** The requests of a command: JSON, `@file`, or `-` for standard input. */
export const requestArgument = Argument.String("request").pipe(
  Argument.withDescription("Request: JSON, @file, or - for standard input; one JSON a line works"),
  Argument.optional,
)

/** Where requests come from. */
export interface RequestOrigin {
  readonly name: string
  readonly read: (bytesMax: number) => Promise<RequestInput>
}

async function* textChunk(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text, "utf8")
}

const standardInput: RequestOrigin = {
  name: "standard input",
  read: (bytesMax) => readRequestInput(process.stdin, { bytesMax, lone: false }),
}

const fileOrigin = (file: string): RequestOrigin => ({
  name: file,
  read: async (bytesMax) => {
    const found = await stat(file)
    if (found.isDirectory()) throw new Error("it is a folder")
    return readRequestInput(createReadStream(file), { bytesMax, lone: found.isFile() })
  },
})

const textOrigin = (text: string): RequestOrigin => ({
  name: "the request",
  read: async (bytesMax) => {
    const input = await readRequestInput(textChunk(text), { bytesMax, lone: true })
    return input._tag === "Lines" ? { _tag: "Document", bytes: Buffer.from(text, "utf8") } : input
  },
})

/** The origin that an argument names; standard input where it is left out. */
export const originOf = (given: Option.Option<string>): RequestOrigin => {
  const text = Option.getOrElse(given, () => "-")
  if (text === "-") return standardInput
  return text.startsWith("@") ? fileOrigin(text.slice(1)) : textOrigin(text)
}

/** Says in words why a file or standard input cannot be read. */
export const readingReason = (cause: unknown): string =>
  errorCode(cause) === "ENOENT" ? "no such file" : systemReason(cause)

/** Reads from an origin, saying which one it was where that fails. */
export const readingFrom = <A>(
  origin: RequestOrigin,
  attempt: () => Promise<A>,
): Effect.Effect<A, RequestsUnreadable> =>
  Effect.tryPromise({
    try: attempt,
    catch: (cause) => new RequestsUnreadable({ origin: origin.name, reason: readingReason(cause) }),
  })
