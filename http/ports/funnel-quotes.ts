import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Bps } from "../../core/money/minor.ts"
import type { SubscriptionStage } from "../../rules/links/link-step.ts"
import type { Trip } from "../../rules/trip/trip.ts"
import type { LinkStoreUnavailable, StageRefused, SubscriptionNotFound } from "./link-errors.ts"

/** The partner that a traveller comes from, as far as the funnel has to know. */
export interface FunnelPartner {
  readonly code: string
  readonly name: string
  /** Rates in basis points of the premium. */
  readonly baseRateBps: Bps
  readonly upliftBps: Bps
}

/** A subscription as the funnel goes on with it. */
export interface FunnelQuote {
  readonly subscriptionId: string
  readonly quoteRef: string
  readonly stage: SubscriptionStage
  /** The affiliate reference that a sale is credited to. */
  readonly ref: string
  readonly trip: Trip
  readonly language: string
  /** The offer that was clicked last, or presubscribed. */
  readonly offerId: number | null
  readonly partner: FunnelPartner
  /** When it was last moved on or changed, in ISO 8601, UTC. */
  readonly changedAt: string
  /** When its traveller declared to withdraw from the contract, in ISO 8601, UTC; null where nobody has. */
  readonly withdrawalDeclaredAt: string | null
}

/** What a traveller presubscribes. */
export interface Presubscription {
  readonly quoteRef: string
  readonly offerId: number
  readonly language: string
  /** The offer that is presubscribed and gives way to this one, as long as nothing is paid. */
  readonly insteadOf?: number
}

type Failed = SubscriptionNotFound | LinkStoreUnavailable

/** The subscriptions that the funnel's pages go on with, by the `quote` of their address alone. */
export class FunnelQuotes extends Context.Service<
  FunnelQuotes,
  {
    /** Undefined where there is none; a subscription's own id does not lead to it. */
    readonly find: (
      quoteRef: string,
    ) => Effect.Effect<FunnelQuote | undefined, LinkStoreUnavailable>
    /**
     * Keeps the offer and moves a quoting subscription on, at once; one that is past quoting stays as
     * it is, but for a presubscribed offer that gives way, and the answer tells how that is.
     */
    readonly presubscribe: (wished: Presubscription) => Effect.Effect<FunnelQuote, Failed>
    /** Moves a subscription on; the stage that it is in already changes nothing. */
    readonly advance: (
      quote: FunnelQuote,
      stage: SubscriptionStage,
    ) => Effect.Effect<void, Failed | StageRefused>
    /**
     * Keeps that its traveller declares to withdraw, and tells the account; a declaration that is there
     * already stays as it is. The answer tells when it came.
     */
    readonly declareWithdrawal: (quote: FunnelQuote) => Effect.Effect<FunnelQuote, Failed>
  }
>()("viatica/FunnelQuotes") {}
