import type { Market } from "../coach/coach-vocabulary.ts"
import type { BilanRequest } from "../coach/request.ts"
import type { QuoteRequest } from "../trip/request.ts"

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
  readonly residence: string
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
  readonly countryResidence: string
  /** For residents of the United States only: one of the 50 states or DC. */
  readonly stateResidence?: string | null
  readonly arrivalCountries: ReadonlyArray<string>
  readonly travellers: ReadonlyArray<{ readonly age: number }>
  /** Cost of the whole party's trip, in `currency`. */
  readonly tripPrice?: number | null
  /** Insured tuition, in `currency`. */
  readonly studiesAmount?: number | null
  /** ISO 4217; EUR when left out. */
  readonly currency?: string | null
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

const cardInput = ({ card }: BilanRequest): CardInput => {
  switch (card._tag) {
    case "None":
      return { none: true }
    case "Unmatched":
      return {}
    case "Catalogue":
      return { catalogueId: card.catalogueId }
    case "Bin":
      return { bin: card.bin }
    case "Bank":
      return { bank: card.bank, network: card.network, tier: card.tier }
    case "Generic":
      return { network: card.network, tier: card.tier }
  }
}

/**
 * A request that was read, as one that can be asked.
 *
 * ```ts
 * import { bilanInput } from "../rules/offline/requests.ts"
 *
 * const trip = { friends: false, longTrip: true, riskyActivity: false }
 * const read = { residence: "FR", destinations: ["US"], trip, market: null, ref: null }
 * bilanInput({ ...read, card: { _tag: "Bin", bin: "497010" } }) // => { residence: "FR", destinations: ["US"], card: { bin: "497010" }, trip }
 * ```
 */
export const bilanInput = (request: BilanRequest): BilanInput => ({
  residence: request.residence,
  destinations: request.destinations,
  card: cardInput(request),
  trip: request.trip,
  ...(request.market === null ? {} : { market: request.market }),
  ...(request.ref === null ? {} : { ref: request.ref }),
})

/** A request for prices that was read, as one that can be asked. */
export const quoteInput = ({ language, trip }: QuoteRequest): QuoteInput => ({ trip, language })
