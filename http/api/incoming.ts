import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"

/** The body is longer than the service takes. */
export class BodyTooLarge extends Data.TaggedError("BodyTooLarge")<{
  readonly maximumBytes: number
}> {}

/** The connection ended before the body did. */
export class BodyBroken extends Data.TaggedError("BodyBroken")<{ readonly cause: unknown }> {}

/** Why a body was not read to its end. */
export type UnreadBody = BodyTooLarge | BodyBroken

/** The head of a request as it came off the wire, on whatever runtime. */
export interface RequestHead {
  readonly method: string
  /** The raw target before the first `?`, byte for byte. */
  readonly path: string
  /** The raw target after the first `?`. */
  readonly query: string
  /** Every occurrence of a header, by its lower-case name. */
  readonly headerValues: (name: string) => ReadonlyArray<string>
  /** The network address that the connection comes from; empty where the runtime does not tell. */
  readonly peer: () => string
  /** What HTTP forbids about it, where it forbids something that the parser lets through. */
  readonly flaw?: string | undefined
}

/** A request with its body still to be read. */
export interface IncomingCall extends RequestHead {
  /** The raw body, counted while it streams in. */
  readonly readBody: (maximumBytes: number) => Effect.Effect<Uint8Array, UnreadBody>
}

/** The path and the query of a raw target. */
export const splitTarget = (target: string): Pick<RequestHead, "path" | "query"> => {
  const mark = target.indexOf("?")
  return mark < 0
    ? { path: target, query: "" }
    : { path: target.slice(0, mark), query: target.slice(mark + 1) }
}
