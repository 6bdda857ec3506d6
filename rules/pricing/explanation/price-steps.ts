import * as Result from "effect/Result"
import { type AmountMinor, minorToDecimal } from "../../../core/money/minor.ts"
import {
  add,
  fraction,
  powerOfTen,
  type Rational,
  roundHalfUp,
  zero,
} from "../../../core/money/rational.ts"
import type { CurrencyCode } from "../../../core/vocabulary/codes.ts"
import type { CurrencyRow } from "../../currency/currency-tables.ts"
import { cellOf, citeHit, citeRow } from "../../explanation/cite.ts"
import type { Reason } from "../../explanation/explanation.ts"
import { type FeeTerms, handlingFeeBps } from "../../fees/handling-fee.ts"
import { ageFactorRow, type CatalogueOffer } from "../catalogue.ts"
import type { QuotePlan, PricingPieces } from "../plan.ts"
import { guardedPremium, surchargeAmount } from "../guards.ts"
import { type Rating, type TariffHeads } from "../tariff.ts"
import { convertPrice, prepareInsurerAmount } from "../price.ts"
import { tripRating } from "../rating.ts"
import { type Premium, ratePremium } from "../rate.ts"

/**
 * How the price of an offer comes about for one trip, step by step: what is added is exact, and comes
 * to the amount that is rounded once; undefined where the offer has no price.
 */
export const priceSteps = (
  pieces: PricingPieces,
  plan: QuotePlan,
  terms: FeeTerms,
  offer: CatalogueOffer,
): ReadonlyArray<PriceStep> | undefined => {
  const { facts, rates, trip } = plan
  const rating = tripRating(pieces.tables, { trip, facts, rates })(offer)
  const currency = rates.get(offer.row.currency)
  if (typeof rating === "string" || currency === undefined) return undefined
  const priced: Priced = { pieces, plan, offer, rating, currency }
  const rated = ratePremium(rating)
  const { guarded } = plan
  const exact =
    guarded === undefined ? rated : guardedPremium(guarded, rates, { offer, premium: rated })
  if (exact === undefined) return undefined
  const amountMinor = prepareInsurerAmount(handlingFeeBps(terms), currency)(exact)
  if (amountMinor === undefined) return undefined
  const premium = reduced(exact)
  const yearly = reduced(ratePremium({ ...rating, years: 1 }))
  return [
    ...contractStep(priced),
    ...travellerSteps(priced),
    ...surchargeSteps(priced),
    ...cancellationStep(priced),
    ...minimumStep(priced, yearly),
    ...yearsStep(priced, yearly),
    ...addedSteps(priced, reduced(rated)),
    ...feeStep(priced, premium, terms),
    ...settledSteps(priced, amountMinor),
  ]
}

/**
 * An exact amount as a decimal without zeros at its end, of at most six digits.
 *
 * ```ts
 * import { exactText } from "../rules/pricing/explanation/price-steps.ts"
 *
 * exactText({ numerator: 94308n, denominator: 1000n }) // => "94.308"
 * exactText({ numerator: 1n, denominator: 3n }) // => "0.333333"
 * exactText({ numerator: 5n, denominator: 1n }) // => "5"
 * ```
 */
export const exactText = ({ denominator, numerator }: Premium): string => {
  const scaled = { numerator: numerator * powerOfTen(digitsMax), denominator }
  return minorToDecimal(roundHalfUp(scaled), digitsMax).replace(/\.?0+$/, "")
}

/**
 * One step towards a price: what it adds, exactly, in main units of its currency. Of `rounded` and
 * `converted` the amount is what the price comes to there.
 */
interface PriceStep {
  readonly kind: PriceStepKind
  /** As a decimal; what has no end is cut after six digits. */
  readonly amount: string
  readonly currency: CurrencyCode
  /** What it is made of, as written in its rows. */
  readonly parts: Readonly<Record<string, string>>
  readonly because: ReadonlyArray<Reason>
}

/** What a step towards a price is about. */
type PriceStepKind =
  | "contract"
  | "travellers"
  | "surcharge"
  | "cancellation"
  | "minimum"
  | "years"
  | "added"
  | "fee"
  | "rounded"
  | "converted"

/** Everything that the steps of one price are read from. */
interface Priced {
  readonly pieces: PricingPieces
  readonly plan: QuotePlan
  readonly offer: CatalogueOffer
  readonly rating: Rating
  readonly currency: CurrencyRow
}

/** A sum brought to lowest terms. */
const reduced = ({ denominator, numerator }: Premium): Rational =>
  Result.getOrElse(fraction(numerator, denominator), () => zero)

const contractStep = ({ currency, pieces, rating }: Priced): ReadonlyArray<PriceStep> => {
  const [first] = rating.heads
  if (first === undefined || rating.perContract.numerator === 0n) return []
  const { tariffs } = pieces.tables
  const written = cellOf(tariffs, first.rate, "per_contract")
  return [
    {
      kind: "contract",
      amount: exactText(rating.perContract),
      currency: currency.code,
      parts: {},
      because: [citeHit(tariffs, first.rate, `${written} for the party`, "per_contract")],
    },
  ]
}

/** Digits after which amounts without an end are cut. */
const digitsMax = 6

const travellerSteps = (priced: Priced): ReadonlyArray<PriceStep> => {
  const { currency, pieces, rating } = priced
  const { tariffs } = pieces.tables
  return byRow(rating.heads).map((some) => {
    const flat = cellOf(tariffs, some.rate, "per_person")
    const daily = cellOf(tariffs, some.rate, "per_person_per_day")
    const says = `${flat} and ${daily} a day for each traveller`
    return {
      kind: "travellers",
      amount: exactText(headsAmount(some, rating.days)),
      currency: currency.code,
      parts: {
        count: String(some.ages.length),
        ages: some.ages.join(", "),
        days: String(rating.days),
        flat,
        daily,
        ...(some.factorPercentSum === 100 * some.ages.length
          ? {}
          : { factorPercent: String(some.factorPercentSum) }),
      },
      because: [citeHit(tariffs, some.rate, says), ...ageReasons(priced, some.ages)],
    }
  })
}

/** Travellers who are rated by the same row, as one. */
const byRow = (heads: Rating["heads"]): ReadonlyArray<TariffHeads> => {
  const rows = new Map<number, TariffHeads>()
  for (const some of heads) {
    const known = rows.get(some.rate.line)
    rows.set(some.rate.line, {
      rate: some.rate,
      ages: [...(known?.ages ?? []), ...some.ages],
      factorPercentSum: (known?.factorPercentSum ?? 0) + some.factorPercentSum,
    })
  }
  return [...rows.values()]
}

/** The premium of travellers of one row, before what the whole contract adds. */
const headsAmount = ({ factorPercentSum, rate }: TariffHeads, days: number): Rational => {
  const each = add(rate.perPerson, times(rate.perPersonPerDay, BigInt(days)))
  return times(each, BigInt(factorPercentSum), 100n)
}

/** An amount times one whole number, divided by another. */
const times = ({ denominator, numerator }: Rational, by: bigint, of = 1n): Rational =>
  reduced({ numerator: numerator * by, denominator: denominator * of })

const ageReasons = (
  { offer, pieces }: Priced,
  ages: ReadonlyArray<number>,
): ReadonlyArray<Reason> => {
  const { ageFactors } = pieces.tables
  const { ageScale = null } = offer.row
  if (ageFactors === undefined || ageScale === null) return []
  return [...new Set(ages)].map((age) => {
    const row = ageFactorRow(ageFactors, ageScale, age)
    const says = `at ${age}, ${row?.factorPercent ?? "no"} percent of the base rate`
    return citeHit(ageFactors, row, says, "factor_percent")
  })
}

const surchargeSteps = (priced: Priced): ReadonlyArray<PriceStep> => {
  const { currency, pieces, rating } = priced
  const { surcharges } = pieces.tables
  return rating.surcharges.map((row) => {
    const percent = row.surchargePercent
    return {
      kind: "surcharge",
      amount: exactText(times(baseOf(priced), BigInt(percent), 100n)),
      currency: currency.code,
      parts: { percent: String(percent) },
      because: [citeHit(surcharges, row, `${percent} percent`, "surcharge_percent")],
    }
  })
}

const baseOf = ({ rating }: Priced): Rational =>
  rating.heads.reduce((sum, some) => add(sum, headsAmount(some, rating.days)), rating.perContract)

const cancellationStep = ({ currency, pieces, rating }: Priced): ReadonlyArray<PriceStep> => {
  const { cancellation } = rating
  if (cancellation === undefined) return []
  const { row, shareBps, tripPrice } = cancellation
  const says = `${shareBps} basis points of the trip price`
  return [
    {
      kind: "cancellation",
      amount: exactText(times(tripPrice, BigInt(shareBps), 10_000n)),
      currency: currency.code,
      parts: { shareBps: String(shareBps), tripPrice: exactText(tripPrice) },
      because: [citeHit(pieces.tables.cancellationRates, row, says, "share_bps")],
    },
  ]
}

/** What the minimum premium adds, where the contract rates to less. */
const minimumStep = (priced: Priced, yearly: Rational): ReadonlyArray<PriceStep> => {
  const { currency, offer, pieces } = priced
  const lifted = less(yearly, ratedSum(priced))
  if (lifted.numerator === 0n) return []
  const least = exactText(yearly)
  const says = `costs ${least} ${currency.code} at least`
  return [
    {
      kind: "minimum",
      amount: exactText(lifted),
      currency: currency.code,
      parts: { least },
      because: [citeRow(pieces.tables.offers, offer.row, says, "minimum_premium")],
    },
  ]
}

/** One amount without another. */
const less = (left: Rational, right: Rational): Rational =>
  add(left, { numerator: -right.numerator, denominator: right.denominator })

/** What the steps so far come to, as it would be without a minimum. */
const ratedSum = (priced: Priced): Rational => {
  const { cancellation, surchargePercent } = priced.rating
  const base = times(baseOf(priced), BigInt(100 + surchargePercent), 100n)
  if (cancellation === undefined) return base
  return add(base, times(cancellation.tripPrice, BigInt(cancellation.shareBps), 10_000n))
}

/** What the years after the first add, of a contract for the year. */
const yearsStep = (
  { currency, offer, pieces, rating }: Priced,
  yearly: Rational,
): ReadonlyArray<PriceStep> => {
  const { days, years } = rating
  if (years === 1) return []
  const says = `${days} days begin ${years} years`
  return [
    {
      kind: "years",
      amount: exactText(times(yearly, BigInt(years - 1))),
      currency: currency.code,
      parts: { years: String(years), days: String(days) },
      because: [citeRow(pieces.tables.offers, offer.row, says, "period")],
    },
  ]
}

/** What guards add to the premium as it was rated. */
const addedSteps = ({ currency, offer, plan }: Priced, rated: Rational): ReadonlyArray<PriceStep> =>
  (plan.guarded?.surcharged.get(offer) ?? []).flatMap(({ row, table }) => {
    const { rateBps } = row
    const amount = surchargeAmount(row, currency.code, plan.rates)
    const step = (added: Premium, parts: PriceStep["parts"], column: string): PriceStep => ({
      kind: "added",
      amount: exactText(added),
      currency: currency.code,
      parts: { ...parts, reason: row.reason ?? "" },
      because: [citeHit(table, row, "is added by a table of one's own", column)],
    })
    return [
      ...(rateBps === undefined
        ? []
        : [step(times(rated, BigInt(rateBps), 10_000n), { rateBps: String(rateBps) }, "rate_bps")]),
      ...(amount === undefined || amount === "unrated" ? [] : [step(amount, {}, "amount_minor")]),
    ]
  })

const feeStep = (
  { currency, pieces }: Priced,
  premium: Rational,
  terms: FeeTerms,
): ReadonlyArray<PriceStep> => {
  const feeBps = handlingFeeBps(terms)
  if (feeBps === 0) return []
  const { fees } = pieces.tables
  const says = `${feeBps} basis points of the premium`
  return [
    {
      kind: "fee",
      amount: exactText(times(premium, BigInt(feeBps), 10_000n)),
      currency: currency.code,
      parts: { feeBps: String(feeBps) },
      because: [citeRow(fees, fees.get("standard_handling_fee_bps"), says, "value")],
    },
  ]
}

/** The rounding of the insurer's price, and its conversion where another currency is asked for. */
const settledSteps = (
  { currency, pieces, plan }: Priced,
  amountMinor: AmountMinor,
): ReadonlyArray<PriceStep> => {
  const { currencies } = pieces.tables
  const rounded: PriceStep = {
    kind: "rounded",
    amount: minorToDecimal(amountMinor, currency.minorUnits),
    currency: currency.code,
    parts: {},
    because: [citeRow(currencies, currency, `${currency.minorUnits} digits`, "minor_units")],
  }
  const target = plan.rates.get(plan.trip.currency)
  const conversion = plan.rates.plan(currency.code, plan.trip.currency)
  if (target === undefined || conversion === undefined || target.code === currency.code) {
    return [rounded]
  }
  const insurer = { amountMinor, currency }
  const converted = convertPrice(insurer, { plan: conversion, currency: target })
  if (converted === undefined) return [rounded]
  // The plan's ratio is of minor units.
  const rate = reduced({
    numerator: conversion.ratio.numerator * powerOfTen(currency.minorUnits),
    denominator: conversion.ratio.denominator * powerOfTen(target.minorUnits),
  })
  return [
    rounded,
    {
      kind: "converted",
      amount: minorToDecimal(converted.paid.amountMinor, target.minorUnits),
      currency: target.code,
      parts: { rate: exactText(rate), marginBps: String(target.marginBps), from: currency.code },
      because: [
        citeRow(currencies, currencies.get(currency.code), `rate of ${currency.code}`, "eur_rate"),
        citeRow(currencies, currencies.get(target.code), `rate of ${target.code}`, "eur_rate"),
      ],
    },
  ]
}
