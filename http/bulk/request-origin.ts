import { createReadStream, fstatSync } from "node:fs"
import { stat } from "node:fs/promises"
import type { Readable } from "node:stream"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import { errorCode, systemReason } from "../platform/system-error.ts"
import { type InputHints, readRequestInput, type RequestInput } from "./request-input.ts"
import { refusal } from "../terminal/command-refused.ts"

/** The requests of a command: JSON, `@file`, or `-` for standard input. */
export const requestArgument = Argument.String("request").pipe(
  Argument.withDescription(
    "Request: JSON, @file, or - for standard input; many as JSON lines, CSV, XLSX, Parquet or Arrow",
  ),
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
  /** The file that it is, where it is one. */
  readonly file?: string
  readonly open: (reading: RequestReading) => Promise<OpenRequests>
}

/** What a command knows of its requests before it reads them. */
export type RequestReading = Pick<InputHints, "bytesMax" | "isHeader">

const openStream = async (
  stream: Readable,
  hints: InputHints,
  inputBytes: number | undefined,
): Promise<OpenRequests> => ({
  input: await readRequestInput(stream, hints),
  inputBytes,
  close: () => void stream.destroy(),
})

const standardInput: RequestOrigin = {
  name: "standard input",
  open: (reading) => {
    const found = fstatSync(0)
    const inputBytes = found.isFile() ? found.size : undefined
    return openStream(process.stdin, { ...reading, lone: false }, inputBytes)
  },
}

const fileOrigin = (file: string): RequestOrigin => ({
  name: file,
  file,
  open: async (reading) => {
    const found = await stat(file)
    if (found.isDirectory()) throw new Error("it is a folder")
    const inputBytes = found.isFile() ? found.size : undefined
    const hints = { ...reading, file, lone: found.isFile() }
    return openStream(createReadStream(file), hints, inputBytes)
  },
})

async function* textChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

const textOrigin = (text: string): RequestOrigin => ({
  name: "the request",
  open: async ({ bytesMax }) => {
    const bytes = Buffer.from(text, "utf8")
    const hints = { bytesMax, lone: true }
    const input = await readRequestInput(textChunk(bytes), hints)
    const isCut = input._tag === "Lines" || input._tag === "Table"
    const document: RequestInput = isCut ? { _tag: "Document", bytes } : input
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
export const openRequests = Effect.fnUntraced(function* (
  origin: RequestOrigin,
  reading: RequestReading,
) {
  const unreadable = (cause: unknown) =>
    refusal("unreadable", { path: origin.name, reason: readingReason(cause) })
  const opened = yield* Effect.acquireRelease(
    Effect.tryPromise({ try: () => origin.open(reading), catch: unreadable }),
    ({ close }) => Effect.sync(close),
    { interruptible: true },
  )
  return { ...opened, unreadable }
})
