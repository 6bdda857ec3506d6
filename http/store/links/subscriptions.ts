import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type {
  LinkStoreUnavailable,
  NotMade,
  StageRefused,
  SubscriptionNotFound,
} from "../../ports/link-errors.ts"
import type { Envelope, SealBroken, WrongMasterKey } from "../secrets/envelope.ts"
import type { FollowedSubscription, SubscriptionStage } from "../../../rules/links/link-step.ts"
import type { Trip } from "../../../rules/trip/trip.ts"
import type { FunnelQuote } from "../../ports/funnel-quotes.ts"

/** A quoting-stage subscription to open. */
export interface SubscriptionDraft {
  readonly id: string
  /** The name that the traveller's funnel knows it under; it tells nothing and cannot be guessed. */
  readonly quoteRef: string
  /** The tracked link that is credited. */
  readonly linkId: bigint
  readonly trip: Trip
  readonly language: string
  /** The offer that was clicked. */
  readonly offerId: number | null
}

/** A subscription that a session follows, locked against changes until the transaction ends. */
export interface HeldSubscription extends FollowedSubscription {
  /** Empty for a rehearsed one. */
  readonly quoteRef: string
}

/** What a further link of the session changes in a quoting subscription. */
export interface SubscriptionChange {
  readonly id: string
  /** The trip where it has changed. */
  readonly trip: Trip | null
  readonly language: string
  readonly offerId: number | null
}

/** A subscription as the traveller's funnel sees it. Instants in ISO 8601, UTC. */
export interface Subscription extends Omit<FunnelQuote, "partner"> {
  readonly createdAt: string
}

/**
 * The subscriptions of the traveller's funnel: links open and change them, the funnel moves them
 * on. What links do runs inside their transaction, so that a session and its subscription are
 * written together or not at all.
 */
export class Subscriptions extends Context.Service<
  Subscriptions,
  {
    readonly open: (draft: SubscriptionDraft) => Effect.Effect<void, NotMade>
    /** The subscription of an id, held until the transaction ends. */
    readonly hold: (id: string) => Effect.Effect<HeldSubscription, NotMade>
    readonly change: (change: SubscriptionChange) => Effect.Effect<void, NotMade>
    /** Moves a subscription on; the stage that it is in already changes nothing. */
    readonly advance: (
      id: string,
      stage: SubscriptionStage,
    ) => Effect.Effect<Subscription, SubscriptionNotFound | StageRefused | LinkStoreUnavailable>
    /**
     * Keeps that the traveller declares to withdraw from the contract; a declaration that is there already
     * stays as it is. Its stage stays: what the declaration comes to is the insurer's to say.
     */
    readonly declareWithdrawal: (
      id: string,
    ) => Effect.Effect<Subscription, SubscriptionNotFound | LinkStoreUnavailable>
    /** The subscription of an id, or of a quote as it stands in an address of ours or of the funnel. */
    readonly get: (
      idOrQuote: string,
    ) => Effect.Effect<Subscription, SubscriptionNotFound | LinkStoreUnavailable>
  }
>()("viatica/Subscriptions") {}

/** Seals the trip of a subscription for storage: it holds ages. */
export const sealTrip = (
  envelope: Envelope["Service"],
  subscriptionId: string,
  trip: Trip,
): Uint8Array =>
  envelope.seal({ subscriptionId, slot: "trip" }, Redacted.make(JSON.stringify(trip)))

/** Opens the trip of a subscription; what opens was sealed here, so it is a trip. */
export const openTrip = (
  envelope: Envelope["Service"],
  subscriptionId: string,
  sealed: Uint8Array,
): Result.Result<Trip, WrongMasterKey | SealBroken> =>
  Result.map(
    envelope.open({ subscriptionId, slot: "trip" }, sealed),
    (text) => JSON.parse(Redacted.value(text)) as Trip,
  )
