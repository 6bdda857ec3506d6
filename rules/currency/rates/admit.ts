import * as Result from "effect/Result"
import { movesBeyond } from "../../../core/money/moves-beyond.ts"
import { daysInclusive, plusDays } from "../../../core/vocabulary/day.ts"
import type { CurrencyRow } from "../currency-tables.ts"
import { type AcceptedRates, type PublishedRate, readKnownRates } from "./accepted.ts"
import type { RatesDocument } from "./document.ts"
import { mergeRates } from "./merge.ts"
import type { RatesRefusal } from "./rates-refusal.ts"

/** How far a rate may move: at most so many basis points a day, for at most so many days. */
export interface JumpLimits {
  readonly jumpMaxBps: number
  readonly jumpDaysMax: number
}

/** What a document is judged against. */
export interface AdmissionFacts {
  /** The rows of the table of currencies. */
  readonly rows: ReadonlyArray<CurrencyRow>
  /** The document that is in force over them. */
  readonly accepted: AcceptedRates | undefined
  /** Who publishes the new one. */
  readonly source: string
  /** The day of UTC. */
  readonly today: string
  readonly limits: JumpLimits
}

/** A source may be ahead of UTC by one day and no more. */
const daysAheadMax = 1

const dayRefusal = (day: string, { accepted, today }: AdmissionFacts): RatesRefusal | undefined => {
  if (day > (plusDays(today, daysAheadMax) ?? today)) return { _tag: "FutureDay", day, today }
  return accepted !== undefined && day < accepted.day
    ? { _tag: "OlderThanInForce", day, inForceDay: accepted.day }
    : undefined
}

/** A currency that the source published before and that the tables still have. */
const missingCurrency = (
  { rateTexts }: RatesDocument,
  { accepted, rows, source }: AdmissionFacts,
): RatesRefusal | undefined => {
  if (accepted === undefined || accepted.source !== source) return undefined
  const missing = rows.find(({ code }) => accepted.rates.has(code) && !rateTexts.has(code))
  return missing === undefined ? undefined : { _tag: "MissingCurrency", code: missing.code }
}

const jump = (
  day: string,
  rates: ReadonlyMap<string, PublishedRate>,
  { accepted, limits, rows }: AdmissionFacts,
): RatesRefusal | undefined => {
  const { jumpDaysMax, jumpMaxBps } = limits
  for (const { code, eurRate: before, rateDate } of mergeRates(rows, accepted)) {
    const after = rates.get(code)?.eurRate
    if (after === undefined) continue
    const daysApart = daysInclusive(rateDate, day) - 1
    const days = Math.max(1, Math.min(jumpDaysMax, daysApart))
    if (movesBeyond({ before, after, boundBps: jumpMaxBps * days })) {
      return { _tag: "Jump", code, before, after, daysApart, days, boundBps: jumpMaxBps }
    }
  }
  return undefined
}

/**
 * Judges a document as a whole: it is taken with all its rates of known currencies, or refused. A
 * refusal is the first of: a day in the future or older than the one in force, a currency that has
 * gone, a rate that is no number within bounds, a rate that moved too far from the one in force.
 */
export const admitDocument = (
  document: RatesDocument,
  facts: AdmissionFacts,
): Result.Result<AcceptedRates, RatesRefusal> => {
  const { day } = document
  const early = dayRefusal(day, facts) ?? missingCurrency(document, facts)
  if (early !== undefined) return Result.fail(early)
  return Result.flatMap(readKnownRates(document, facts.rows), (rates) => {
    const moved = jump(day, rates, facts)
    return moved === undefined
      ? Result.succeed({ day, source: facts.source, rates })
      : Result.fail(moved)
  })
}
