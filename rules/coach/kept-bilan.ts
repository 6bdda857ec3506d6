import type { CountryCode } from "../../core/vocabulary/codes.ts"
import { prepareKeptCountries } from "../reference/kept-countries.ts"
import type { Bilans } from "./bilan.ts"
import type { CardResolver } from "./card/resolve-card.ts"
import type { CoachPieces } from "./coach-pieces.ts"
import type { BilanRequest, CardRequest, TripFlags } from "./request.ts"
import type { Market, Network } from "./coach-vocabulary.ts"

/** What is kept of a request for a bilan: one that says as much to the tables, and nothing of a person. */
export interface KeptBilan {
  readonly residence: CountryCode
  readonly destinations: ReadonlyArray<string>
  /** Absent for no card, empty for one that could not be read. */
  readonly card?: KeptCard
  readonly trip: TripFlags
  readonly market?: Market
}

/** A card by its number in the catalogue, or by words of the tables; an empty word is one that none knows. */
interface KeptCard {
  readonly catalogueId?: number
  readonly bank?: string
  readonly network?: string
  readonly tier?: string
}

/** Makes of a request for a bilan what may be kept of it. */
export type KeepBilan = (request: BilanRequest) => KeptBilan

/** A word that no table knows, in place of any such word. */
const unknownWord = ""

/** The network that a request names, or that its digits belong to. */
const networkOf = (
  { binCard, binNetwork, networkWord }: CardResolver,
  card: CardRequest,
): Network | null => {
  switch (card._tag) {
    case "Bin":
      return binCard(card.bin)?.range.network ?? binNetwork(card.bin)?.network ?? null
    case "Bank":
    case "Generic":
      return networkWord(card.network)?.network ?? null
    default:
      return null
  }
}

/**
 * Prepares what is kept of requests for bilans: the card that was found, by its number in the
 * catalogue or by network and range, never what was sent for it; countries, market and what the trip
 * is like. The ref is not.
 */
export const prepareKeepBilan = (
  { resolver, tables }: Pick<CoachPieces, "resolver" | "tables">,
  { placeOf }: Pick<Bilans, "placeOf">,
): KeepBilan => {
  const countries = prepareKeptCountries(tables)

  const cardOf = (request: BilanRequest): KeptCard | undefined => {
    const { card, origin, product, unmatched } = resolver.resolve(request.card, placeOf(request))
    if (origin === "none") return undefined
    if (card !== undefined) return { catalogueId: card.catalogueId }
    // As some BINs tell, a card that carries no covers at all.
    if (origin === "generic" && product.country === null) return undefined
    const network = networkOf(resolver, request.card)
    if (network === null) return {}
    const ofBank = unmatched === "bank" || unmatched === "range"
    return {
      ...(ofBank ? { bank: unknownWord } : {}),
      network,
      tier: (origin === "generic" ? product.tier : null) ?? unknownWord,
    }
  }

  return (request) => {
    const { friends, longTrip, riskyActivity } = request.trip
    const card = cardOf(request)
    return {
      residence: countries.one(request.residence),
      destinations: countries.list(request.destinations),
      ...(card === undefined ? {} : { card }),
      trip: { friends, longTrip, riskyActivity },
      ...(request.market === null ? {} : { market: request.market }),
    }
  }
}
