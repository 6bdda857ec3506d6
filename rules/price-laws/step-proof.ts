import { powerOfTen } from "../../core/money/power-of-ten.ts"
import {
  type Box,
  type BoxPoint,
  type PremiumForm,
  proveNeverCheaper,
} from "./cheaper-proof.ts"
import type { PriceLawWord } from "../plausibility/price-exceptions.ts"
import type { LawCatalogue, LawContext } from "./law-catalogue.ts"
import type { Bargain, LawBounds } from "./law-grid.ts"
import {
  type Breach,
  cheapestBreach,
  dominanceBreach,
  prepareLawTrips,
  preparePaid,
} from "./law-trips.ts"
import { allAges, partsPerUnit } from "./premium-lines.ts"
import { type Range, rangesOf } from "./ranges.ts"

/** What a law changes on a trip. */
export interface Step {
  readonly law: PriceLawWord
  readonly before: LawContext
  readonly after: LawContext
  /** The age of the traveller that the step changes: undefined before it, where it adds one. */
  readonly ageBefore: number | undefined
  readonly ageAfter: number | undefined
  readonly dayShift: 0 | 1
}

/** The trips before a step: how long they are, and who travels beside the traveller that it changes. */
export interface StepBox {
  readonly days: Range
  readonly others: Range
  /** The ages of the youngest and the oldest of the others; undefined where that makes no difference. */
  readonly youngest: Range | undefined
  readonly oldest: Range
}

/** What came of the proof of a step on some trips. */
export type StepVerdict =
  | { readonly _tag: "Proven" | "Undecided" }
  | { readonly _tag: "Refuted"; readonly breach: Breach }

const wholeBps = 10_000n
const centsPerEuro = 100

/** How exact amounts of all currencies are compared: in parts of a euro, times basis points. */
const prepareWeights = ({ offers, rates }: LawCatalogue) => {
  const rows = [...new Set(offers.map(({ row }) => row.currency))].flatMap(
    (code) => rates.get(code) ?? [],
  )
  const byCode = new Map(rows.map((row) => [row.code, row]))
  const common = rows.reduce((product, { eurRate }) => product * eurRate.numerator, 1n)
  const weightOf = (code: string): bigint => {
    const rate = byCode.get(code)?.eurRate
    return rate === undefined ? 0n : (common / rate.numerator) * rate.denominator
  }
  return {
    /** The exact amount of a euro. */
    euro: partsPerUnit * common * wholeBps,
    /** The exact amount of a part of a unit of a currency, before basis points. */
    weightOf,
    /** What converting into a currency costs, in basis points of the amount. */
    withMargin: (code: string): bigint => wholeBps + BigInt(byCode.get(code)?.marginBps ?? 0),
    /** Half of the least amount that a currency is rounded to. */
    halfMinorOf: (code: string): bigint =>
      (partsPerUnit / (2n * powerOfTen(byCode.get(code)?.minorUnits ?? 2))) * weightOf(code),
    /** What a cent of insured price costs at a share of the trip price. */
    shareOf: (share: bigint): bigint => (share / BigInt(centsPerEuro)) * common,
  }
}

/** Ages of others that a box of a step tells apart, and which of them may travel. */
interface Party {
  readonly classes: ReadonlyArray<Range>
  /** The class of the oldest of the others, who travels for sure; undefined where nobody else does. */
  readonly oldest: number | undefined
  readonly low: ReadonlyArray<number>
  readonly high: ReadonlyArray<number>
}

/** The parties of a box by the class of their oldest, and of their youngest where that makes a difference. */
const partiesOf = (
  { oldest, others, youngest }: StepBox,
  bargains: ReadonlyArray<Bargain>,
): ReadonlyArray<Party> => {
  const cuts = [oldest, ...(youngest === undefined ? [] : [youngest])]
  const starts = [
    allAges.from,
    ...bargains.flatMap(({ lines }) => lines.ageStarts),
    ...cuts.flatMap(({ from, to }) => [from, to + 1]),
  ]
  const classes = rangesOf(
    starts.filter((age) => age <= oldest.to),
    oldest.to,
  )
  if (others.to === 0) {
    const nobody = classes.map(() => 0)
    return [{ classes, oldest: undefined, low: nobody, high: nobody }]
  }
  const within = (range: Range): ReadonlyArray<number> =>
    classes.flatMap(({ from, to }, index) => (from >= range.from && to <= range.to ? index : []))
  return within(oldest).flatMap((last) =>
    (youngest === undefined ? [undefined] : within(youngest)).flatMap((first): Party | [] => {
      if (first !== undefined && first > last) return []
      const low = classes.map((_, index) => (index === last || index === first ? 1 : 0))
      if (low.reduce<number>((sum, count) => sum + count, 0) > others.to) return []
      const high = classes.map((_, index) =>
        index <= last && index >= (first ?? 0) ? others.to : 0,
      )
      return { classes, oldest: last, low, high }
    }),
  )
}

/**
 * Prepares proofs that a step never makes a trip cheaper, of boxes of trips: that the price of an offer
 * after the step is not below the cheapest of some offers before it.
 */
export const prepareStepProof = (catalogue: LawCatalogue, bounds: LawBounds) => {
  const weights = prepareWeights(catalogue)
  const tripOf = prepareLawTrips(catalogue)
  const paidFor = preparePaid(catalogue)

  /** The premium of an offer for a party, before or after a step; undefined where it has none. */
  const premiumForm = (
    { lines, offer }: Bargain,
    { age: extra, days, isLonger }: { readonly age: number | undefined; readonly days: number; readonly isLonger: boolean },
    { classes, high, oldest }: Party,
    factor: bigint,
  ): PremiumForm | undefined => {
    const oldestAge = Math.max(extra ?? -1, oldest === undefined ? -1 : (classes[oldest]?.from ?? 0))
    const oldestLine = lines.at(days, oldestAge)
    if (oldestLine === undefined) return undefined
    const unrated = classes.flatMap(({ from }, index) =>
      (high[index] ?? 0) > 0 && lines.at(days, from) === undefined ? index : [],
    )
    if (oldest !== undefined && unrated.includes(oldest)) return undefined
    if (extra !== undefined && lines.at(days, extra) === undefined) return undefined
    const weight = weights.weightOf(offer.row.currency) * factor
    const part = (age: number, name: "contract" | "head"): readonly [bigint, bigint] => {
      const first = lines.at(days, age)?.[name] ?? 0n
      const next = isLonger ? (lines.at(days + 1, age)?.[name] ?? 0n) : first
      return [first * weight, (next - first) * weight]
    }
    const [contract, contractPerDay] = part(oldestAge, "contract")
    const [head, headPerDay] = extra === undefined ? ([0n, 0n] as const) : part(extra, "head")
    const heads = classes.map(({ from }, index) =>
      (high[index] ?? 0) > 0 ? part(from, "head") : ([0n, 0n] as const),
    )
    return {
      offerId: offer.row.offerId,
      minimum: oldestLine.minimum * weight,
      form: {
        constant: contract + head,
        perDay: contractPerDay + headPerDay,
        heads: heads.map(([each]) => each),
        headsPerDay: heads.map(([, each]) => each),
        share: weights.shareOf(oldestLine.share) * factor,
      },
      unrated,
    }
  }

  /** The breach of the law by one trip, in euros or in the currency of the offer after the step. */
  const breachAt = (
    step: Step,
    { classes }: Party,
    after: Bargain,
    before: ReadonlyArray<Bargain>,
    point: BoxPoint,
  ): Breach | undefined => {
    const ages = point.counts.flatMap((count, index) =>
      Array.from({ length: count }, () => classes[index]?.from ?? 0),
    )
    const trip = (context: LawContext, extra: number | undefined, days: number, currency: string) =>
      tripOf({
        context,
        days,
        ages: extra === undefined ? ages : [...ages, extra],
        priceCents: context.priceKnown ? point.price : undefined,
        currency,
      })
    for (const currency of new Set(["EUR", after.offer.row.currency])) {
      const pair = {
        before: trip(step.before, step.ageBefore, point.days, currency),
        after: trip(step.after, step.ageAfter, point.days + step.dayShift, currency),
      }
      const [worse] = before
      const breach =
        step.law === "cover" && worse !== undefined
          ? dominanceBreach(
              pair.after,
              { better: after.offer.row.offerId, worse: worse.offer.row.offerId },
              paidFor,
            )
          : cheapestBreach(step.law, pair, paidFor)
      if (breach !== undefined) return breach
    }
    return undefined
  }

  const provePartyStep = (
    step: Step,
    { days, others }: StepBox,
    party: Party,
    after: Bargain,
    before: ReadonlyArray<Bargain>,
  ): StepVerdict => {
    const isLonger = days.to > days.from
    const own = after.offer.row.currency
    const afterForm = premiumForm(
      after,
      { age: step.ageAfter, days: days.from + step.dayShift, isLonger },
      party,
      wholeBps,
    )
    if (afterForm === undefined) return { _tag: "Proven" }
    // Who asks for the currency of the offer after the step pays a margin for all others alone.
    const factorOf = (currency: string): bigint =>
      currency === own ? wholeBps : weights.withMargin(own)
    const rivals = before.flatMap((one) => {
      const at = { age: step.ageBefore, days: days.from, isLonger }
      const form = premiumForm(one, at, party, factorOf(one.offer.row.currency))
      return form === undefined ? [] : [form]
    })
    const currencyById = new Map(before.map(({ offer: { row } }) => [row.offerId, row.currency]))
    const box: Box = {
      low: party.low,
      high: party.high.map((most, index) => (afterForm.unrated.includes(index) ? 0 : most)),
      travellers: others,
      days,
      price: { from: 0, to: step.after.priceKnown ? bounds.insuredMax * centsPerEuro : 0 },
    }
    const find = (point: BoxPoint) => breachAt(step, party, after, before, point)
    const verdict = proveNeverCheaper(
      {
        firstDay: days.from,
        after: afterForm,
        before: rivals,
        unit: weights.euro,
        slackOf: (offerId) => {
          const theirs = currencyById.get(offerId) ?? own
          return theirs === own
            ? 0n
            : weights.halfMinorOf(theirs) * factorOf(theirs) + weights.halfMinorOf(own) * wholeBps
        },
        breaks: (point) => find(point) !== undefined,
      },
      box,
    )
    if (verdict._tag !== "Refuted") return verdict
    const breach = find(verdict.point)
    return breach === undefined ? { _tag: "Undecided" } : { _tag: "Refuted", breach }
  }

  return (
    step: Step,
    box: StepBox,
    after: Bargain,
    before: ReadonlyArray<Bargain>,
  ): StepVerdict => {
    let verdict: StepVerdict = { _tag: "Proven" }
    for (const party of partiesOf(box, [after, ...before])) {
      const found = provePartyStep(step, box, party, after, before)
      if (found._tag === "Refuted") return found
      if (found._tag === "Undecided") verdict = found
    }
    return verdict
  }
}
