import { LRUCache } from "lru-cache"
import type { ComparisonPrices } from "../../../rules/comparison/offer-comparison.ts"

/** What a search was priced at. */
export interface PricedSearch {
  readonly prices: ComparisonPrices
  /** The account that the search credits, under whose terms it was priced. */
  readonly account: { readonly id: string; readonly factsOnly: boolean }
  readonly pricedAtMs: number
}

/** So many searches are remembered; those that nobody has come back to longest are forgotten. */
const searchesMax = 200

/** How long a reader may sort, filter, reload and turn pages before a search is priced again. */
const holdsMs = 5 * 60_000

/**
 * Remembers for a few minutes, in this process, what searches were priced at: an address is opened right
 * after its form was sent, and again for each filter, page and language, none of which is to cost the
 * house another price.
 */
export const makePriceMemory = () => {
  const known = new LRUCache<string, PricedSearch>({ max: searchesMax })
  return {
    keep: (search: string, priced: PricedSearch): void => void known.set(search, priced),
    find: (search: string, nowMs: number): PricedSearch | undefined => {
      const found = known.get(search)
      return found !== undefined && nowMs - found.pricedAtMs < holdsMs ? found : undefined
    },
  }
}
