import { type Bitset, fullBitset, intersected, isEmpty } from "../../core/table/bitset.ts"
import type {
  LawCatalogue as CatalogueName,
  PriceExceptionTables,
  PriceLawWord,
} from "../plausibility/plausibility-tables.ts"
import { type Geography, tripFacts } from "../pricing/plan.ts"
import { columnOf, rowsAccepting } from "./law-catalogue.ts"
import type { TripPair } from "./law-trips.ts"
import { allAges } from "./premium-lines.ts"
import { type Range, rangesOf, startsOf } from "./ranges.ts"
import type { Step, StepBox } from "./step-proof.ts"

/** A row of the table of exceptions. */
export type PriceException = PriceExceptionTables["priceExceptions"]["rows"][number]

/** A part of a box, and the rows that except all of its trips from the law. */
export interface ExceptedBox {
  readonly box: StepBox
  readonly rows: ReadonlyArray<PriceException>
}

/** Cuts a range where a condition of what it becomes after a step changes. */
const cutRange = (
  range: Range,
  shift: number,
  starts: ReadonlyArray<number>,
): ReadonlyArray<Range> =>
  rangesOf(
    [
      range.from,
      ...starts
        .map((start) => start - shift)
        .filter((start) => start > range.from && start <= range.to),
    ],
    range.to,
  )

/**
 * Prepares the exceptions of a catalogue: which of them may speak of a step, and a box cut so that each
 * speaks of all trips of a part or of none. Conditions are of the trip with more.
 */
export const prepareExceptions = (
  { priceExceptions: table }: PriceExceptionTables,
  catalogue: CatalogueName,
) => {
  const all = fullBitset(table.rows.length)
  const ofCatalogue = rowsAccepting(columnOf(table, "catalogue"), catalogue, all)
  const wordsOf = ({ after: { kind }, before, law }: Step) =>
    ({
      law,
      intent: kind.intent,
      residence_zone: kind.residenceZone,
      zone: kind.zone,
      price_told_before: before.priceKnown,
      annual: kind.annual,
      cancellation: kind.cancellation,
      extreme_sports: kind.extremeSports,
    }) as const
  const speakingOf = (step: Step): Bitset => {
    let rows = ofCatalogue
    for (const [name, fact] of Object.entries(wordsOf(step))) {
      if (isEmpty(rows)) break
      rows = intersected(rows, rowsAccepting(columnOf(table, name), fact, all))
    }
    return rows
  }
  return {
    /** Whether an exception speaks of a trip with more, beside the one with less. */
    excepts: (law: PriceLawWord, { after, before }: TripPair, geography: Geography): boolean =>
      table.evaluate({
        ...tripFacts(after, geography),
        law,
        catalogue,
        oldestAgeBefore: tripFacts(before, geography).oldestAge,
        priceToldBefore: before.tripPrice !== undefined,
      }).length > 0,
    /** Whether some exception may speak of a step. */
    mayExcept: (step: Step): boolean => !isEmpty(speakingOf(step)),
    /** The parts of a box, with the exceptions of each. */
    partsOf: (step: Step, box: StepBox): ReadonlyArray<ExceptedBox> => {
      const rows = speakingOf(step)
      const starts = (name: string, bounds: Range) => startsOf(columnOf(table, name), rows, bounds)
      const more = step.traveller === undefined ? 0 : 1
      const days = cutRange(
        box.days,
        step.dayShift,
        starts("days", { from: 1, to: box.days.to + 1 }),
      )
      const others = cutRange(
        box.others,
        more,
        starts("travellers", { from: 1, to: box.others.to + 1 }),
      )
      const isNobody = box.others.to === 0
      const oldest = isNobody
        ? [box.oldest]
        : cutRange(box.oldest, 0, [
            ...starts("oldest_age", allAges),
            ...starts("oldest_age_before", allAges),
          ])
      const youngestStarts = starts("youngest_age", allAges)
      const youngest =
        isNobody || (box.youngest === undefined && youngestStarts.length === 1)
          ? [box.youngest]
          : cutRange(box.youngest ?? { from: 0, to: box.oldest.to }, 0, youngestStarts)
      const ageStarts = [
        ...starts("oldest_age", allAges),
        ...starts("youngest_age", allAges),
        // Who turns an age is a year older than before.
        ...starts("oldest_age_before", allAges).map((age) => age + 1),
      ]
      const changed = box.changed === undefined ? [undefined] : cutRange(box.changed, 0, ageStarts)
      return changed.flatMap((changed) =>
        days.flatMap((days) =>
          others.flatMap((others) =>
            oldest.flatMap((oldest) =>
              youngest.flatMap((youngest): ExceptedBox | [] => {
                if (youngest !== undefined && youngest.from > oldest.to) return []
                const part: StepBox = { days, others, oldest, youngest, changed }
                const changedBefore =
                  step.traveller === "ages" && changed !== undefined ? changed.from - 1 : undefined
                const youngestOther = youngest?.from ?? 0
                const oldestOther = Math.max(oldest.from, youngestOther)
                const among = (age: number | undefined, least: boolean): number => {
                  if (isNobody) return age ?? 0
                  if (age === undefined) return least ? youngestOther : oldestOther
                  return least ? Math.min(youngestOther, age) : Math.max(oldestOther, age)
                }
                const excepting = table.evaluate({
                  ...step.after.kind,
                  law: step.law,
                  catalogue,
                  days: days.from + step.dayShift,
                  travellers: others.from + more,
                  youngestAge: among(changed?.from, true),
                  oldestAge: among(changed?.from, false),
                  oldestAgeBefore: among(changedBefore, false),
                  priceToldBefore: step.before.priceKnown,
                })
                return { box: part, rows: excepting }
              }),
            ),
          ),
        ),
      )
    },
  }
}
