import * as Result from "effect/Result"
import { parseDecimal } from "../core/money/rational.ts"
import { conversionPlan, convertMinorOrNaN } from "../rules/currency/convert.ts"
import { type OracleCurrency, roundedShare } from "../test/rules/currency/oracle.ts"
import type { Contender, Race } from "./compare.ts"
import { atLeast, type Target } from "./figure.ts"
import type { Exactness } from "./part.ts"
import {
  type ConversionCases,
  type ConvertAt,
  drawCases,
  type PlainRatio,
  shippedRatios,
} from "./conversion-cases.ts"
import { makeBig } from "./peers/big.ts"
import { makeBigNumber } from "./peers/bignumber.ts"
import { makeDecimal } from "./peers/decimal.ts"
import { makeDinero, makeDineroOfBigints } from "./peers/dinero.ts"

/** How many times as fast as any library that gives exact answers a conversion should be. */
const target = atLeast(80)

/** The cases of the bench: those of any kind are timed, exact halves are checked besides. */
const allCases = { anyKind: 1_000_000, exactHalves: 100_000 }

/** Cases that one call works through, so that calls and looks at the clock cost next to nothing. */
const casesPerCall = 50

/** One in so many cases is asked of the peers beforehand; all of them would take a minute. */
const peerStep = 53

/** Goes through the cases of one call by adding up their answers. */
type WorkThrough = (first: number) => number

const readCurrency = (currency: OracleCurrency) => ({
  ...currency,
  eurRate: Result.getOrThrow(parseDecimal(currency.eurRate)),
})

const plansFor = (ratios: ReadonlyArray<PlainRatio>) =>
  ratios.map(({ source, target }) => {
    const plan = conversionPlan(readCurrency(source), readCurrency(target))
    if (plan === undefined) throw new Error(`no plan from ${source.code} to ${target.code}`)
    return plan
  })

/** The exact rational, rounded by one division of bigints. */
const makeByBigints = (ratios: ReadonlyArray<PlainRatio>): ConvertAt => {
  const terms = ratios.map(({ denominator, numerator }) => ({
    twice: 2n * numerator,
    half: denominator,
    divisor: 2n * denominator,
  }))
  return (place, amountMinor) => {
    const term = terms[place]
    if (term === undefined) return undefined
    const magnitude = BigInt(Math.abs(amountMinor))
    const rounded = Number((magnitude * term.twice + term.half) / term.divisor)
    return amountMinor < 0 ? 0 - rounded : rounded
  }
}

const exactAnswers = ({ amountsMinor, places, ratios }: ConversionCases): Float64Array => {
  const shares = ratios.map(({ denominator, numerator }) => ({
    over: numerator,
    under: denominator,
  }))
  return amountsMinor.map((amountMinor, index) => {
    const share = shares[places[index] ?? 0]
    return share === undefined ? Number.NaN : Number(roundedShare(share, BigInt(amountMinor)))
  })
}

/** Holds every so manieth answer against the exact one. */
const differencesOf =
  ({ amountsMinor, places }: ConversionCases, exact: Float64Array) =>
  (name: string, convertAt: ConvertAt, step: number): Exactness => {
    let cases = 0
    let differences = 0
    for (let index = 0; index < exact.length; index += step) {
      const converted = convertAt(places[index] ?? 0, amountsMinor[index] ?? Number.NaN)
      cases += 1
      if (converted !== exact[index]) differences += 1
    }
    return { name, cases, differences }
  }

/**
 * Exact conversions against money libraries and bigints, between all shipped currencies or from one
 * of them: rates from the euro have an end, so that libraries need no division. Before anything is
 * timed every answer of ours is held against the exact rational, and a sample of the peers'; a
 * library that differs has no target to be held against.
 */
export const conversionRace = (from: string | undefined, cases = allCases): Race => {
  const ratios = shippedRatios(from)
  const drawn = drawCases(ratios, cases)
  const { amountsMinor, places } = drawn
  const plans = plansFor(ratios)
  const calls = Math.floor(cases.anyKind / casesPerCall)
  const work: WorkThrough = (first) => {
    let sum = 0
    for (let at = first; at < first + casesPerCall; at += 1) {
      const plan = plans[places[at] ?? 0]
      if (plan !== undefined) sum += convertMinorOrNaN(plan, amountsMinor[at] ?? 0)
    }
    return sum
  }
  const workOf =
    (convertAt: ConvertAt): WorkThrough =>
    (first) => {
      let sum = 0
      for (let at = first; at < first + casesPerCall; at += 1) {
        sum += convertAt(places[at] ?? 0, amountsMinor[at] ?? 0) ?? 0
      }
      return sum
    }
  const answer = (workThrough: WorkThrough) => (index: number) =>
    workThrough((index % calls) * casesPerCall)
  const differences = differencesOf(drawn, exactAnswers(drawn))
  const name = `exact conversion from ${from ?? "any currency"}, prepared for its pair`
  const convertAt: ConvertAt = (place, amountMinor) => {
    const plan = plans[place]
    return plan === undefined ? undefined : convertMinorOrNaN(plan, amountMinor)
  }
  const ours = differences(name, convertAt, 1)
  if (ours.differences > 0) throw new Error(`${name}: ${ours.differences} answers are wrong`)
  const exactness = [ours]
  const peer = (name: string, convertAt: ConvertAt, aim?: Target): Contender => {
    const held = differences(name, convertAt, peerStep)
    exactness.push(held)
    const counts = aim !== undefined && held.differences === 0
    return { name, answer: answer(workOf(convertAt)), ...(counts ? { target: aim } : {}) }
  }
  const peers = [
    peer("decimal.js", makeDecimal(ratios), target),
    peer("big.js", makeBig(ratios), target),
    peer("bignumber.js", makeBigNumber(ratios), target),
    peer("dinero.js in bigints", makeDineroOfBigints(ratios), target),
    peer("dinero.js in numbers", makeDinero(ratios), target),
    peer("one division of bigints", makeByBigints(ratios)),
  ]
  return {
    work: { name, answer: answer(work) },
    peers,
    checkedInputs: 0,
    inputsPerAnswer: casesPerCall,
    exactness,
  }
}
