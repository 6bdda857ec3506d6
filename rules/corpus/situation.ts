import type { CountryCode, CurrencyCode } from "../../core/vocabulary/codes.ts"
import type { Market } from "../coach/coach-vocabulary.ts"

/** The ways in which a corpus lets requests name a card, those that find nothing included. */
export const cardForms = [
  "catalogue",
  "bin",
  "bank",
  "generic",
  "none",
  "absent",
  "catalogue_miss",
  "bin_miss",
  "bank_miss",
  "word_miss",
  "malformed",
] as const

/** One way to name a card. */
export type CardForm = (typeof cardForms)[number]

/** The card object of a bilan request, as a partner would send it. */
export type CardBody = Readonly<Record<string, string | number | boolean>>

/** The body of a bilan request. */
export interface BilanBody {
  readonly residence: CountryCode
  readonly destinations: ReadonlyArray<string>
  readonly card?: CardBody
  readonly trip: {
    readonly friends: boolean
    readonly longTrip: boolean
    readonly riskyActivity: boolean
  }
  readonly market?: Market
}

/** The body of a request for prices. */
export interface QuoteBody {
  readonly trip: {
    readonly intent: string
    readonly startDate: string
    readonly endDate: string
    readonly countryResidence: CountryCode
    readonly stateResidence?: string
    readonly arrivalCountries: ReadonlyArray<string>
    readonly travellers: ReadonlyArray<{ readonly age: number }>
    readonly tripPrice?: number
    readonly currency?: CurrencyCode
    readonly shouldCoverCancellation: boolean
    readonly shouldCoverExtremeSports: boolean
    readonly isAnnual: boolean
  }
}

/** One trip of one party: what the Coach and the prices are asked about it. */
export interface Situation {
  /** The name of an analyst's case, or `generated 17`. */
  readonly name: string
  readonly origin: "case" | "generated"
  readonly bilan: BilanBody
  readonly quote: QuoteBody
}

/** What a situation is made of; null is not sent. */
export interface Travel {
  readonly residence: CountryCode
  readonly state: string | null
  readonly destinations: ReadonlyArray<string>
  readonly card: CardBody | null
  readonly friends: boolean
  readonly longTrip: boolean
  readonly riskyActivity: boolean
  readonly market: Market | null
  readonly intent: string
  /** Calendar days `YYYY-MM-DD`, both of them covered. */
  readonly startDate: string
  readonly endDate: string
  /** Years. */
  readonly ages: ReadonlyArray<number>
  /** Price of the whole trip in main units of the currency. */
  readonly tripPrice: number | null
  readonly currency: CurrencyCode | null
  readonly cancellation: boolean
  readonly extremeSports: boolean
  readonly annual: boolean
}

const bilanBody = (travel: Travel): BilanBody => {
  const { card, destinations, friends, longTrip, market, residence, riskyActivity } = travel
  return {
    residence,
    destinations,
    ...(card === null ? {} : { card }),
    trip: { friends, longTrip, riskyActivity },
    ...(market === null ? {} : { market }),
  }
}

const quoteBody = (travel: Travel): QuoteBody => {
  const { currency, state, tripPrice } = travel
  return {
    trip: {
      intent: travel.intent,
      startDate: travel.startDate,
      endDate: travel.endDate,
      countryResidence: travel.residence,
      ...(state === null ? {} : { stateResidence: state }),
      arrivalCountries: travel.destinations,
      travellers: travel.ages.map((age) => ({ age })),
      ...(tripPrice === null ? {} : { tripPrice }),
      ...(currency === null ? {} : { currency }),
      shouldCoverCancellation: travel.cancellation,
      shouldCoverExtremeSports: travel.extremeSports,
      isAnnual: travel.annual,
    },
  }
}

/** Puts a trip into the two bodies that ask about it. */
export const situationOf = (
  name: string,
  origin: Situation["origin"],
  travel: Travel,
): Situation => ({ name, origin, bilan: bilanBody(travel), quote: quoteBody(travel) })
