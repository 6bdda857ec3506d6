import { groupBy } from "../../core/group-by.ts"
import type { OfferRow } from "../pricing/pricing-tables.ts"
import { amountIn, type Breach, breachOf } from "./breach.ts"
import type { OfferPrice, RatedTrip } from "./rated-trip.ts"

/** Breaches of the order of plans: a higher plan costs less than a lower one for the same trip. */
export const planBreaches = (
  pairs: ReadonlyArray<{ readonly lower: OfferRow; readonly higher: OfferRow }>,
  rated: RatedTrip,
): ReadonlyArray<Breach> =>
  pairs.flatMap(({ higher, lower }) => {
    const low = rated.prices.get(higher.offerId)
    const high = rated.prices.get(lower.offerId)
    return low === undefined || high === undefined
      ? []
      : breachOf("plan", { rated, price: low }, { rated, price: high })
  })

/** The cheapest offer of each insurer and period. */
const cheapest = ({ prices }: RatedTrip): ReadonlyMap<string, OfferPrice> => {
  const groups = groupBy(
    prices.values(),
    ({ offer: { row } }) => `${row.insurer} ${row.period ?? "trip"}`,
  )
  return new Map(
    [...groups].flatMap(([key, [first, ...others]]) =>
      first === undefined
        ? []
        : [
            [
              key,
              others.reduce(
                (best, one) => (amountIn(one, best) < amountIn(best, best) ? one : best),
                first,
              ),
            ] as const,
          ],
    ),
  )
}

/**
 * Breaches between the most individual travellers and the smallest group: the cheapest offer of an
 * insurer for the group costs less than a share of its cheapest for one traveller fewer.
 */
export const groupBreaches = (
  individuals: RatedTrip,
  group: RatedTrip,
  shareBps: number,
): ReadonlyArray<Breach> => {
  const theirs = cheapest(group)
  return [...cheapest(individuals)].flatMap(([key, price]) => {
    const other = theirs.get(key)
    return other === undefined || other.offer === price.offer
      ? []
      : breachOf("group", { rated: group, price: other }, { rated: individuals, price }, shareBps)
  })
}
