import Negotiator from "negotiator"

/** The content codings that bodies are given, the preferred one first. */
export const codings = ["br", "gzip"] as const

/** A content coding, as HTTP names it. */
export type Coding = (typeof codings)[number]

/** What a client takes. */
export interface Accepted {
  /** The coding that it likes best; undefined where it likes the plain body best, or nothing. */
  readonly coding: Coding | undefined
  /** Whether it takes a plain body too; who takes nothing at all is given one. */
  readonly takesPlain: boolean
}

const plain = "identity"

/** Longer headers say nothing that a client would mean, and cost time. */
const headerLengthMax = 256

/**
 * What a client takes by its `Accept-Encoding`, of which there may be none.
 *
 * ```ts
 * import { acceptedOf } from "../http/gateway/coding/accepted.ts"
 *
 * acceptedOf("gzip, deflate, br") // => { coding: "br", takesPlain: true }
 * acceptedOf("br;q=0.1, gzip, identity;q=0") // => { coding: "gzip", takesPlain: false }
 * acceptedOf("identity, br;q=0.5") // => { coding: undefined, takesPlain: true }
 * acceptedOf("*;q=0") // => { coding: undefined, takesPlain: true }
 * ```
 */
export const acceptedOf = (header: string): Accepted => {
  const asked = header.length > headerLengthMax ? "" : header
  const known = [...codings, plain]
  const takes = new Negotiator({ headers: { "accept-encoding": asked } }).encodings(known, {
    preferred: known,
  })
  const coding = codings.find((each) => each === takes[0])
  return { coding, takesPlain: coding === undefined || takes.includes(plain) }
}
