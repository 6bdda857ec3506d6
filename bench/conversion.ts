import * as Result from "effect/Result"
import { parseDecimal } from "../core/money/rational.ts"
import { conversionPlan, convertMinorOrNaN } from "../rules/currency/convert.ts"
import { type OracleCurrency, roundedShare } from "../test/rules/currency/oracle.ts"
import { type ConvertAt, drawCases, type PlainRatio, shippedRatios } from "./conversion-cases.ts"
import type { Contender, Race } from "./measure.ts"
import { makeBigNumber } from "./peers/bignumber.ts"
import { makeDecimal } from "./peers/decimal.ts"
import { makeDinero } from "./peers/dinero.ts"
import { type Target, targets } from "./targets.ts"

/** The cases of the bench: those of any kind are timed, exact halves are checked besides. */
const allCases = { anyKind: 1_000_000, exactHalves: 100_000 }

/** Cases that one answer works through. */
const casesPerAnswer = 50

/** One in so many cases is asked of the peers beforehand; all of them would take a minute. */
const peerStep = 53

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

/**
 * Exact conversions against money libraries and bigints, between all shipped currencies or from one
 * of them: rates from the euro have an end, so that libraries need no division. Before anything is
 * timed every answer of ours is compared with the exact rational, and a sample of the peers'.
 */
export const conversionRace = (from: string | undefined, cases = allCases): Race => {
  const ratios = shippedRatios(from)
  const { amountsMinor, places } = drawCases(ratios, cases)
  const plans = plansFor(ratios)
  const answers = Math.floor(cases.anyKind / casesPerAnswer)

  const checkExact = (name: string, convertAt: ConvertAt, step: number): string => {
    let checked = 0
    for (let index = 0; index < amountsMinor.length; index += step) {
      const [place = 0, amountMinor = Number.NaN] = [places[index], amountsMinor[index]]
      const { denominator: under, numerator: over } = ratios[place] ?? {
        denominator: 1n,
        numerator: 0n,
      }
      const exact = Number(roundedShare({ over, under }, BigInt(amountMinor)))
      const converted = convertAt(place, amountMinor)
      checked += 1
      if (converted === exact) continue
      throw new Error(`${name}: ${amountMinor} becomes ${converted}, exactly ${exact}`)
    }
    return `${name}: ${checked.toLocaleString("en")} answers equal the exact rational`
  }

  /** Goes through the cases of one answer by adding up what they convert to, as an importer would. */
  const addUpOurs = (index: number): number => {
    const first = (index % answers) * casesPerAnswer
    let sum = 0
    for (let at = first; at < first + casesPerAnswer; at += 1) {
      const plan = plans[places[at] ?? 0]
      if (plan !== undefined) sum += convertMinorOrNaN(plan, amountsMinor[at] ?? 0)
    }
    return sum
  }

  /** The same of a peer, whose calls V8 cannot put in line; beside a peer's time that is nothing. */
  const addUp = (convertAt: ConvertAt) => (index: number) => {
    const first = (index % answers) * casesPerAnswer
    let sum = 0
    for (let at = first; at < first + casesPerAnswer; at += 1) {
      sum += convertAt(places[at] ?? 0, amountsMinor[at] ?? 0) ?? 0
    }
    return sum
  }

  const ours: ConvertAt = (place, amountMinor) => {
    const plan = plans[place]
    return plan === undefined ? undefined : convertMinorOrNaN(plan, amountMinor)
  }
  const name = `exact conversion from ${from ?? "any currency"}, prepared for its pair`
  const notes = [checkExact(name, ours, 1)]
  const peer = (name: string, convertAt: ConvertAt, target?: Target): Contender => {
    notes.push(checkExact(name, convertAt, peerStep))
    return { name, answer: addUp(convertAt), ...(target === undefined ? {} : { target }) }
  }
  return {
    work: { name, answer: addUpOurs },
    peers: [
      peer("decimal.js", makeDecimal(ratios), targets.conversion),
      peer("bignumber.js", makeBigNumber(ratios), targets.conversion),
      peer("dinero.js in bigints", makeDinero(ratios), targets.conversion),
      peer("one division of bigints", makeByBigints(ratios)),
    ],
    measure: "times as fast",
    checkedInputs: 0,
    inputsPerAnswer: casesPerAnswer,
    notes,
  }
}
