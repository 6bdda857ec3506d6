import type { BilanRequest } from "../coach/request.ts"
import type { QuoteRequest } from "../trip/request.ts"
import type { BilanInput, CardInput, QuoteInput } from "./requests.ts"

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
 * import { bilanInput } from "../rules/offline/read-requests.ts"
 *
 * const trip = { friends: false, longTrip: true, riskyActivity: false }
 * const read = { residence: "FR", destinations: ["US"], trip, market: null, ref: null }
 * bilanInput({ ...read, card: { _tag: "Bin", bin: "497490" } }) // => { residence: "FR", destinations: ["US"], card: { bin: "497490" }, trip }
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
