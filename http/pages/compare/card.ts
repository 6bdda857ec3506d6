import * as Effect from "effect/Effect"
import type { CardProduct } from "../../../rules/coach/card/products.ts"
import type { Coach } from "../../../rules/coach/engine.ts"
import type { BilanRequest, CardRequest } from "../../../rules/coach/request.ts"
import type { BilanResponse, Gap, RawMoney, RawValue } from "../../../rules/coach/response.ts"
import type { RenderBilan } from "../../../rules/messages/render.ts"
import type { RenderedBilan } from "../../../rules/messages/rendered.ts"
import type { Tables } from "../../../rules/tables/index.ts"
import type { Trip } from "../../../rules/trip/trip.ts"
import { daysInclusive } from "../../../core/vocabulary/day.ts"
import { limitOf } from "../../../rules/reference/limits.ts"
import { utcDay } from "../../platform/utc-day.ts"
import type { RulesFor } from "../../ports/destination-facts.ts"
import type { TripSearch } from "./search.ts"

/** The reading of a traveller's card. */
export interface NamedCardReading {
  readonly answer: BilanResponse
  readonly rendered: RenderedBilan
  readonly gaps: Readonly<Record<string, Gap>>
  /** All that the card is read to cover, in its own currency. */
  readonly product: CardProduct
  /** The card's ceiling for care, in the benchmark's currency; undefined where nobody knows it. */
  readonly ceiling: RawMoney | undefined
}

/** What the Coach tells for a comparison: the benchmark for care, and the card where one is named. */
export interface CoachPart {
  readonly benchmark: RawMoney
  readonly card: NamedCardReading | undefined
}

/** What readings are made with. */
export interface CardParts {
  readonly tables: Tables
  readonly coach: Coach
  readonly rulesFor: RulesFor
  readonly engineVersion: string
}

/** The card that a search names; undefined for none. */
const cardOf = ({ bank, bin, network, tier }: TripSearch): CardRequest | undefined => {
  if (bin !== "") return { _tag: "Bin", bin }
  if (network === "" || tier === "") return undefined
  return bank === "" ? { _tag: "Generic", network, tier } : { _tag: "Bank", bank, network, tier }
}

const isMoney = (value: RawValue | undefined): value is RawMoney =>
  typeof value === "object" && "currency" in value

/**
 * The benchmark for care on a trip, and what the Coach reads of the card that a search names: by the
 * same rules as a partner's bilan.
 */
export const prepareReadCard = ({ coach, engineVersion, rulesFor, tables }: CardParts) => {
  const longTripDays = limitOf(tables, "long_trip_days")

  const answer = (request: BilanRequest, nowMs: number) => {
    const context = {
      allowedCardModes: coach.cardModes("live"),
      engineVersion,
      refIsOwn: false,
      quoteUrl: () => null,
      today: utcDay(nowMs),
    }
    return Effect.match(rulesFor(request), {
      onFailure: () => coach.answer(request, { ...context, destinationRules: null }),
      onSuccess: (destinationRules) => coach.answer(request, { ...context, destinationRules }),
    })
  }

  return Effect.fn("ReadCard")(function* (
    trip: Trip,
    search: TripSearch,
    render: RenderBilan,
    language: "en" | "fr",
    nowMs: number,
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
    })
    const without = yield* answer(request({ _tag: "None" }), nowMs)
    const { market } = without.meta
    const { targetValue } = without.bilan.medical
    const benchmark = {
      value: targetValue,
      currency: tables.coachMarkets.get(market)?.currency ?? "EUR",
    }
    const named = cardOf(search)
    if (named === undefined) return { benchmark, card: undefined } satisfies CoachPart
    const read = yield* answer(request(named), nowMs)
    const told = read.bilan.medical.values["cardValue"]
    const card: NamedCardReading = {
      answer: read,
      rendered: render(read, { lang: language }),
      gaps: read.card.guarantees,
      product: coach.productOf(request(named)),
      ceiling: isMoney(told) ? told : undefined,
    }
    return { benchmark, card } satisfies CoachPart
  })
}
