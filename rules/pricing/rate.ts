import { compare, type Rational } from "../../core/money/rational.ts"

/**
 * An exact premium before fees, in main units of the insurer's currency. Same shape as a
 * {@link Rational}, but not brought to lowest terms: it lives only until it is rounded.
 */
export interface Premium {
  readonly numerator: bigint
  readonly denominator: bigint
}

/** The rate of a tariff for a zone and a duration, in main units of the insurer's currency. */
export interface BaseRate {
  readonly perPerson: Rational
  readonly perPersonPerDay: Rational
}

/** All that goes into a premium. */
export interface RatingFacts {
  readonly rate: BaseRate
  readonly days: number
  /** The age factors of all travellers added up, in percent: 100 for each at a flat rate. */
  readonly factorPercentSum: number
  /** The surcharges that apply added up, in percent of the base premium. */
  readonly surchargePercent: number
  /** The least that a contract costs. */
  readonly minimumPremium: Rational
  /** The cancellation cover charged, or undefined when none is. */
  readonly cancellation?: CancellationCharge | undefined
}

/** A share of the trip price, which is in main units of the insurer's currency. */
export interface CancellationCharge {
  readonly tripPrice: Rational
  readonly shareBps: number
}

const basePremium = ({ days, factorPercentSum, rate, surchargePercent }: RatingFacts): Premium => {
  const { perPerson, perPersonPerDay } = rate
  const perHead =
    perPerson.numerator * perPersonPerDay.denominator +
    perPersonPerDay.numerator * BigInt(days) * perPerson.denominator
  return {
    numerator: perHead * BigInt(factorPercentSum) * BigInt(100 + surchargePercent),
    denominator: perPerson.denominator * perPersonPerDay.denominator * 10_000n,
  }
}

const withCancellation = (base: Premium, { shareBps, tripPrice }: CancellationCharge): Premium => {
  const share = tripPrice.numerator * BigInt(shareBps)
  const shareDenominator = tripPrice.denominator * 10_000n
  return {
    numerator: base.numerator * shareDenominator + share * base.denominator,
    denominator: base.denominator * shareDenominator,
  }
}

/**
 * The premium of a contract: (flat part + daily part x days) x age factors x surcharges, plus the
 * share of the trip price for cancellation, and never below the minimum. Exact; nothing is rounded.
 *
 * ```ts
 * import { compare } from "../core/money/rational.ts"
 * import { ratePremium } from "../rules/pricing/rate.ts"
 * const euros = (cents: bigint) => ({ numerator: cents, denominator: 100n })
 * const rate = { perPerson: euros(550n), perPersonPerDay: euros(140n) }
 * const trip = { rate, days: 7, surchargePercent: 0, minimumPremium: euros(900n) }
 * compare(ratePremium({ ...trip, factorPercentSum: 200 }), euros(3060n)) // => 0
 * compare(ratePremium({ ...trip, factorPercentSum: 50 }), euros(900n)) // => 0
 * ```
 */
export const ratePremium = (facts: RatingFacts): Premium => {
  const base = basePremium(facts)
  const premium =
    facts.cancellation === undefined ? base : withCancellation(base, facts.cancellation)
  return compare(premium, facts.minimumPremium) < 0 ? facts.minimumPremium : premium
}

/** Age factors of one scale, in percent, by age in years; undefined where the scale has a hole. */
export type AgeScale = ReadonlyArray<number | undefined>

/**
 * The age factors of a party added up, in percent; without a scale everyone counts 100. Undefined
 * when the scale has no factor for someone's age.
 *
 * ```ts
 * import { factorPercentSum } from "../rules/pricing/rate.ts"
 * factorPercentSum([50, 100], [0, 1, 1]) // => 250
 * factorPercentSum(undefined, [0, 1, 1]) // => 300
 * factorPercentSum([50, 100], [2]) // => undefined
 * ```
 */
export const factorPercentSum = (
  scale: AgeScale | undefined,
  ages: ReadonlyArray<number>,
): number | undefined => {
  if (scale === undefined) return 100 * ages.length
  let sum = 0
  for (const age of ages) {
    const factor = scale[age]
    if (factor === undefined) return undefined
    sum += factor
  }
  return sum
}
