import type { CurrencyCode } from "../../core/vocabulary/codes.ts"
import { type BoxPoint, type PremiumForm, proveNeverCheaper } from "./cheaper-proof.ts"
import type { PriceLawWord } from "../plausibility/plausibility-tables.ts"
import type { ProofCatalogue, LawContext } from "./law-catalogue.ts"
import type { Bargain, LawBounds } from "./law-grid.ts"
import {
  type LawBreach,
  cheapestBreach,
  dominanceBreach,
  prepareLawTrips,
  preparePaid,
} from "./law-trips.ts"
import { allAges, partsPerUnit, type PremiumLine } from "./premium-lines.ts"
import { type Range, rangesOf } from "./ranges.ts"
import { powerOfTen } from "../../core/money/rational.ts"

/** What a law changes on a trip. */
export interface Step {
  readonly law: PriceLawWord
  readonly before: LawContext
  readonly after: LawContext
  /** How the step changes a traveller: it adds one, or makes one a year older. */
  readonly traveller: "adds" | "ages" | undefined
  readonly dayShift: 0 | 1
}

/** The trips before a step: how long they are, and who travels beside the traveller that it changes. */
export interface StepBox {
  readonly days: Range
  readonly others: Range
  /** The ages of the youngest and the oldest of the others; undefined where that makes no difference. */
  readonly youngest: Range | undefined
  readonly oldest: Range
  /** The ages after the step of the traveller that it changes. */
  readonly changed: Range | undefined
}

/** What came of the proof of a step on some trips. */
export type StepVerdict =
  | { readonly _tag: "Proven" }
  | { readonly _tag: "Undecided" }
  | { readonly _tag: "Refuted"; readonly breach: LawBreach }

const wholeBps = 10_000n
const centsPerEuro = 100

/** What a step adds to the insured price. */
export const addedCentsOf = ({ law }: Pick<Step, "law">): number =>
  law === "trip_price" ? centsPerEuro : 0

/** How exact amounts of all currencies are compared: in parts of a euro, times basis points. */
const prepareWeights = ({ offers, rates }: ProofCatalogue) => {
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

/** Ages that a box of a step tells apart, and who travels: classes by their places. */
interface Party {
  readonly classes: ReadonlyArray<Range>
  /** The class of the oldest of the others is one of these; undefined where nobody else travels. */
  readonly oldest: Range | undefined
  /** The class of the youngest of the others, where that makes a difference. */
  readonly youngest: number | undefined
  /** The ages after the step, one of each class, that the changed traveller may have. */
  readonly changed: ReadonlyArray<number>
}

/** The parties of a box, one for each class of the youngest where that makes a difference. */
const partiesOf = (
  { changed, oldest, others, youngest }: StepBox,
  bargains: ReadonlyArray<Bargain>,
): ReadonlyArray<Party> => {
  const cuts = [oldest, ...(youngest === undefined ? [] : [youngest])]
  const ageStarts = bargains.flatMap(({ lines }) => lines.ageStarts)
  const starts = [allAges.from, ...ageStarts, ...cuts.flatMap(({ from, to }) => [from, to + 1])]
  const classes = rangesOf(
    starts.filter((age) => age <= oldest.to),
    oldest.to,
  )
  const within = ({ from, to }: Range): ReadonlyArray<number> =>
    classes.flatMap((one, index) => (one.from >= from && one.to <= to ? index : []))
  const ages =
    changed === undefined
      ? []
      : rangesOf(
          [changed.from, ...ageStarts.filter((age) => age > changed.from && age <= changed.to)],
          changed.to,
        ).map(({ from }) => from)
  if (others.to === 0) return [{ classes, oldest: undefined, youngest: undefined, changed: ages }]
  const last = within(oldest)
  const first = youngest === undefined ? [undefined] : within(youngest)
  return first.flatMap((youngest): Party | [] => {
    const from = Math.max(last[0] ?? 0, youngest ?? 0)
    const to = last.at(-1) ?? 0
    return from > to ? [] : { classes, oldest: { from, to }, youngest, changed: ages }
  })
}

/** How many of each class travel at least and at most. */
const countsOf = ({ classes, oldest, youngest }: Party, { others }: StepBox) => ({
  low: classes.map((_, index) =>
    oldest !== undefined &&
    (index === youngest || (oldest.from === oldest.to && index === oldest.to))
      ? 1
      : 0,
  ),
  high: classes.map((_, index) =>
    oldest !== undefined && index <= oldest.to && index >= (youngest ?? 0) ? others.to : 0,
  ),
})

/** Whether a party is one of a single oldest class, and of a single age of who is changed. */
const isSingle = ({ changed, oldest }: Party): boolean =>
  changed.length <= 1 && (oldest === undefined || oldest.from === oldest.to)

/** Cuts a party in two: by the class of its oldest, or the age of who is changed. */
const halvesOf = (party: Party): ReadonlyArray<Party> => {
  const { changed, oldest } = party
  const span = oldest === undefined ? 0 : oldest.to - oldest.from
  if (oldest !== undefined && span >= changed.length - 1 && span > 0) {
    const middle = Math.floor((oldest.from + oldest.to) / 2)
    return [
      { ...party, oldest: { from: oldest.from, to: middle } },
      { ...party, oldest: { from: middle + 1, to: oldest.to } },
    ]
  }
  const middle = Math.ceil(changed.length / 2)
  return [
    { ...party, changed: changed.slice(0, middle) },
    { ...party, changed: changed.slice(middle) },
  ]
}

/** Whether a proof looks for trips that refute it, or gives up where it is not proven at once. */
export type ProofEffort = "quick" | "whole"

/** How far a proof goes for parties that are cut later, and for those that are not. */
const coarseBoxesMax = 8
const boxesMax = 4_000

/** The greatest or the least of some amounts. */
type Bound = (one: bigint, other: bigint) => bigint

const greatestOf: Bound = (one, other) => (one > other ? one : other)
const leastOf: Bound = (one, other) => (one < other ? one : other)

/**
 * Prepares proofs that a step never makes a trip cheaper, of boxes of trips: that the price of an offer
 * after the step is not below the cheapest of some offers before it.
 */
export const prepareStepProof = (catalogue: ProofCatalogue, bounds: LawBounds) => {
  const weights = prepareWeights(catalogue)
  const tripOf = prepareLawTrips(catalogue)
  const paidFor = preparePaid(catalogue)

  /**
   * The premium of an offer for a party, before or after a step, bounded where the party's oldest or
   * the changed traveller may be one of several; undefined where it may have none.
   */
  const premiumForm = (
    { lines, offer }: Bargain,
    party: Party,
    {
      changed,
      days,
      factor,
      addedCents = 0,
      isLonger,
      side,
    }: {
      readonly addedCents?: number
      readonly changed: ReadonlyArray<number>
      readonly days: number
      readonly factor: bigint
      readonly isLonger: boolean
      readonly side: "after" | "before"
    },
    high: ReadonlyArray<number>,
  ): PremiumForm | undefined => {
    const { classes, oldest } = party
    const bound = side === "after" ? leastOf : greatestOf
    const oldestOthers =
      oldest === undefined ? [-1] : numbersIn(oldest).map((index) => classes[index]?.from ?? 0)
    const oldestAges = new Set(
      changed.length === 0
        ? oldestOthers
        : oldestOthers.flatMap((age) => changed.map((other) => Math.max(age, other))),
    )
    const weight = weights.weightOf(offer.row.currency) * factor
    type Named = "contract" | "head" | "share" | "minimum"
    const daily = (line: PremiumLine, age: number, name: Named): bigint =>
      isLonger ? (lines.at(days + 1, age)?.[name] ?? 0n) - line[name] : 0n
    let seen: { contract: bigint; perDay: bigint; share: bigint; minimum: bigint } | undefined
    for (const age of oldestAges) {
      const line = lines.at(days, age)
      if (line === undefined) {
        // An offer after the step has no price there, and nothing has to be proven of it.
        if (side === "after") continue
        return undefined
      }
      const perDay = daily(line, age, "contract")
      seen = {
        contract: seen === undefined ? line.contract : bound(seen.contract, line.contract),
        perDay: seen === undefined ? perDay : bound(seen.perDay, perDay),
        share: seen === undefined ? line.share : bound(seen.share, line.share),
        minimum: seen === undefined ? line.minimum : bound(seen.minimum, line.minimum),
      }
    }
    if (seen === undefined) return undefined
    let extra: { head: bigint; perDay: bigint } | undefined
    for (const age of changed) {
      const line = lines.at(days, age)
      if (line === undefined) {
        if (side === "after") continue
        return undefined
      }
      const perDay = daily(line, age, "head")
      extra = {
        head: extra === undefined ? line.head : bound(extra.head, line.head),
        perDay: extra === undefined ? perDay : bound(extra.perDay, perDay),
      }
    }
    if (extra === undefined && changed.length > 0) return undefined
    const unrated: Array<number> = []
    const heads: Array<bigint> = []
    const headsPerDay: Array<bigint> = []
    for (const [index, { from }] of classes.entries()) {
      const line = (high[index] ?? 0) > 0 ? lines.at(days, from) : undefined
      if (line === undefined && (high[index] ?? 0) > 0) unrated.push(index)
      heads.push(line === undefined ? 0n : line.head * weight)
      headsPerDay.push(line === undefined ? 0n : daily(line, from, "head") * weight)
    }
    return {
      offerId: offer.row.offerId,
      minimum: seen.minimum * weight,
      form: {
        constant:
          (seen.contract + (extra?.head ?? 0n)) * weight +
          weights.shareOf(seen.share) * factor * BigInt(side === "after" ? addedCents : 0),
        perDay: (seen.perDay + (extra?.perDay ?? 0n)) * weight,
        heads,
        headsPerDay,
        share: weights.shareOf(seen.share) * factor,
      },
      unrated,
    }
  }

  /** The breach of the law by one trip, in euros or in the currency of the offer after the step. */
  const breachAt = (
    step: Step,
    { changed: [changed], classes }: Party,
    { after, before: [worse] }: Offered,
    point: BoxPoint,
  ): LawBreach | undefined => {
    const ages = point.counts.flatMap((count, index) =>
      Array.from({ length: count }, () => classes[index]?.from ?? 0),
    )
    const trip = (
      context: LawContext,
      {
        addedCents = 0,
        currency,
        days,
        extra,
      }: {
        readonly addedCents?: number
        readonly currency: CurrencyCode
        readonly days: number
        readonly extra: number | undefined
      },
    ) =>
      tripOf({
        context,
        days,
        ages: extra === undefined ? ages : [...ages, extra],
        priceCents: context.priceKnown ? point.price + addedCents : undefined,
        currency,
      })
    const before = changed === undefined || step.traveller === "adds" ? undefined : changed - 1
    for (const currency of new Set(["EUR", after.offer.row.currency])) {
      const pair = {
        before: trip(step.before, { currency, days: point.days, extra: before }),
        after: trip(step.after, {
          addedCents: addedCentsOf(step),
          currency,
          days: point.days + step.dayShift,
          extra: changed,
        }),
      }
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
    stepBox: StepBox,
    party: Party,
    offered: Offered,
    effort: ProofEffort,
  ): StepVerdict => {
    const { after, before } = offered
    const { days, others } = stepBox
    const { high, low } = countsOf(party, stepBox)
    if (low.reduce<number>((sum, count) => sum + count, 0) > others.to) return { _tag: "Proven" }
    const isLonger = days.to > days.from
    const own = after.offer.row.currency
    const afterForm = premiumForm(
      after,
      party,
      {
        addedCents: addedCentsOf(step),
        changed: party.changed,
        days: days.from + step.dayShift,
        factor: wholeBps,
        isLonger,
        side: "after",
      },
      high,
    )
    if (afterForm === undefined) return { _tag: "Proven" }
    // Who asks for the currency of the offer after the step pays a margin for all others alone.
    const factorOf = (currency: CurrencyCode): bigint =>
      currency === own ? wholeBps : weights.withMargin(own)
    const changedBefore = step.traveller === "ages" ? party.changed.map((age) => age - 1) : []
    const currencyById = new Map(before.map(({ offer: { row } }) => [row.offerId, row.currency]))
    const find = (point: BoxPoint) => breachAt(step, party, offered, point)
    const verdict = proveNeverCheaper(
      {
        firstDay: days.from,
        after: afterForm,
        before: before.map(
          (one) => () =>
            premiumForm(
              one,
              party,
              {
                changed: changedBefore,
                days: days.from,
                factor: factorOf(one.offer.row.currency),
                isLonger,
                side: "before",
              },
              high,
            ),
        ),
        unit: weights.euro,
        slackOf: (offerId) => {
          const theirs = currencyById.get(offerId) ?? own
          return theirs === own
            ? 0n
            : weights.halfMinorOf(theirs) * factorOf(theirs) + weights.halfMinorOf(own) * wholeBps
        },
        ...(isSingle(party) && effort === "whole"
          ? { boxesMax, breaks: (point: BoxPoint) => find(point) !== undefined }
          : { boxesMax: coarseBoxesMax }),
      },
      {
        low,
        high: high.map((most, index) => (afterForm.unrated.includes(index) ? 0 : most)),
        travellers: others,
        days,
        price: {
          from: 0,
          to: step.after.priceKnown ? bounds.insuredMax * centsPerEuro - addedCentsOf(step) : 0,
        },
      },
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
    effort: ProofEffort = "whole",
  ): StepVerdict => {
    let verdict: StepVerdict = { _tag: "Proven" }
    const open = [...partiesOf(box, [after, ...before])].reverse()
    for (let party = open.pop(); party !== undefined; party = open.pop()) {
      const found = provePartyStep(step, box, party, { after, before }, effort)
      if (found._tag === "Refuted") return found
      if (found._tag === "Proven") continue
      if (isSingle(party)) {
        if (effort === "quick") return found
        verdict = found
      } else open.push(...[...halvesOf(party)].reverse())
    }
    return verdict
  }
}

const numbersIn = ({ from, to }: Range): ReadonlyArray<number> =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** An offer after a step, and those before it. */
interface Offered {
  readonly after: Bargain
  readonly before: ReadonlyArray<Bargain>
}
