import { type Undercut, breachOf, shortfall } from "./breach.ts"
import { holdsNoLess, type MainCoversOf } from "./main-covers.ts"
import type { OfferPrice, TripPrices } from "./rated-trip.ts"

/** Whether two offers are of one insurer and priced for the same time. */
const areAlike = ({ offer: one }: OfferPrice, { offer: other }: OfferPrice): boolean =>
  one !== other && one.row.insurer === other.row.insurer && one.row.period === other.row.period

/**
 * Breaches between the most individual travellers and the smallest group: an offer for the group costs
 * less than a share of the cheapest offer of its insurer for one traveller fewer, though it holds as
 * much for care and cancellation. Offers that are sold to both cost more for one traveller more, by another law.
 */
export const groupBreaches = (
  mainCovers: MainCoversOf,
  individuals: TripPrices,
  group: TripPrices,
  shareBps: number,
): ReadonlyArray<Undercut> => {
  const coversOf = ({ offer }: OfferPrice) => mainCovers(offer, group.facts)
  return [...group.prices.values()].flatMap((price) => {
    if (individuals.prices.has(price.offer.row.offerId)) return []
    const covers = coversOf(price)
    const cheapest = [...individuals.prices.values()]
      .filter((other) => areAlike(price, other) && holdsNoLess(covers, coversOf(other)))
      .reduce<OfferPrice | undefined>(
        (best, one) => (best === undefined || shortfall(one, best) > 0 ? one : best),
        undefined,
      )
    return cheapest === undefined
      ? []
      : breachOf(
          "group",
          { rated: group, price },
          { rated: individuals, price: cheapest },
          shareBps,
        )
  })
}
