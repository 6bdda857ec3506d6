import type { OfferRow } from "../pricing/pricing-tables.ts"
import { type Undercut, breachOf } from "./breach.ts"
import type { TripPrices } from "./rated-trip.ts"

/** Breaches of the order of plans: a higher plan costs less than a lower one for the same trip. */
export const planBreaches = (
  pairs: ReadonlyArray<{ readonly lower: OfferRow; readonly higher: OfferRow }>,
  rated: TripPrices,
): ReadonlyArray<Undercut> =>
  pairs.flatMap(({ higher, lower }) => {
    const low = rated.prices.get(higher.offerId)
    const high = rated.prices.get(lower.offerId)
    return low === undefined || high === undefined
      ? []
      : breachOf("plan", { rated, price: low }, { rated, price: high })
  })
