import type { CountryCode, CurrencyCode } from "../../core/vocabulary/codes.ts"
import type { Market } from "../coach/coach-vocabulary.ts"

/**
 * A card, named in one way: by a card of the catalogue, the first 6 to 8 digits of its number, its
 * bank or network with its range as printed on it; or that there is none. An empty object is a card
 * of which nothing is known.
 */
export type CardInput =
  | { readonly none: true }
  | { readonly catalogueId: number }
  | { readonly bin: string }
  | { readonly bank: string; readonly network: string; readonly tier: string }
  | { readonly network: string; readonly tier: string }
  | Readonly<Record<string, never>>

/** A request for a bilan. */
export interface BilanInput {
  /** Country where the traveller lives, ISO 3166-1 alpha-2 in either case. */
  readonly residence: CountryCode
  /** Countries that the trip goes to, likewise; at least one. */
  readonly destinations: ReadonlyArray<string>
  /** Left out, there is no card. */
  readonly card?: CardInput | null
  /** What the trip is like; each false when left out. */
  readonly trip?: {
    readonly friends?: boolean
    readonly longTrip?: boolean
    readonly riskyActivity?: boolean
  } | null
  /** Whose amounts and language; from the residence when left out. */
  readonly market?: Market | null
  readonly ref?: string | null
}

/** A trip to be priced. */
export interface TripInput {
  /** One of the trip types of `meta().trip.intents`. */
  readonly intent: string
  /** First and last day of cover, `YYYY-MM-DD`. */
  readonly startDate: string
  readonly endDate: string
  readonly countryResidence: CountryCode
  /** For residents of the United States only: one of the 50 states or DC. */
  readonly stateResidence?: string | null
  readonly arrivalCountries: ReadonlyArray<string>
  readonly travellers: ReadonlyArray<{ readonly age: number }>
  /** Cost of the whole party's trip, in `currency`. */
  readonly tripPrice?: number | null
  /** Insured tuition, in `currency`. */
  readonly studiesAmount?: number | null
  /** ISO 4217; EUR when left out. */
  readonly currency?: CurrencyCode | null
  /** Takes a `tripPrice`. */
  readonly shouldCoverCancellation?: boolean | null
  readonly shouldCoverExtremeSports?: boolean | null
  readonly isAnnual?: boolean | null
}

/** A request for the prices of a trip. */
export interface QuoteInput {
  readonly trip: TripInput
  /** The language of the answer's texts; English when left out. */
  readonly language?: string | null
}
