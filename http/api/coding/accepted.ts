import Negotiator from "negotiator"

/** The content codings of bodies, the preferred one first. */
export const codings = ["br", "gzip"] as const

/** A content coding, as HTTP names it. */
export type Coding = (typeof codings)[number]

/** What a client takes. */
export interface Accepted {
  /** The coding that it prefers; undefined where it prefers the plain body, or takes nothing. */
  readonly coding: Coding | undefined
  /** Whether it takes a plain body, too; a client that takes nothing gets one. */
  readonly takesPlain: boolean
}

const plain = "identity"

/** Longer headers are not read: no client means them, and they cost time. */
const headerLengthMax = 256

/**
 * What a client takes by its `Accept-Encoding`, which may be missing.
 *
 * ```ts
 * import { acceptedOf } from "../http/api/coding/accepted.ts"
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
