import * as Context from "effect/Context"
import type { RequestHead } from "../../api/incoming.ts"

/** The time that the timestamp of a call is held against, in milliseconds since 1970. */
export type TimeForSigner = (head: RequestHead, nowMs: number) => number

/** The service's own time, unless a layer says otherwise: one whose clock is moved has signers whose is not. */
export const SignersTime = Context.Reference<TimeForSigner>("viatica/SignersTime", {
  defaultValue: () => (_, nowMs) => nowMs,
})
