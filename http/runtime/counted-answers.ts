import { type IncomingMessage, ServerResponse } from "node:http"
import { isSharedBody } from "../api/answer.ts"

/** About what Node keeps of an answer beside its body, in bytes. */
const headBytes = 1_000

const lengthOf = (given: unknown): number =>
  typeof given === "string" || given instanceof Uint8Array ? given.length : 0

/** An answer that knows how much memory it takes until it has left. Answers here are given at once. */
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

/** The memory that an answer takes of its own; 0 where it is not given yet. */
export const ownBytesOf = (answer: ServerResponse): number =>
  answer instanceof CountedAnswer ? (answer.ownBytes ?? 0) : 0
