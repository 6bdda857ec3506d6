import * as Result from "effect/Result"
import { isCalendarDay } from "../../../core/vocabulary/day.ts"
import { malformed, type RatesRefusal } from "./rates-refusal.ts"

/** The currency that every rate is for one unit of; its own rate is 1 and never changes. */
export const baseCode = "EUR"

/**
 * A document of a source as it was read: a calendar day, and units for one euro by currency code,
 * as they were written. Its shape is sound; its rates have not been judged.
 */
export interface RatesDocument {
  readonly day: string
  readonly rateTexts: ReadonlyMap<string, string>
}

/** Currencies of one document at most; the world has fewer. */
export const currenciesMax = 200

/** A document of what was written in it; refused when a code comes twice, or there are none or too many. */
export const makeDocument = (
  day: string,
  entries: ReadonlyArray<readonly [code: string, text: string]>,
): Result.Result<RatesDocument, RatesRefusal> => {
  if (entries.length === 0) return Result.fail(malformed("it has no rates"))
  if (entries.length > currenciesMax) {
    return Result.fail(malformed(`it has more than ${currenciesMax} currencies`))
  }
  const rateTexts = new Map(entries)
  if (rateTexts.size < entries.length) {
    return Result.fail(malformed("a currency comes several times"))
  }
  return isCalendarDay(day)
    ? Result.succeed({ day, rateTexts })
    : Result.fail({ _tag: "NotADay", text: day })
}
