import type { Bps } from "../../core/money/minor.ts"
import { compare, type Rational } from "../../core/money/rational.ts"

/**
 * An exact premium before fees, in main units of the insurer's currency. Same shape as a
 * {@link Rational}, but not brought to lowest terms: it lives only until it is rounded.
 */
export interface Premium {
  readonly numerator: bigint
  readonly denominator: bigint
}

/** Everything that a premium is made of. */
export interface RatingFacts {
  /** The part that the party pays once, in main units of the insurer's currency. */
  readonly perContract: Rational
  readonly heads: ReadonlyArray<RatedHeads>
  readonly days: number
  /** How many times the premium is charged: the years that a contract for the year begins, else 1. */
  readonly years: number
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
  readonly shareBps: Bps
}

/**
 * The premium of a contract: (flat part of the party + (flat part + daily part x days) x age factors
 * of each rate) x surcharges, plus the share of the trip price for cancellation, and never below the
 * minimum; all of it for each year begun of a contract for the year. Exact; nothing is rounded.
 *
 * ```ts
 * import { compare, zero } from "../core/money/rational.ts"
 * import { ratePremium } from "../rules/pricing/rate.ts"
 * const euros = (cents: bigint) => ({ numerator: cents, denominator: 100n })
 * const rate = { perPerson: euros(550n), perPersonPerDay: euros(140n) }
 * const trip = { perContract: zero, days: 7, years: 1, surchargePercent: 0, minimumPremium: euros(900n) }
 * compare(ratePremium({ ...trip, heads: [{ rate, factorPercentSum: 200 }] }), euros(3060n)) // => 0
 * compare(ratePremium({ ...trip, heads: [{ rate, factorPercentSum: 50 }] }), euros(900n)) // => 0
 * ```
 */
export const ratePremium = (facts: RatingFacts): Premium => {
  const base = basePremium(facts)
  const premium =
    facts.cancellation === undefined ? base : withCancellation(base, facts.cancellation)
  const yearly = compare(premium, facts.minimumPremium) < 0 ? facts.minimumPremium : premium
  return facts.years === 1 ? yearly : timesYears(yearly, facts.years)
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

/** Travellers of one rate. */
interface RatedHeads {
  readonly rate: HeadRate
  /** Their age factors added up, in percent: 100 for each at a flat rate. */
  readonly factorPercentSum: number
}

/** What travellers of one rate pay, in main units of the insurer's currency. */
interface HeadRate {
  readonly perPerson: Rational
  readonly perPersonPerDay: Rational
}

const basePremium = ({ days, heads, perContract, surchargePercent }: RatingFacts): Premium => {
  const paid = heads.map((some) => headsPremium(some, days))
  const flat = perContract.numerator === 0n && paid.length > 0 ? [] : [perContract]
  const { denominator, numerator } = [...flat, ...paid].reduce(plus)
  return { numerator: numerator * BigInt(100 + surchargePercent), denominator: denominator * 100n }
}

const headsPremium = (
  { factorPercentSum, rate: { perPerson, perPersonPerDay } }: RatedHeads,
  days: number,
): Premium => {
  const perHead =
    perPerson.numerator * perPersonPerDay.denominator +
    perPersonPerDay.numerator * BigInt(days) * perPerson.denominator
  return {
    numerator: perHead * BigInt(factorPercentSum),
    denominator: perPerson.denominator * perPersonPerDay.denominator * 100n,
  }
}

/** A sum over a common denominator. */
const plus = (left: Premium, right: Premium): Premium =>
  left.denominator === right.denominator
    ? { numerator: left.numerator + right.numerator, denominator: left.denominator }
    : {
        numerator: left.numerator * right.denominator + right.numerator * left.denominator,
        denominator: left.denominator * right.denominator,
      }

const withCancellation = (base: Premium, { shareBps, tripPrice }: CancellationCharge): Premium => {
  const share = tripPrice.numerator * BigInt(shareBps)
  const shareDenominator = tripPrice.denominator * 10_000n
  return {
    numerator: base.numerator * shareDenominator + share * base.denominator,
    denominator: base.denominator * shareDenominator,
  }
}

const timesYears = ({ denominator, numerator }: Premium, years: number): Premium => ({
  numerator: numerator * BigInt(years),
  denominator,
})
