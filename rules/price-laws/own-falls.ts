import { memo } from "../../core/memory.ts"
import type { OfferLines, PremiumLine } from "./premium-lines.ts"

/** A line with the first age that it holds for. */
interface AgedLine {
  readonly age: number
  readonly line: PremiumLine
}

/** An offer's premiums for a kind of trip, on a day. */
export interface LinesOnDay {
  readonly lines: OfferLines
  readonly days: number
}

/** Whether nobody pays less by the later line, be they the oldest of a party or one of the others. */
const isNoLess = (later: PremiumLine, earlier: PremiumLine): boolean =>
  later.head >= earlier.head &&
  later.contract + later.head >= earlier.contract + earlier.head &&
  later.share >= earlier.share &&
  later.minimum >= earlier.minimum

const prepareAgedLines = () =>
  memo((lines: OfferLines) =>
    memo((days: number): ReadonlyArray<AgedLine> =>
      lines.ageStarts.flatMap((age) => {
        const line = lines.at(days, age)
        return line === undefined ? [] : [{ age, line }]
      }),
    ),
  )

/**
 * Prepares whether the premium of one offer may fall by itself, in some party: on the safe side, so that
 * where it says no, no proof needs to look at the offer again.
 */
export const prepareOwnFalls = (adultAge: number) => {
  const agedLines = prepareAgedLines()
  return {
    /** By one traveller more: of a negative rate, or as the oldest with a lower share or contract. */
    byTraveller: memo((lines: OfferLines) =>
      memo((days: number): boolean =>
        agedLines(lines)(days).some(
          ({ line: added }, index, all) =>
            added.head < 0n ||
            all
              .slice(0, index)
              .some(
                ({ line: oldest }) =>
                  added.contract + added.head < oldest.contract || added.share < oldest.share,
              ),
        ),
      ),
    ),
    /** By a year more of an adult: the ages at which that is so. */
    byAge: memo((lines: OfferLines) =>
      memo((days: number): ReadonlyArray<number> =>
        agedLines(lines)(days).flatMap(({ age, line }, index, all) => {
          const younger = all[index - 1]?.line
          return younger === undefined || age <= adultAge || isNoLess(line, younger) ? [] : age - 1
        }),
      ),
    ),
    /** From one kind of trip, or one day, to another. */
    between: (before: LinesOnDay, after: LinesOnDay): boolean => {
      const later = agedLines(after.lines)(after.days)
      return agedLines(before.lines)(before.days).some(({ age, line }) => {
        const next = later.findLast((each) => each.age <= age)?.line
        return next !== undefined && !isNoLess(next, line)
      })
    },
  }
}

/** Tells whether premiums of one offer may fall by themselves. */
export type OwnFalls = ReturnType<typeof prepareOwnFalls>
