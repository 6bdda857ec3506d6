import type { PriceLawWord } from "../plausibility/plausibility-tables.ts"
import type { Dominance } from "./dominance.ts"
import type { LawContext } from "./law-catalogue.ts"
import type { Bargain, LawGrid } from "./law-grid.ts"
import type { OwnFalls } from "./own-falls.ts"
import { allAges } from "./premium-lines.ts"
import { type Range, rangesOf } from "./ranges.ts"
import type { Step, StepBox } from "./step-proof.ts"

/** Takes what laws have to say of boxes of trips. */
export interface LawSink {
  /** An offer after a step is to be proven not below the cheapest of the offers before it. */
  readonly look: (step: Step, box: StepBox, after: Bargain, before: ReadonlyArray<Bargain>) => void
  /** A law holds on a box by itself: the offer was there before at no higher a price. */
  readonly pass: (law: PriceLawWord) => void
}

/** The others of a party: of which ages their youngest and oldest are, with one age of each. */
interface PartyBox {
  readonly oldest: Range
  readonly youngest: Range | undefined
  readonly youngestAge: number
  readonly oldestAge: number
}

const partyBoxes = (cut: Pick<LawGrid, "oldest" | "youngest">): ReadonlyArray<PartyBox> =>
  cut.oldest.flatMap((oldest) =>
    cut.youngest.flatMap((youngest): PartyBox | [] =>
      youngest.from > oldest.to
        ? []
        : {
            oldest,
            youngest: cut.youngest.length > 1 ? youngest : undefined,
            youngestAge: youngest.from,
            oldestAge: Math.max(oldest.from, youngest.from),
          },
    ),
  )

/** Nobody else: a traveller who is added is the youngest and the oldest. */
const nobody: PartyBox = {
  oldest: { from: 0, to: 0 },
  youngest: undefined,
  youngestAge: allAges.to,
  oldestAge: 0,
}

const noChange = { traveller: undefined, dayShift: 0 } as const

const stay = (law: PriceLawWord, context: LawContext): Step => ({
  law,
  before: context,
  after: context,
  ...noChange,
})

/** Looks at each offer after a step that is new, or whose own premium may fall. */
const lookAtAll = (
  { look, pass }: LawSink,
  step: Step,
  box: StepBox,
  {
    after,
    before,
  }: { readonly after: ReadonlyArray<Bargain>; readonly before: ReadonlyArray<Bargain> },
  mayFall: (own: Bargain, next: Bargain) => boolean,
): void => {
  if (before.length === 0) return
  for (const next of after) {
    const own = before.find(({ offer }) => offer === next.offer)
    if (own === undefined || mayFall(own, next)) look(step, box, next, before)
    else pass(step.law)
  }
}

/** Steps within ranges and from each to the next: numbers before, and one of the numbers after. */
const stepsUp = (
  ranges: ReadonlyArray<Range>,
): ReadonlyArray<{ readonly before: Range; readonly after: number }> =>
  ranges.flatMap(({ from, to }, index) => {
    const next = ranges[index + 1]
    return [
      ...(to > from ? [{ before: { from, to: to - 1 }, after: from + 1 }] : []),
      ...(next === undefined ? [] : [{ before: { from: to, to }, after: next.from }]),
    ]
  })

/** One traveller more, of any age. */
export const travellerLaw = (grid: LawGrid, falls: OwnFalls, sink: LawSink): void => {
  const step: Step = { ...stay("traveller", grid.context), traveller: "adds" }
  for (const days of grid.days) {
    const mayFall = ({ lines }: Bargain): boolean =>
      [days.from, days.to].some((day) => falls.byTraveller(lines)(day))
    for (const travellers of stepsUp(grid.travellers)) {
      for (const { oldest, oldestAge, youngest, youngestAge } of partyBoxes(grid)) {
        const others = travellers.before
        const before = grid.offersAt({
          days: days.from,
          travellers: others.from,
          youngestAge,
          oldestAge,
        })
        if (before.length === 0) continue
        for (const added of grid.ages) {
          const after = grid.offersAt({
            days: days.from,
            travellers: travellers.after,
            youngestAge: Math.min(youngestAge, added.from),
            oldestAge: Math.max(oldestAge, added.from),
          })
          for (const next of after) {
            const own = before.find(({ offer }) => offer === next.offer)
            if (own !== undefined && !mayFall(own)) sink.pass(step.law)
            else sink.look(step, { days, others, youngest, oldest, changed: added }, next, before)
          }
        }
      }
    }
  }
}

/** A year more of one adult. */
export const ageLaw = (
  grid: LawGrid,
  { adultAge, falls }: { readonly adultAge: number; readonly falls: OwnFalls },
  sink: LawSink,
): void => {
  const step: Step = { ...stay("age", grid.context), traveller: "ages" }
  const borders = grid.ages.flatMap(({ to }) => (to >= adultAge && to < allAges.to ? to : []))
  for (const days of grid.days) {
    const fallsOf = ({ lines }: Bargain): ReadonlyArray<number> =>
      [days.from, days.to].flatMap((day) => falls.byAge(lines)(day))
    for (const { from, to } of grid.travellers) {
      const others = { from: Math.max(1, from - 1), to: to - 1 }
      const boxes = [
        ...(from === 1 ? [{ ...nobody, others: { from: 0, to: 0 } }] : []),
        ...(others.to < others.from ? [] : partyBoxes(grid).map((party) => ({ ...party, others }))),
      ]
      for (const { others, oldest, oldestAge, youngest, youngestAge } of boxes) {
        const offersWith = (age: number) =>
          grid.offersAt({
            days: days.from,
            travellers: others.from + 1,
            youngestAge: Math.min(youngestAge, age),
            oldestAge: Math.max(oldestAge, age),
          })
        // Within a range the same offers are there before and after: only their own falls count.
        const within = new Set(
          grid.ages.flatMap(({ from }) => offersWith(Math.max(from, adultAge))).flatMap(fallsOf),
        )
        for (const age of new Set([...borders, ...within])) {
          lookAtAll(
            sink,
            step,
            { days, others, youngest, oldest, changed: { from: age + 1, to: age + 1 } },
            { before: offersWith(age), after: offersWith(age + 1) },
            (own) => fallsOf(own).includes(age),
          )
        }
      }
    }
  }
}

/** One day more. */
export const dayLaw = (grid: LawGrid, falls: OwnFalls, sink: LawSink): void => {
  const step: Step = { ...stay("day", grid.context), dayShift: 1 }
  for (const { after, before: days } of stepsUp(grid.days)) {
    for (const others of grid.travellers) {
      for (const { oldest, oldestAge, youngest, youngestAge } of partyBoxes(grid)) {
        const offersOn = (day: number) =>
          grid.offersAt({ days: day, travellers: others.from, youngestAge, oldestAge })
        lookAtAll(
          sink,
          step,
          { days, others, youngest, oldest, changed: undefined },
          { before: offersOn(days.from), after: offersOn(after) },
          ({ lines }) =>
            falls.between({ lines, days: days.from }, { lines, days: days.from + 1 }) ||
            falls.between({ lines, days: days.from }, { lines, days: days.to + 1 }),
        )
      }
    }
  }
}

/** The ranges of two grids together. */
const cutBoth = (left: ReadonlyArray<Range>, right: ReadonlyArray<Range>): ReadonlyArray<Range> =>
  rangesOf(
    [...left, ...right].map(({ from }) => from),
    left.at(-1)?.to ?? 0,
  )

/** A cover more: the same trips, asked for with an option. */
export const optionLaw = (
  law: "cancellation" | "extreme_sports",
  { after, before }: { readonly after: LawGrid; readonly before: LawGrid },
  falls: OwnFalls,
  sink: LawSink,
): void => {
  const step: Step = { law, before: before.context, after: after.context, ...noChange }
  const cut = {
    youngest: cutBoth(before.youngest, after.youngest),
    oldest: cutBoth(before.oldest, after.oldest),
  }
  for (const days of cutBoth(before.days, after.days)) {
    for (const others of cutBoth(before.travellers, after.travellers)) {
      for (const { oldest, oldestAge, youngest, youngestAge } of partyBoxes(cut)) {
        const point = { days: days.from, travellers: others.from, youngestAge, oldestAge }
        lookAtAll(
          sink,
          step,
          { days, others, youngest, oldest, changed: undefined },
          { before: before.offersAt(point), after: after.offersAt(point) },
          (own, next) =>
            [days.from, days.to].some((day) =>
              falls.between({ lines: own.lines, days: day }, { lines: next.lines, days: day }),
            ),
        )
      }
    }
  }
}

/**
 * All boxes of a grid in which nothing changes, each with the offers that it has.
 *
 * @yields One box after the other, ages within travellers within days.
 */
function* boxesOf(
  grid: LawGrid,
): Generator<{ readonly box: StepBox; readonly offers: ReadonlyArray<Bargain> }> {
  for (const days of grid.days) {
    for (const others of grid.travellers) {
      for (const { oldest, oldestAge, youngest, youngestAge } of partyBoxes(grid)) {
        yield {
          box: { days, others, youngest, oldest, changed: undefined },
          offers: grid.offersAt({
            days: days.from,
            travellers: others.from,
            youngestAge,
            oldestAge,
          }),
        }
      }
    }
  }
}

/** A euro more of insured price: every share of it adds to the premium. */
export const tripPriceLaw = (grid: LawGrid, sink: LawSink): void => {
  if (!grid.context.priceKnown) return
  const step = stay("trip_price", grid.context)
  for (const { box, offers } of boxesOf(grid)) {
    for (const one of offers) {
      const { ageStarts, at } = one.lines
      const shares = ageStarts.map((age) => at(box.days.from, age)?.share ?? 0n)
      if (shares.every((share) => share >= 0n)) sink.pass(step.law)
      else sink.look(step, box, one, offers)
    }
  }
}

/** Two offers of one trip, of which one holds more. */
export const coverLaw = (
  grid: LawGrid,
  dominances: (
    context: LawContext,
    some: ReadonlyArray<Bargain["offer"]>,
  ) => ReadonlyArray<Dominance>,
  sink: LawSink,
): void => {
  const step = stay("cover", grid.context)
  for (const { box, offers } of boxesOf(grid)) {
    if (offers.length < 2) continue
    const bargainOf = new Map(offers.map((each) => [each.offer, each]))
    const pairs = dominances(
      grid.context,
      offers.map(({ offer }) => offer),
    )
    for (const { better, worse } of pairs) {
      const [after, before] = [bargainOf.get(better), bargainOf.get(worse)]
      if (after !== undefined && before !== undefined) sink.look(step, box, after, [before])
    }
  }
}
