import { groupBy } from "../../core/group-by.ts"
import type { OfferRow, PricingTables } from "../pricing/pricing-tables.ts"

/**
 * Every two plans of one insurer and product of which one ranks above the other, each with its
 * nearest first. Plans without a rank, or of the same one, stand in no order.
 *
 * ```ts
 * import { ladderPairs } from "../rules/plausibility/ladder.ts"
 *
 * const plan = (offerId: number, planRank: number | null) => ({ offerId, insurer: "a", name: "Trip", planRank })
 * ladderPairs([plan(3, 2), plan(1, 1), plan(2, null)]).map(({ higher, lower }) => [lower.offerId, higher.offerId]) // => [[1, 3]]
 * ```
 */
export const ladderPairs = <Row extends Pick<OfferRow, "insurer" | "name" | "planRank">>(
  offers: ReadonlyArray<Row>,
): ReadonlyArray<{ readonly lower: Row; readonly higher: Row }> =>
  [...groupBy(offers, ({ insurer, name }) => `${insurer} ${name}`).values()].flatMap((plans) => {
    const ladder = plans
      .filter(({ planRank }) => (planRank ?? null) !== null)
      .sort((left, right) => (left.planRank ?? 0) - (right.planRank ?? 0))
    return ladder.flatMap((higher, index) =>
      ladder
        .slice(0, index)
        .filter(({ planRank }) => planRank !== higher.planRank)
        .map((lower) => ({ lower, higher }))
        .reverse(),
    )
  })

/** An offer as people know it: product, plan and id. */
export const offerText = ({ name, offerId, plan }: OfferRow): string =>
  `${name} ${plan} (${offerId})`

/** The name of an offer's insurer. */
export const insurerText = (
  { insurers }: Pick<PricingTables, "insurers">,
  { insurer }: OfferRow,
): string => insurers.get(insurer)?.name ?? insurer
