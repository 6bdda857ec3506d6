import * as Result from "effect/Result"
import { isCalendarDay } from "../../../core/vocabulary/day.ts"
import { type AcceptedRates, type PublishedRate, readRate } from "./accepted.ts"
import { malformed, type RatesRefusal } from "./rates-refusal.ts"

/** A taken document as it is kept: codes with their rates as they were written. */
export interface StoredRates {
  readonly day: string
  readonly source: string
  readonly document: unknown
}

/** The document to keep of taken rates. */
export const storedDocument = ({ rates }: AcceptedRates): Readonly<Record<string, string>> =>
  Object.fromEntries([...rates].map(([code, { text }]) => [code, text]))

/**
 * Reads taken rates back. Their shape and bounds are checked again; how far they moved is not,
 * since that was judged when they were taken.
 */
export const readStored = ({
  day,
  document,
  source,
}: StoredRates): Result.Result<AcceptedRates, RatesRefusal> => {
  if (!isCalendarDay(day)) return Result.fail({ _tag: "NotADay", text: day })
  if (typeof document !== "object" || document === null || Array.isArray(document)) {
    return Result.fail(malformed("it is no object"))
  }
  const rates = new Map<string, PublishedRate>()
  for (const [code, text] of Object.entries(document)) {
    const read = readRate(code, typeof text === "string" ? text : "")
    if (Result.isFailure(read)) return Result.fail(read.failure)
    rates.set(code, read.success)
  }
  return Result.succeed({ day, source, rates })
}
