import { createReadStream, fstatSync } from "node:fs"
import { stat } from "node:fs/promises"
import type { Readable } from "node:stream"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import { errorCode, systemReason } from "../platform/system-error.ts"
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

/** Requests that are being read. */
export interface OpenRequests {
  readonly input: RequestInput
  /** The size of all of it, where it is known before it has been read. */
  readonly inputBytes: number | undefined
  /** Reads no more of it. */
  readonly close: () => void
}

/** Where requests come from. */
export interface RequestOrigin {
  readonly name: string
  readonly open: (bytesMax: number) => Promise<OpenRequests>
}

const openStream = async (
  stream: Readable,
  options: {
    readonly bytesMax: number
    readonly lone: boolean
    readonly inputBytes: number | undefined
  },
): Promise<OpenRequests> => ({
  input: await readRequestInput(stream, options),
  inputBytes: options.inputBytes,
  close: () => void stream.destroy(),
})

const standardInput: RequestOrigin = {
  name: "standard input",
  open: (bytesMax) => {
    const found = fstatSync(0)
    const inputBytes = found.isFile() ? found.size : undefined
    return openStream(process.stdin, { bytesMax, lone: false, inputBytes })
  },
}

const fileOrigin = (file: string): RequestOrigin => ({
  name: file,
  open: async (bytesMax) => {
    const found = await stat(file)
    if (found.isDirectory()) throw new Error("it is a folder")
    const inputBytes = found.isFile() ? found.size : undefined
    return openStream(createReadStream(file), { bytesMax, lone: found.isFile(), inputBytes })
  },
})

async function* textChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

const textOrigin = (text: string): RequestOrigin => ({
  name: "the request",
  open: async (bytesMax) => {
    const bytes = Buffer.from(text, "utf8")
    const input = await readRequestInput(textChunk(bytes), { bytesMax, lone: true })
    const document: RequestInput = input._tag === "Lines" ? { _tag: "Document", bytes } : input
    return { input: document, inputBytes: bytes.length, close: () => {} }
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

/**
 * Opens the requests of an origin until the scope closes. `unreadable` makes an error of what keeps
 * them from being read later on.
 */
export const openRequests = Effect.fnUntraced(function* (origin: RequestOrigin, bytesMax: number) {
  const unreadable = (cause: unknown) =>
    new RequestsUnreadable({ origin: origin.name, reason: readingReason(cause) })
  const opened = yield* Effect.acquireRelease(
    Effect.tryPromise({ try: () => origin.open(bytesMax), catch: unreadable }),
    ({ close }) => Effect.sync(close),
    { interruptible: true },
  )
  return { ...opened, unreadable }
})
