import { nearestNumber, zero } from "../../core/money/rational.ts"
import { ratePremium } from "../pricing/rate.ts"
import type { Rating } from "../pricing/tariff.ts"

/** The parts of a premium, in the order in which they are put together. */
export const priceParts = ["tariff", "surcharge", "cancellation", "minimum"] as const

/** A part of a premium. */
export type PricePart = (typeof priceParts)[number]

/** Parts as findings name them. */
export const partWords: Readonly<Record<PricePart, string>> = {
  tariff: "the tariff",
  surcharge: "a surcharge",
  cancellation: "the share of the trip price for cancellation",
  minimum: "the minimum premium",
}

/**
 * What a premium comes to when each of its parts has been put to it, in main units of the insurer's
 * currency: at last the whole of it.
 */
export const partSums = (rating: Rating): Readonly<Record<PricePart, number>> => {
  const bare = { ...rating, cancellation: undefined, minimumPremium: zero }
  const { cancellation } = rating
  return {
    tariff: nearestNumber(ratePremium({ ...bare, surchargePercent: 0 })),
    surcharge: nearestNumber(ratePremium(bare)),
    cancellation: nearestNumber(ratePremium({ ...bare, cancellation })),
    minimum: nearestNumber(ratePremium(rating)),
  }
}

/** The part that makes up most of a premium. */
export const greatestPart = (rating: Rating): PricePart => {
  const sums = partSums(rating)
  const added = priceParts.map((part, index) => {
    const before = priceParts[index - 1]
    return { part, amount: sums[part] - (before === undefined ? 0 : sums[before]) }
  })
  return added.reduce((most, one) => (one.amount > most.amount ? one : most)).part
}

/**
 * The part by which a premium falls below another one, times a factor: the first with which it lies
 * below.
 */
export const decisivePart = (low: Rating, high: Rating, factor: number): PricePart => {
  const [below, above] = [partSums(low), partSums(high)]
  return priceParts.find((part) => below[part] < above[part] * factor) ?? "minimum"
}
