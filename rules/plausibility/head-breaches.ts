import { memo } from "../../core/memory.ts"
import type { CatalogueOffer } from "../pricing/catalogue.ts"
import type { PricingTables } from "../pricing/pricing-tables.ts"
import type { PricedTrip } from "./breach.ts"
import { careCeiling, type HeadPrice, headPrice } from "./head-bound.ts"
import type { PriceTerms } from "./price-terms.ts"
import type { TripPrices } from "./rated-trip.ts"

/** A price a head beyond its bound. */
export interface HeadBreach extends PricedTrip {
  readonly head: HeadPrice
}

/** Prepares the finding of prices a head that are beyond their bound. */
export const prepareHeadBreaches = (
  tables: Pick<PricingTables, "linesOf">,
  { boundOf }: PriceTerms,
): ((rated: TripPrices) => ReadonlyArray<HeadBreach>) => {
  const ceilingOf = memo((offer: CatalogueOffer) => careCeiling(tables, offer, boundOf))
  return (rated) =>
    [...rated.prices.values()].flatMap((price) => {
      const ceiling = ceilingOf(price.offer)
      const head = headPrice(rated, price, { boundOf, ceiling })
      return head.euros > head.eurosMax ? [{ rated, price, head }] : []
    })
}
