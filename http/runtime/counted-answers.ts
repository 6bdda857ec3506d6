import { type IncomingMessage, ServerResponse } from "node:http"
import { isSharedBody } from "../api/answer.ts"

/** About how many bytes Node keeps of an answer beside its body. */
const headBytes = 1_000

const lengthOf = (given: unknown): number =>
  typeof given === "string" || given instanceof Uint8Array ? given.length : 0

/**
 * An answer that knows how much memory it takes until it is sent. Here every answer is written in
 * one piece.
 */
export class CountedAnswer<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  declare ownBytes: number | undefined

  override end(...given: Array<unknown>): this {
    const [body] = given
    this.ownBytes = headBytes + (isSharedBody(body) ? 0 : lengthOf(body))
    return super.end(...(given as Parameters<ServerResponse["end"]>))
  }
}

/** The bytes of memory that an answer alone takes; 0 until it is written. */
export const ownBytesOf = (answer: ServerResponse): number =>
  answer instanceof CountedAnswer ? (answer.ownBytes ?? 0) : 0
