import { memo } from "../../core/memo.ts"
import { prepareDominance } from "./dominance.ts"
import { adultAge, type PriceLaw, priceLaws } from "./law.ts"
import { type LawCatalogue, type LawContext, lawContexts, type LawIntent } from "./law-catalogue.ts"
import { type Bargain, type Grid, type LawBounds, prepareGrids } from "./law-grid.ts"
import type { Breach } from "./law-trips.ts"
import { allAges, type OfferLines, preparePremiumLines } from "./premium-lines.ts"
import { type Range, rangesOf } from "./ranges.ts"
import { prepareStepProof, type Step, type StepBox, type StepVerdict } from "./step-proof.ts"

/** How many boxes of trips a law was looked at on, and what came of it. */
export interface LawCount {
  readonly proven: number
  readonly refuted: number
  readonly undecided: number
}

/** A law that prices break, by the offer that is too cheap. */
export interface FoundBreach {
  readonly breach: Breach
  /** In how many boxes of trips it is so. */
  readonly boxes: number
  readonly intents: ReadonlySet<string>
}

/** What is proven of one catalogue. */
export interface LawProof {
  readonly counts: ReadonlyMap<PriceLaw, LawCount>
  readonly found: ReadonlyArray<FoundBreach>
}

/** Prepares whether the premium of one offer itself may fall by a step; what it says is on the safe side. */
const prepareSuspicion = () => {
  const rated = (lines: OfferLines, days: number) =>
    lines.ageStarts.flatMap((age) => {
      const line = lines.at(days, age)
      return line === undefined ? [] : [{ age, line }]
    })
  type Rated = ReturnType<typeof rated>
  const rises = (before: Rated, after: Rated): boolean =>
    before.every(({ age, line }) => {
      const next = after.findLast((each) => each.age <= age)?.line
      return (
        next === undefined ||
        (next.head >= line.head &&
          next.contract + next.head >= line.contract + line.head &&
          next.share >= line.share)
      )
    })
  const atEnds = memo((lines: OfferLines) => memo((days: number) => rated(lines, days)))
  return {
    traveller: memo((lines: OfferLines) =>
      memo((days: number) =>
        atEnds(lines)(days).some(
          ({ age, line }, index, all) =>
            line.head < 0n ||
            all
              .slice(0, index)
              .some(
                (younger) =>
                  younger.age < age &&
                  (line.contract + line.head < younger.line.contract ||
                    line.share < younger.line.share),
              ),
        ),
      ),
    ),
    /** The ages at which a year more may cost less. */
    age: memo((lines: OfferLines) =>
      memo((days: number): ReadonlyArray<number> =>
        atEnds(lines)(days).flatMap(({ age, line }, index, all) => {
          const younger = all[index - 1]?.line
          return younger === undefined ||
            age <= adultAge ||
            (line.head >= younger.head &&
              line.contract + line.head >= younger.contract + younger.head &&
              line.share >= younger.share)
            ? []
            : age - 1
        }),
      ),
    ),
    between: (
      before: { readonly lines: OfferLines; readonly days: number },
      after: { readonly lines: OfferLines; readonly days: number },
    ): boolean =>
      !rises(atEnds(before.lines)(before.days), atEnds(after.lines)(after.days)),
  }
}

const overlap = (left: Range, right: Range): Range | undefined => {
  const from = Math.max(left.from, right.from)
  const to = Math.min(left.to, right.to)
  return from > to ? undefined : { from, to }
}

/** The ranges of two grids together. */
const cutBoth = (left: ReadonlyArray<Range>, right: ReadonlyArray<Range>): ReadonlyArray<Range> =>
  rangesOf([...left, ...right].map(({ from }) => from), left.at(-1)?.to ?? 0)

/** The laws that change what a trip is, by how they change it. */
const kindSteps: ReadonlyArray<{
  readonly law: PriceLaw
  readonly isBefore: (context: LawContext) => boolean
  readonly after: (context: LawContext) => Pick<LawContext, "priceKnown"> &
    Pick<LawContext["kind"], "cancellation" | "extremeSports">
}> = [
  {
    law: "cancellation",
    isBefore: ({ kind }) => !kind.cancellation,
    after: ({ kind: { extremeSports } }) => ({
      priceKnown: true,
      cancellation: true,
      extremeSports,
    }),
  },
  {
    law: "extremeSports",
    isBefore: ({ kind }) => !kind.extremeSports,
    after: ({ kind: { cancellation }, priceKnown }) => ({
      priceKnown,
      cancellation,
      extremeSports: true,
    }),
  },
  {
    law: "insuredPrice",
    isBefore: ({ priceKnown }) => !priceKnown,
    after: ({ kind: { cancellation, extremeSports } }) => ({
      priceKnown: true,
      cancellation,
      extremeSports,
    }),
  },
]

const contextKey = ({ destinations, kind, priceKnown }: LawContext): string =>
  [...Object.values(kind), priceKnown, ...destinations].join(" ")

/** Proves the laws of prices of one catalogue. */
export const provePrices = (
  catalogue: LawCatalogue,
  intents: ReadonlyArray<LawIntent>,
  bounds: LawBounds,
): LawProof => {
  const linesOf = preparePremiumLines(catalogue, bounds.daysMax)
  const gridOf = prepareGrids(catalogue, linesOf, bounds)
  const proveStep = prepareStepProof(catalogue, bounds)
  const dominances = prepareDominance(catalogue)
  const suspicion = prepareSuspicion()
  const counts = new Map(
    priceLaws.map((law) => [law, { proven: 0, refuted: 0, undecided: 0 }]),
  )
  const found = new Map<string, { breach: Breach; boxes: number; intents: Set<string> }>()
  const verdicts = new Map<string, StepVerdict>()

  const look = (
    step: Step,
    box: StepBox,
    after: Bargain,
    before: ReadonlyArray<Bargain>,
  ): void => {
    const ranges = [box.days, box.others, box.oldest, ...(box.youngest ? [box.youngest] : [])]
    const key = [
      step.law,
      step.ageBefore,
      step.ageAfter,
      step.dayShift,
      step.after.priceKnown,
      after.lines.key,
      ...before.map(({ lines }) => lines.key),
      ...ranges.flatMap(({ from, to }) => [from, to]),
    ].join("|")
    const known = verdicts.get(key)
    const verdict = known ?? proveStep(step, box, after, before)
    if (known === undefined) verdicts.set(key, verdict)
    const count = counts.get(step.law)
    if (count === undefined) return
    if (verdict._tag === "Proven") count.proven += 1
    else if (verdict._tag === "Undecided") count.undecided += 1
    else {
      count.refuted += 1
      const { breach } = verdict
      const [low, high] = [breach.low, breach.high].map(({ price }) => price.offer.row.offerId)
      const name = `${step.law} ${low} ${step.law === "dominance" ? high : ""}`
      const entry = found.get(name) ?? { breach, boxes: 0, intents: new Set<string>() }
      entry.boxes += 1
      entry.intents.add(step.after.kind.intent)
      found.set(name, entry)
    }
  }

  const pass = (law: PriceLaw): void => {
    const count = counts.get(law)
    if (count !== undefined) count.proven += 1
  }

  const lookAtAll = (
    step: Step,
    box: StepBox,
    before: ReadonlyArray<Bargain>,
    after: ReadonlyArray<Bargain>,
    isSuspect: (own: Bargain, next: Bargain) => boolean,
  ): void => {
    if (before.length === 0) return
    for (const next of after) {
      const own = before.find(({ offer }) => offer === next.offer)
      if (own === undefined || isSuspect(own, next)) look(step, box, next, before)
      else pass(step.law)
    }
  }

  /** The boxes of parties of a grid on trips of some days. */
  const partyBoxes = (grid: Grid, cut: Pick<Grid, "oldest" | "youngest"> = grid) =>
    cut.oldest.flatMap((oldest) =>
      cut.youngest.flatMap((youngest) =>
        youngest.from > oldest.to
          ? []
          : [{ oldest, youngest: cut.youngest.length > 1 ? youngest : undefined, youngestAge: youngest.from, oldestAge: Math.max(oldest.from, youngest.from) }],
      ),
    )

  const travellerLaw = (grid: Grid): void => {
    const { context } = grid
    for (const days of grid.days) {
      for (const [index, range] of grid.travellers.entries()) {
        const next = grid.travellers[index + 1]
        const steps = [
          ...(range.to > range.from ? [{ others: { from: range.from, to: range.to - 1 }, to: range.from + 1 }] : []),
          ...(next === undefined ? [] : [{ others: { from: range.to, to: range.to }, to: next.from }]),
        ]
        for (const { others, to } of steps) {
          for (const party of partyBoxes(grid)) {
            const { oldestAge, youngestAge } = party
            const before = grid.offersAt({ days: days.from, travellers: others.from, youngestAge, oldestAge })
            if (before.length === 0) continue
            for (const added of grid.ages) {
              const after = grid.offersAt({
                days: days.from,
                travellers: to,
                youngestAge: Math.min(youngestAge, added.from),
                oldestAge: Math.max(oldestAge, added.from),
              })
              for (const each of after) {
                const own = before.find(({ offer }) => offer === each.offer)
                if (own !== undefined && !suspicion.traveller(own.lines)(days.from) && !suspicion.traveller(own.lines)(days.to)) {
                  pass("traveller")
                  continue
                }
                const starts = [each, ...before].flatMap(({ lines }) => lines.ageStarts)
                const cuts = [added.from, ...starts.filter((age) => age > added.from && age <= added.to)]
                for (const age of new Set(cuts)) {
                  look(
                    { law: "traveller", before: context, after: context, ageBefore: undefined, ageAfter: age, dayShift: 0 },
                    { days, others, youngest: party.youngest, oldest: party.oldest },
                    each,
                    before,
                  )
                }
              }
            }
          }
        }
      }
    }
  }

  const ageLaw = (grid: Grid): void => {
    const { context } = grid
    const last = allAges.to
    const crossings = grid.ages.flatMap(({ to }) => (to >= adultAge && to < last ? to : []))
    const alone = { oldest: { from: 0, to: 0 }, youngest: undefined, youngestAge: last, oldestAge: 0 }
    for (const days of grid.days) {
      for (const range of grid.travellers) {
        const others = { from: Math.max(1, range.from - 1), to: range.to - 1 }
        const parties = [
          ...(range.from === 1 ? [{ party: alone, others: { from: 0, to: 0 } }] : []),
          ...(others.to < others.from ? [] : partyBoxes(grid).map((party) => ({ party, others }))),
        ]
        for (const { others, party } of parties) {
          const offersWith = (age: number) =>
            grid.offersAt({
              days: days.from,
              travellers: others.from + 1,
              youngestAge: Math.min(party.youngestAge, age),
              oldestAge: Math.max(party.oldestAge, age),
            })
          const tryAt = (age: number, isSuspect: (own: Bargain) => boolean) =>
            lookAtAll(
              { law: "age", before: context, after: context, ageBefore: age, ageAfter: age + 1, dayShift: 0 },
              { days, others, youngest: party.youngest, oldest: party.oldest },
              offersWith(age),
              offersWith(age + 1),
              isSuspect,
            )
          const suspects = (own: Bargain, age: number): boolean =>
            suspicion.age(own.lines)(days.from).includes(age) || suspicion.age(own.lines)(days.to).includes(age)
          for (const age of crossings) tryAt(age, (own) => suspects(own, age))
          // Within a range the same offers are there before and after: only their own steps count.
          const others_ = new Set(
            grid.ages
              .flatMap(({ from }) => offersWith(Math.max(from, adultAge)))
              .flatMap(({ lines }) => [...suspicion.age(lines)(days.from), ...suspicion.age(lines)(days.to)]),
          )
          for (const age of others_) if (!crossings.includes(age)) tryAt(age, (own) => suspects(own, age))
          if (others_.size === 0) pass("age")
        }
      }
    }
  }

  const dayLaw = (grid: Grid): void => {
    const { context } = grid
    for (const [index, range] of grid.days.entries()) {
      const next = grid.days[index + 1]
      const steps = [
        ...(range.to > range.from ? [{ days: { from: range.from, to: range.to - 1 } }] : []),
        ...(next === undefined ? [] : [{ days: { from: range.to, to: range.to } }]),
      ]
      for (const { days } of steps) {
        for (const travellers of grid.travellers) {
          for (const party of partyBoxes(grid)) {
            const { oldestAge, youngestAge } = party
            const at = (day: number) =>
              grid.offersAt({ days: day, travellers: travellers.from, youngestAge, oldestAge })
            lookAtAll(
              { law: "day", before: context, after: context, ageBefore: undefined, ageAfter: undefined, dayShift: 1 },
              { days, others: travellers, youngest: party.youngest, oldest: party.oldest },
              at(days.from),
              at(days.from + 1),
              ({ lines }) => suspicion.between({ lines, days: days.from }, { lines, days: days.to + 1 }),
            )
          }
        }
      }
    }
  }

  const kindLaw = (law: PriceLaw, before: Grid, after: Grid): void => {
    const cut = {
      days: cutBoth(before.days, after.days),
      travellers: cutBoth(before.travellers, after.travellers),
      youngest: cutBoth(before.youngest, after.youngest),
      oldest: cutBoth(before.oldest, after.oldest),
    }
    const step: Step = {
      law,
      before: before.context,
      after: after.context,
      ageBefore: undefined,
      ageAfter: undefined,
      dayShift: 0,
    }
    for (const days of cut.days) {
      for (const others of cut.travellers) {
        for (const party of partyBoxes(before, cut)) {
          const { oldestAge, youngestAge } = party
          const point = { days: days.from, travellers: others.from, youngestAge, oldestAge }
          lookAtAll(
            step,
            { days, others, youngest: party.youngest, oldest: party.oldest },
            before.offersAt(point),
            after.offersAt(point),
            (own, next) =>
              [days.from, days.to].some((day) =>
                suspicion.between({ lines: own.lines, days: day }, { lines: next.lines, days: day }),
              ),
          )
        }
      }
    }
  }

  const dominanceLaw = (grid: Grid): void => {
    const { context } = grid
    for (const days of grid.days) {
      for (const others of grid.travellers) {
        for (const party of partyBoxes(grid)) {
          const { oldestAge, youngestAge } = party
          const offers = grid.offersAt({ days: days.from, travellers: others.from, youngestAge, oldestAge })
          if (offers.length < 2) continue
          const bargainOf = new Map(offers.map((each) => [each.offer, each]))
          for (const { better, worse } of dominances(context, offers.map(({ offer }) => offer))) {
            const [after, before] = [bargainOf.get(better), bargainOf.get(worse)]
            if (after === undefined || before === undefined) continue
            look(
              { law: "dominance", before: context, after: context, ageBefore: undefined, ageAfter: undefined, dayShift: 0 },
              { days, others, youngest: party.youngest, oldest: party.oldest },
              after,
              [before],
            )
          }
        }
      }
    }
  }

  const contexts = lawContexts(catalogue, intents)
  const byKey = new Map(contexts.map((context) => [contextKey(context), context]))
  const grids = new Map<string, Grid>()
  const grid = memo((context: LawContext): Grid => {
    const made = gridOf(context)
    const known = grids.get(made.key)
    if (known === undefined) grids.set(made.key, made)
    return known ?? made
  })
  const pairs = new Set<string>()
  for (const context of contexts) {
    const own = grid(context)
    for (const { after, isBefore, law } of kindSteps) {
      if (!isBefore(context)) continue
      const { priceKnown, ...asked } = after(context)
      const changed = byKey.get(
        contextKey({ ...context, kind: { ...context.kind, ...asked }, priceKnown }),
      )
      if (changed === undefined) continue
      const next = grid(changed)
      const key = `${law} ${own.key} ${next.key}`
      if (pairs.has(key)) continue
      pairs.add(key)
      kindLaw(law, own, next)
    }
  }
  for (const each of grids.values()) {
    travellerLaw(each)
    dayLaw(each)
    ageLaw(each)
    dominanceLaw(each)
  }
  return { counts, found: [...found.values()] }
}
