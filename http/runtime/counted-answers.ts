import { type IncomingMessage, ServerResponse } from "node:http"
import { isSharedBody } from "../api/answer.ts"

/** About how many bytes Node keeps of an answer beside its body. */
const headBytes = 1_000

const lengthOf = (given: unknown): number =>
  typeof given === "string" || given instanceof Uint8Array ? given.length : 0

/**
 * An answer that knows how much memory it takes until it is sent. Most are written in one piece; of
 * others it is what their client has not taken yet, and each piece counts.
 */
export class CountedAnswer<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  declare ownBytes: number | undefined
  declare pieces: number | undefined

  override write(...given: Array<unknown>): boolean {
    this.pieces = (this.pieces ?? 0) + 1
    return super.write(...(given as Parameters<ServerResponse["write"]>))
  }

  override end(...given: Array<unknown>): this {
    const [body] = given
    this.ownBytes = headBytes + (isSharedBody(body) ? 0 : lengthOf(body))
    return super.end(...(given as Parameters<ServerResponse["end"]>))
  }
}

/** The bytes of memory that an answer alone takes; 0 until it is written. */
export const ownBytesOf = (answer: ServerResponse): number =>
  answer instanceof CountedAnswer ? (answer.ownBytes ?? piecesBytes(answer)) : 0

const piecesBytes = (answer: CountedAnswer): number =>
  answer.pieces === undefined ? 0 : headBytes + answer.writableLength

/** How many pieces of an answer have been written so far; 0 of one that is written at once. */
export const piecesOf = (answer: ServerResponse): number =>
  answer instanceof CountedAnswer ? (answer.pieces ?? 0) : 0
