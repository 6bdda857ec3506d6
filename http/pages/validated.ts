import { createHash } from "node:crypto"
import { type Answer, bodyBytes, sharedAnswer } from "../api/answer.ts"
import type { IncomingCall } from "../api/incoming.ts"

/** An answer that many callers share, under a tag by which they ask whether it is still the same. */
export interface Tagged {
  readonly answer: Answer
  readonly tag: string
}

/** Hex digits of a tag. */
const tagDigits = 16

/** Tags an answer by its content. The tag is a weak one, as the answer comes in several codings. */
export const tagged = (answer: Answer): Tagged => {
  const hash = createHash("sha256").update(bodyBytes(answer.body)).digest("hex")
  const tag = `W/"${hash.slice(0, tagDigits)}"`
  const headers = { ...answer.headers, etag: tag }
  return { answer: sharedAnswer({ ...answer, headers }), tag }
}

const asksFor = (header: string, tag: string): boolean => {
  const strong = tag.slice("W/".length)
  return header
    .split(",")
    .map((each) => each.trim().replace(/^W\//, ""))
    .some((each) => each === "*" || each === strong)
}

/** The answer to a call: whole, or 304 without a body to who has it already. */
export const answerOf = ({ answer, tag }: Tagged, call: IncomingCall): Answer => {
  const isKept = call.headerValues("if-none-match").some((header) => asksFor(header, tag))
  return isKept
    ? {
        ...answer,
        status: 304,
        body: new Uint8Array(),
        headers: { ...answer.headers, vary: "Accept-Encoding" },
      }
    : answer
}
