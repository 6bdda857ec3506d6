import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { KeyRecord } from "./keys.ts"
import type { LinkNotFound, NotMade } from "./link-errors.ts"
import type { SandboxOutcome } from "../../rules/pricing/magic.ts"
import type { QuotaState } from "../../rules/quota/quota.ts"
import type { SessionOwner } from "../../rules/session/token.ts"
import type { Trip } from "../../rules/trip/trip.ts"

/** The day's writes are spent; nothing was made. `state` is the quota as it stands. */
export interface WritesSpent {
  readonly _tag: "WritesSpent"
  readonly state: QuotaState
}

/** A link to make for a session, once its call is read and charged. */
export interface LinkWish {
  readonly key: KeyRecord
  /** The nonce of a session that was issued to this account in this mode. */
  readonly sessionNonce: string
  readonly trip: Trip
  readonly language: string
  readonly offerId: number | null
  /** One of the caller's own links; null credits the account's first link in use. */
  readonly linkCode: string | null
  /** What the trip rehearses in the sandbox; undefined for any other trip, and in live mode. */
  readonly rehearsal: SandboxOutcome | undefined
  /** The quota as it stands after the call was charged. */
  readonly state: QuotaState
}

/** What a call for a link came to. */
export interface MintedLink {
  /** 201 for a fresh subscription, 200 where the session held one. */
  readonly created: boolean
  /** Whether the trip of the held subscription was changed. */
  readonly updated: boolean
  readonly subscriptionId: string
  /** Null in the sandbox, where there is no subscription to open. */
  readonly tracked: {
    readonly code: string
    readonly ref: string
    /** The `quote` of the link's address: the subscription, with a MAC. */
    readonly quote: string
  } | null
  /** The quota after it: a fresh subscription costs a write. */
  readonly state: QuotaState
}

/** Makes links for quoting sessions: calls of one session take turns, over all processes. */
export class SessionLinks extends Context.Service<
  SessionLinks,
  {
    readonly mint: (
      wish: LinkWish,
    ) => Effect.Effect<MintedLink, LinkNotFound | WritesSpent | NotMade>
  }
>()("viatica/SessionLinks") {}

/** Issues the signed tokens of quoting sessions and recognises them; nothing is stored. */
export class Sessions extends Context.Service<
  Sessions,
  {
    /** A fresh session of an account and mode. */
    readonly issue: (owner: SessionOwner) => string
    /** Whether a value is a session issued by this service to this account in this mode. */
    readonly isIssued: (owner: SessionOwner, value: unknown) => value is string
    /** The echoed session itself when it is valid, else a fresh one; never fails. */
    readonly resume: (owner: SessionOwner, echoed: unknown) => string
  }
>()("viatica/Sessions") {}
