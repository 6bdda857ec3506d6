import type * as Result from "effect/Result"
import type { Rational } from "../../core/money/rational.ts"
import type { Trip } from "../trip/trip.ts"
import type { TripFacts } from "./trip-facts.ts"
import type { Offer } from "./offer-shown.ts"
import type { PricingUnavailable } from "./offer.ts"

/** An offer that matches a trip. */
export interface MatchingOffer {
  readonly offerId: number
  /** The insurer's key in the tables. */
  readonly insurer: string
  /** Whether it is sold on the insurer's own site only. */
  readonly soldByRedirect: boolean
  /** Whether its insurer is asked for a price: not for a trip price that is missing, say. */
  readonly asked: boolean
}

/** The offers of a catalogue that match a trip. */
export interface ChosenOffers {
  /** What of the trip decides who may buy what, and at which rate. */
  readonly facts: TripFacts
  readonly offers: ReadonlyArray<MatchingOffer>
  /** Offers that match but are sold on the insurer's own site only. */
  readonly redirectOnlyCount: number
  /** Offers that fail exactly one condition that can be relaxed. */
  readonly nearMissCount: number
}

/** An amount in whole minor units of a currency, by its code. */
export interface CodedAmount {
  readonly amountMinor: number
  readonly currency: string
}

/** An insurer's price for an offer, in its own currency, with the handling fee. */
export interface InsurerPrice extends CodedAmount {
  readonly offerId: number
  /** What the insurer asks, exactly, before the fee. */
  readonly premium: Rational
}

/** A price in the currency that was asked for, or in the insurer's where that is not supported. */
export interface ConvertedPrice {
  readonly offerId: number
  /** What the traveller pays. */
  readonly paid: CodedAmount
  /** The insurer's own price. */
  readonly insurer: CodedAmount
}

/** What a step was asked of that the tables do not have. */
export interface Unlisted {
  readonly _tag: "Unlisted"
  readonly what: "offer" | "currency"
  readonly key: string
}

/** What of a price its conversion needs. */
export type Convertible = CodedAmount & Pick<InsurerPrice, "offerId">

/** The steps of a quote, each by itself: same rules, same tables, same figures as the whole. */
export interface PricingSteps {
  /** Which offers match a trip. */
  readonly chooseOffers: (trip: Trip) => ChosenOffers
  /** What insurers ask for the trip; offers without a price are left out. */
  readonly priceOffers: (
    trip: Trip,
  ) => Result.Result<ReadonlyArray<InsurerPrice>, PricingUnavailable>
  /** Prices in another currency; what would round to nothing is left out. */
  readonly convertPrices: (
    prices: ReadonlyArray<Convertible>,
    currency: string,
  ) => Result.Result<ReadonlyArray<ConvertedPrice>, Unlisted>
  /** What an offer holds on the trip, by guarantee. */
  readonly mapGuarantees: (
    trip: Trip,
    offerId: number,
  ) => Result.Result<Offer["guarantees"], Unlisted>
  /** Prices from the cheapest to the dearest, ties by offer id. */
  readonly rankOffers: <Price extends ConvertedPrice>(
    prices: ReadonlyArray<Price>,
  ) => Result.Result<ReadonlyArray<Price>, Unlisted>
}
