import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PartnerCode } from "../../rules/accounts/partner.ts"
import type { KeyStoreUnavailable, PartnerNotFound } from "./account-errors.ts"

/** What a partner declares when it asks to go live: volumes a month, and a sentence. */
export interface Declaration {
  readonly callsMonthly: number
  readonly salesMonthly: number
  /** What the prices will stand on, in the partner's words. */
  readonly purpose: string
}

/** How a review ended. */
export type ReviewOutcome = "approved" | "declined"

/** A review that a partner asked for; instants in ISO 8601, UTC. */
export interface Review extends Declaration {
  readonly partnerCode: PartnerCode
  /** Who asked for it, as the audit names them. */
  readonly askedBy: string
  readonly askedAt: string
  /** Null while it waits. */
  readonly outcome: ReviewOutcome | null
  readonly settledAt: string | null
  /** Why it was declined, in the operator's words. */
  readonly reason: string | null
}

/** The reviews that partners ask for before they go live. Every change is audited. */
export class Reviews extends Context.Service<
  Reviews,
  {
    /** Asks for a review; while one waits, what it declares is replaced. */
    readonly ask: (
      partnerCode: PartnerCode,
      declared: Declaration,
    ) => Effect.Effect<Review, PartnerNotFound | KeyStoreUnavailable>
    /** Declines the review that waits; undefined where none does. */
    readonly decline: (
      partnerCode: PartnerCode,
      reason: string,
    ) => Effect.Effect<Review | undefined, PartnerNotFound | KeyStoreUnavailable>
    /** The newest review of a partner; undefined where it never asked for one. */
    readonly latest: (
      partnerCode: PartnerCode,
    ) => Effect.Effect<Review | undefined, PartnerNotFound | KeyStoreUnavailable>
    /** The first that wait, the oldest first; an approval of the partner settles its own. */
    readonly waiting: (limit: number) => Effect.Effect<ReadonlyArray<Review>, KeyStoreUnavailable>
    /** How many wait, counted no further than so many. */
    readonly waitingCount: (most: number) => Effect.Effect<number, KeyStoreUnavailable>
  }
>()("viatica/Reviews") {}
