import * as Effect from "effect/Effect"
import { memo } from "../../core/memory.ts"
import type { CountryCode, CurrencyCode } from "../../core/vocabulary/codes.ts"
import { daysInclusive } from "../../core/vocabulary/day.ts"
import type { Guarantee } from "../../core/vocabulary/guarantee.ts"
import {
  type CardProduct,
  coverOf,
  isHeld,
  isKnown,
  medicalSlug,
  shownState,
} from "../coach/card/products.ts"
import type { CoverTermWord } from "../coach/coach-vocabulary.ts"
import { doubtOf } from "../coach/covers/gaps.ts"
import { type CoverTerm, prepareTerms } from "../coach/covers/terms.ts"
import type { Coach } from "../coach/engine.ts"
import type { BilanRequest, CardRequest } from "../coach/request.ts"
import type { BilanResponse, DetectedCard, Gap, RawMoney, RawValue } from "../coach/response.ts"
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
  /** Under what each cover holds, the weightiest first; empty where no condition was read. */
  readonly conditionsOf: (slug: string) => ReadonlyArray<CardCondition>
  /** Whether no card of the residence's country was read, so that nothing is known of this one. */
  readonly isOfUnreadCountry: boolean
  /** The guarantees under whose slug a card holds another cover than offers do. */
  readonly otherCovers: ReadonlySet<string>
}

/** A condition of a card's cover that a cell of a comparison tells. */
export interface CardCondition {
  readonly term: ToldTerm
  /** In the unit of the term, or in the card's currency; null where it has none or none was read. */
  readonly amount: number | null
}

/** The conditions that a cell tells, the weightiest first. */
export const toldTerms = [
  "emergency_only",
  "hired_gear",
  "not_cash",
  "public_transport",
  "listed_causes",
  "deductible_share",
  "paid_with_card",
  "deductible",
  "prior_illness",
  "call_first",
  "carrier_first",
  "delay_hours",
  "abroad_only",
  "family_only",
  "day_limit",
  "age_limit",
  "distance_from_home",
] as const satisfies ReadonlyArray<CoverTermWord>

/** A condition that a cell tells. */
export type ToldTerm = (typeof toldTerms)[number]

/** Why a card is not shown although its first digits were typed: they are in no list, or lead to no card. */
export interface UnknownCard {
  /** What the digits say all the same, in words; empty where they say nothing. */
  readonly detected: string
}

/** What the Coach tells for a comparison: the benchmark for care, and the card where one is named. */
export interface CoachPart {
  readonly benchmark: RawMoney
  readonly card: TravellerCard | undefined
  /** The card that was typed and is not known: no figures of other cards stand in for it. */
  readonly unknown?: UnknownCard
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
  const { termsOf } = prepareTerms(tables)
  const otherCovers = otherCoversOf(tables)
  const readCountries = new Set(tables.coachCards.rows.map(({ country }) => country))
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
    const { detected, origin } = read.card
    if (named._tag === "Bin" && origin === "baseline") {
      const unknown = { detected: detected === undefined ? "" : detectedName(detected) }
      return { benchmark, card: undefined, unknown } satisfies CoachPart
    }
    const isSure = read.card.guarantees[medicalSlug]?.badge !== "unverified"
    const ceiling = isSure ? read.bilan.medical.values["cardValue"] : undefined
    const product = coach.productOf(request(named))
    const card: TravellerCard = {
      answer: read,
      gaps: read.card.guarantees,
      product,
      conditionsOf: (slug) => conditionsOf(termsOf(product, slug)),
      isOfUnreadCountry: !readCountries.has(
        tables.cardHomes.get(trip.countryResidence)?.country ?? trip.countryResidence,
      ),
      otherCovers,
      ceiling: isMoney(ceiling) ? ceiling : undefined,
    }
    return { benchmark, card } satisfies CoachPart
  })
}

/** What the first digits of a card say it is: the card that they lead to, or bank, network and level. */
export const detectedName = ({ bank, brand, level, matched }: DetectedCard): string =>
  matched?.cardName ?? [bank, brand, level].filter(Boolean).join(" ")

/** How a card stands to a guarantee, as far as the Coach knows it. */
export type CardCover =
  | { readonly kind: "unverified" | "missing" | "other" }
  | {
      readonly kind: "held"
      readonly guarantee: Pick<Guarantee, "state" | "value">
      readonly currency: CurrencyCode
      /** What is to be said beside it: that it holds under conditions, or what it falls short of. */
      readonly short: "conditional" | RawMoney | undefined
      /** Under what it holds, the weightiest first. */
      readonly conditions: ReadonlyArray<CardCondition>
    }

/** How a card stands to the guarantee of a slug. */
export const cardCover = (
  { conditionsOf, gaps, otherCovers, product }: TravellerCard,
  slug: string,
): CardCover => {
  const cover = coverOf(product, slug)
  const isOther = otherCovers.has(slug)
  if (!isKnown(cover)) return { kind: "unverified" }
  // What is no cover of the same thing says nothing of this one.
  if (isOther) return { kind: isHeld(cover) ? "other" : "unverified" }
  if (!isHeld(cover)) return { kind: "missing" }
  const gap = Object.hasOwn(gaps, slug) ? gaps[slug] : undefined
  // A ceiling that may be another on this card is not told as its own.
  if (doubtOf(cover, gap?.recommendedValue ?? null) !== undefined) return { kind: "unverified" }
  const { currency } = product
  return {
    kind: "held",
    guarantee: { state: shownState(cover), value: cover.value },
    currency,
    short: shortOf(gap, currency),
    conditions: conditionsOf(slug),
  }
}

/** Prepares the banks that the Coach knows in a country, each once. */
export const prepareBanks = (tables: Tables): ((country: CountryCode) => ReadonlyArray<string>) =>
  memo((country: CountryCode) => [
    ...new Set(
      tables.coachCards.rows.flatMap((card) => (card.country === country ? card.bank : [])),
    ),
  ])

/** So many conditions stand in a cell: the rest is in the reading. */
const conditionsMax = 2

const conditionsOf = (terms: ReadonlyArray<CoverTerm>): ReadonlyArray<CardCondition> =>
  toldTerms
    .flatMap((term) => {
      const found = terms.find((each) => (sameAs[each.term] ?? each.term) === term)
      if (found === undefined || (found.amount === null && hasAmount.has(term))) return []
      return { term, amount: found.term === term ? found.amount : null }
    })
    .slice(0, conditionsMax)

/** Terms that a cell tells by the words of another, in whose place they stand. */
const sameAs: Partial<Record<CoverTermWord, ToldTerm>> = {
  paid_share: "paid_with_card",
}

/** Terms that say nothing without their amount. */
const hasAmount: ReadonlySet<ToldTerm> = new Set([
  "age_limit",
  "day_limit",
  "deductible",
  "deductible_share",
  "delay_hours",
  "distance_from_home",
])

const otherCoversOf = ({ guarantees }: Pick<Tables, "guarantees">): ReadonlySet<string> =>
  new Set(guarantees.rows.flatMap(({ sameOnCards, slug }) => (sameOnCards ? [] : slug)))

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
  currency: CurrencyCode,
): Extract<CardCover, { readonly kind: "held" }>["short"] => {
  if (gap?.badge === "conditional") return "conditional"
  return gap?.badge === "insufficient" && gap.recommendedValue !== null
    ? { value: gap.recommendedValue, currency }
    : undefined
}
