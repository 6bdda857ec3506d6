import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { Writable } from "node:stream"
import { AnswersUnwritable } from "../batch/answer-lines.ts"

/** A frame as it has been read; the payload has memory of its own. */
export interface ReadFrame {
  readonly letter: ClientFrame
  readonly payload: Uint8Array<ArrayBuffer>
}

/**
 * The bytes that a frame begins with.
 *
 * ```ts
 * import { frameHeader } from "../http/bulk/worker/frames.ts"
 *
 * [...frameHeader("P", 258)] // => [0, 0, 1, 2, 80]
 * ```
 */
export const frameHeader = (letter: string, payloadBytes: number): Uint8Array<ArrayBuffer> => {
  const header = new Uint8Array(headerBytes)
  new DataView(header.buffer).setUint32(0, payloadBytes)
  header[lengthBytes] = letter.charCodeAt(0)
  return header
}

/**
 * Reads frames out of chunks, however these lie. Nothing is read before it is asked for, and only one
 * frame is held. An end between two frames is the end; anywhere else it is a failure, and so is what
 * is no frame.
 *
 * @yields frames in their order
 */
export async function* readFrames(
  chunks: AsyncIterable<Uint8Array>,
  payloadBytesMax: number,
): AsyncGenerator<ReadFrame> {
  const fill = makeFiller(chunks)
  for (;;) {
    const header = new Uint8Array(headerBytes)
    const read = await fill(header)
    if (read === 0) return
    if (read < headerBytes) throw cut
    const found = readHeader(header, payloadBytesMax)
    if (found instanceof WorkerFailed) throw found
    const payload = new Uint8Array(found.payloadBytes)
    if ((await fill(payload)) < payload.length) throw cut
    yield { letter: found.letter, payload }
  }
}

/** The version of the protocol; a client that speaks another one is refused. */
export const protocolVersion = 1

/** The largest payload that a client may send in one frame, in bytes. */
export const frameBytesMax = 8_388_608

/** What a worker answers with. */
const workerNouns = ["bilan", "quote", "table"] as const

/** One of the answers of a worker. */
export type WorkerNoun = (typeof workerNouns)[number]

/** What a client sends, by the letter of its frame. */
export const clientFrames = { hello: "H", bilans: "B", quotes: "Q", facts: "T", ping: "P" } as const

/** What a worker sends, by the letter of its frame. */
export const workerFrames = {
  greeting: "G",
  ready: "R",
  answers: "A",
  done: "D",
  pong: "P",
  error: "E",
} as const

/** A worker cannot go on: the client learns it from a last frame, the log from a line. */
export class WorkerFailed extends Data.TaggedError("WorkerFailed")<{
  readonly error: WorkerFault
  readonly detail: string
}> {
  override get message() {
    return `${this.error}: ${this.detail}`
  }
}

/** Writes frames; each write ends when the bytes have left, so that nothing piles up. */
export interface FrameSink {
  readonly bytes: (
    letter: WorkerFrame,
    payload: Uint8Array,
  ) => Effect.Effect<void, AnswersUnwritable>
  readonly json: (letter: WorkerFrame, value: object) => Effect.Effect<void, AnswersUnwritable>
}

/** Writes frames into a stream. */
export const makeFrameSink = (stream: Writable): FrameSink => {
  // A failed write is told to the one who wrote; without a listener the same error ends the process.
  stream.on("error", () => {})
  const bytes: FrameSink["bytes"] = (letter, payload) =>
    Effect.callback((resume) => {
      // Both leave together.
      stream.cork()
      stream.write(frameHeader(letter, payload.length))
      stream.write(payload, (cause) => {
        const failed = cause !== null && cause !== undefined
        resume(failed ? Effect.fail(new AnswersUnwritable({ cause })) : Effect.void)
      })
      stream.uncork()
    })
  const encoder = new TextEncoder()
  return { bytes, json: (letter, value) => bytes(letter, encoder.encode(JSON.stringify(value))) }
}

/** Tells a client why its worker ends. Where nobody reads any more, the failure itself is what counts. */
export const tellFailure = (
  sink: FrameSink,
  { detail, error }: WorkerFailed,
): Effect.Effect<void> => Effect.ignore(sink.json(workerFrames.error, { error, detail }))

/** Letter of a frame that a client may send. */
type ClientFrame = (typeof clientFrames)[keyof typeof clientFrames]

/** A frame begins with the length of its payload, big-endian, and its letter. */
const lengthBytes = 4

const headerBytes = lengthBytes + 1

/** Fills bytes from chunks, as far as these go. */
const makeFiller = (chunks: AsyncIterable<Uint8Array>) => {
  const source = chunks[Symbol.asyncIterator]()
  let rest: Uint8Array = new Uint8Array(0)
  return async (bytes: Uint8Array): Promise<number> => {
    let filled = 0
    while (filled < bytes.length) {
      if (rest.length === 0) {
        const next = await source.next()
        if (next.done === true) break
        rest = next.value
      }
      const part = rest.subarray(0, bytes.length - filled)
      bytes.set(part, filled)
      filled += part.length
      rest = rest.subarray(part.length)
    }
    return filled
  }
}

const cut = new WorkerFailed({ error: "FRAME_CUT", detail: "the input ends within a frame" })

/** What a header says; a failure where nothing behind it could be trusted. */
const readHeader = (header: Uint8Array, payloadBytesMax: number) => {
  const payloadBytes = new DataView(header.buffer, header.byteOffset).getUint32(0)
  const letter = String.fromCharCode(header[lengthBytes] ?? 0)
  if (!isClientFrame(letter)) {
    const detail = `a frame has one of the letters ${letters.join(", ")}, not ${JSON.stringify(letter)}`
    return new WorkerFailed({ error: "FRAME_UNKNOWN", detail })
  }
  if (payloadBytes > payloadBytesMax) {
    const detail = `a frame has at most ${payloadBytesMax} bytes, not ${payloadBytes}`
    return new WorkerFailed({ error: "FRAME_TOO_LARGE", detail })
  }
  return { letter, payloadBytes }
}

const isClientFrame = (letter: string): letter is ClientFrame => letters.includes(letter)

const letters: ReadonlyArray<string> = Object.values(clientFrames)

/** Why a worker ends: what came is no protocol, or its client wants another worker. */
type WorkerFault =
  | "FRAME_TOO_LARGE"
  | "FRAME_UNKNOWN"
  | "FRAME_CUT"
  | "INPUT_UNREADABLE"
  | "REQUESTS_UNREADABLE"
  | "OTHER_ANSWERS"
  | "COLUMNS_UNKNOWN"
  | "HELLO_MISSING"
  | "HELLO_REPEATED"
  | "HELLO_MALFORMED"
  | "OTHER_PROTOCOL"
  | "OTHER_TABLES"
  | "OTHER_ENGINE"

/** Letter of a frame that a worker may send. */
type WorkerFrame = (typeof workerFrames)[keyof typeof workerFrames]
