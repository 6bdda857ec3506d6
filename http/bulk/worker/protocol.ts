import * as Data from "effect/Data"

/** The version of the protocol; a client that speaks another one is refused. */
export const protocolVersion = 1

/** The largest payload that a client may send in one frame, in bytes. */
export const frameBytesMax = 8_388_608

/** What a worker answers with. */
export const workerNouns = ["bilan", "quote"] as const

/** One of the answers of a worker. */
export type WorkerNoun = (typeof workerNouns)[number]

/** What a client sends, by the letter of its frame. */
export const clientFrames = { hello: "H", bilans: "B", quotes: "Q", ping: "P" } as const

/** What a worker sends, by the letter of its frame. */
export const workerFrames = {
  greeting: "G",
  ready: "R",
  answers: "A",
  done: "D",
  pong: "P",
  error: "E",
} as const

/** Letter of a frame that a client may send. */
export type ClientFrame = (typeof clientFrames)[keyof typeof clientFrames]

/** Letter of a frame that a worker may send. */
export type WorkerFrame = (typeof workerFrames)[keyof typeof workerFrames]

/** Why a worker ends: what came is no protocol, or its client wants another worker. */
export type WorkerFault =
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

/** A worker cannot go on: the client is told in a last frame, whoever reads the log in a line. */
export class WorkerFailed extends Data.TaggedError("WorkerFailed")<{
  readonly error: WorkerFault
  readonly detail: string
}> {
  override get message() {
    return `${this.error}: ${this.detail}`
  }
}
