import * as Effect from "effect/Effect"
import { memo } from "../../core/memory.ts"
import { daysInclusive } from "../../core/vocabulary/day.ts"
import type { Guarantee } from "../../core/vocabulary/guarantee.ts"
import { type CardProduct, coverOf, isHeld, isKnown, shownState } from "../coach/card/products.ts"
import type { Coach } from "../coach/engine.ts"
import type { BilanRequest, CardRequest } from "../coach/request.ts"
import type { BilanResponse, Gap, RawMoney, RawValue } from "../coach/response.ts"
import { limitOf } from "../reference/limits.ts"
import type { Tables } from "../tables/index.ts"
import type { Trip } from "../trip/trip.ts"
import type { TripSearch } from "./trip-search.ts"

/** The reading of a traveller's card. */
export interface TravellerCard {
  readonly answer: BilanResponse
  readonly gaps: Readonly<Record<string, Gap>>
  /** All that the card is read to cover, in its own currency. */
  readonly product: CardProduct
  /** The card's ceiling for care, in the benchmark's currency; undefined where nobody knows it. */
  readonly ceiling: RawMoney | undefined
}

/** What the Coach tells for a comparison: the benchmark for care, and the card where one is named. */
export interface CoachPart {
  readonly benchmark: RawMoney
  readonly card: TravellerCard | undefined
}

/** What readings are made with. */
export interface CardParts {
  readonly tables: Tables
  readonly coach: Pick<Coach, "productOf">
}

/**
 * Prepares the benchmark for care on a trip, and what the Coach reads of the card that a search
 * names: by the same rules as a partner's bilan, which `answer` makes.
 */
export const prepareReadCard = ({ coach, tables }: CardParts) => {
  const longTripDays = limitOf(tables, "long_trip_days")

  return Effect.fn("ReadCard")(function* (
    trip: Trip,
    search: TripSearch,
    answer: (request: BilanRequest) => Effect.Effect<BilanResponse>,
  ) {
    const request = (card: CardRequest): BilanRequest => ({
      residence: trip.countryResidence,
      destinations: trip.arrivalCountries,
      card,
      trip: {
        friends: false,
        longTrip: daysInclusive(trip.startDate, trip.endDate) > longTripDays,
        riskyActivity: trip.shouldCoverExtremeSports,
      },
      market: null,
      ref: null,
      lang: null,
    })
    const without = yield* answer(request({ _tag: "None" }))
    const { market } = without.meta
    const { targetValue } = without.bilan.medical
    const benchmark = {
      value: targetValue,
      currency: tables.coachMarkets.get(market)?.currency ?? "EUR",
    }
    const named = cardOf(search)
    if (named === undefined) return { benchmark, card: undefined } satisfies CoachPart
    const read = yield* answer(request(named))
    const ceiling = read.bilan.medical.values["cardValue"]
    const card: TravellerCard = {
      answer: read,
      gaps: read.card.guarantees,
      product: coach.productOf(request(named)),
      ceiling: isMoney(ceiling) ? ceiling : undefined,
    }
    return { benchmark, card } satisfies CoachPart
  })
}

/** How a card stands to a guarantee, as far as the Coach knows it. */
export type CardCover =
  | { readonly kind: "unverified" | "missing" }
  | {
      readonly kind: "held"
      readonly guarantee: Pick<Guarantee, "state" | "value">
      readonly currency: string
      /** What is to be said beside it: that it holds under conditions, or what it falls short of. */
      readonly short: "conditional" | RawMoney | undefined
    }

/** How a card stands to the guarantee of a slug. */
export const cardCover = ({ gaps, product }: TravellerCard, slug: string): CardCover => {
  const cover = coverOf(product, slug)
  if (!isKnown(cover)) return { kind: "unverified" }
  if (!isHeld(cover)) return { kind: "missing" }
  const { currency } = product
  return {
    kind: "held",
    guarantee: { state: shownState(cover), value: cover.value },
    currency,
    short: shortOf(Object.hasOwn(gaps, slug) ? gaps[slug] : undefined, currency),
  }
}

/** Prepares the banks that the Coach knows in a country, each once. */
export const prepareBanks = (tables: Tables): ((country: string) => ReadonlyArray<string>) =>
  memo((country: string) => [
    ...new Set(
      tables.coachCards.rows.flatMap((card) => (card.country === country ? card.bank : [])),
    ),
  ])

/** The card that a search names; undefined for none. */
const cardOf = ({ bank, bin, network, tier }: TripSearch): CardRequest | undefined => {
  if (bin !== "") return { _tag: "Bin", bin }
  if (network === "" || tier === "") return undefined
  return bank === "" ? { _tag: "Generic", network, tier } : { _tag: "Bank", bank, network, tier }
}

const isMoney = (value: RawValue | undefined): value is RawMoney =>
  typeof value === "object" && "currency" in value

const shortOf = (
  gap: Gap | undefined,
  currency: string,
): Extract<CardCover, { readonly kind: "held" }>["short"] => {
  if (gap?.badge === "conditional") return "conditional"
  return gap?.badge === "insufficient" && gap.recommendedValue !== null
    ? { value: gap.recommendedValue, currency }
    : undefined
}
