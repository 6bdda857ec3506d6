import * as Result from "effect/Result"
import type { Bps } from "../../../core/money/minor.ts"
import { parseDecimal, type Rational } from "../../../core/money/rational.ts"
import { daysInclusive, isCalendarDay, plusDays } from "../../../core/vocabulary/day.ts"
import { currencies, type CurrencyRow } from "../currency-tables.ts"
import { baseCode, type RatesDocument } from "./document.ts"
import { malformed, type RatesRefusal } from "./rates-refusal.ts"
import { movesBeyond } from "../../../core/money/moves-beyond.ts"

/** A rate of a source: units for one euro, exactly, and as it was written. */
interface PublishedRate {
  readonly text: string
  readonly eurRate: Rational
}

/** A document that has been taken: its day, who published it, and its rates of known currencies but the euro. */
export interface AcceptedRates {
  readonly day: string
  readonly source: string
  readonly rates: ReadonlyMap<string, PublishedRate>
}

const boundsOfTable = currencies.columns.eur_rate

/** Reads one rate, within the bounds that the table of currencies has. */
export const readRate = (
  code: string,
  text: string,
): Result.Result<PublishedRate, RatesRefusal> => {
  if (Result.isFailure(parseDecimal(text))) {
    return Result.fail(malformed({ _tag: "NoDecimal", code }))
  }
  return Result.mapBoth(boundsOfTable.parse(text), {
    onSuccess: (eurRate) => ({ text, eurRate }),
    onFailure: (): RatesRefusal => ({ _tag: "OutOfBounds", code, text }),
  })
}

/**
 * The rates of a document for the currencies of the given rows; others are ignored, and so is the
 * euro where it is said to be 1. A document without any of them is refused.
 */
const readKnownRates = (
  { rateTexts }: RatesDocument,
  rows: ReadonlyArray<CurrencyRow>,
): Result.Result<ReadonlyMap<string, PublishedRate>, RatesRefusal> => {
  const rates = new Map<string, PublishedRate>()
  for (const { code } of rows) {
    const text = rateTexts.get(code)
    if (text === undefined) continue
    const read = readRate(code, text)
    if (Result.isFailure(read)) return Result.fail(read.failure)
    rates.set(code, read.success)
  }
  const { numerator, denominator } = rates.get(baseCode)?.eurRate ?? oneEuro
  if (numerator !== denominator) return Result.fail(malformed("notEuro"))
  rates.delete(baseCode)
  return rates.size === 0 ? Result.fail(malformed("noKnownCurrency")) : Result.succeed(rates)
}

const oneEuro = { numerator: 1n, denominator: 1n }

/** Whether two documents say the same: the same day, and the same rates as they were written. */
export const sameRates = (left: AcceptedRates, right: AcceptedRates): boolean =>
  left.day === right.day &&
  left.rates.size === right.rates.size &&
  [...left.rates].every(([code, { text }]) => right.rates.get(code)?.text === text)

/** How far a rate may move: at most so many basis points a day, for at most so many days. */
interface JumpLimits {
  readonly jumpMaxBps: Bps
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

/**
 * The rows of the table of currencies with a source's rates in them: for each currency the newer of
 * the two, the source's when they are of one day. The euro and currencies that the source does not
 * publish keep the table's rate. The given rows themselves when nothing changes.
 */
export const mergeRates = (
  rows: ReadonlyArray<CurrencyRow>,
  accepted: AcceptedRates | undefined,
): ReadonlyArray<CurrencyRow> => {
  if (accepted === undefined) return rows
  const { day, rates, source } = accepted
  let changed = false
  const merged = rows.map((row) => {
    const published = row.code === baseCode ? undefined : rates.get(row.code)
    if (published === undefined || row.rateDate > day) return row
    changed = true
    return { ...row, eurRate: published.eurRate, rateDate: day, source }
  })
  return changed ? merged : rows
}

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
    return Result.fail(malformed("noObject"))
  }
  const rates = new Map<string, PublishedRate>()
  for (const [code, text] of Object.entries(document)) {
    const read = readRate(code, typeof text === "string" ? text : "")
    if (Result.isFailure(read)) return Result.fail(read.failure)
    rates.set(code, read.success)
  }
  return Result.succeed({ day, source, rates })
}

/** The first and the last day that rates are of. */
export interface RateDays {
  readonly oldest: string
  readonly newest: string
}

/** The days of the rates of some currencies, the euro's own aside; of no day when there are none. */
export const rateDays = (rows: ReadonlyArray<CurrencyRow>): RateDays => {
  const days = rows
    .filter(({ code }) => code !== baseCode)
    .map(({ rateDate }) => rateDate)
    .sort()
  return { oldest: days.at(0) ?? "", newest: days.at(-1) ?? "" }
}

/**
 * How many days old rates of a day are today; NaN for rates of no day.
 *
 * ```ts
 * import { ageDays } from "../rules/currency/rates/accepted.ts"
 * ageDays("2026-09-29", "2026-11-24") // => 56
 * ```
 */
export const ageDays = (newest: string, today: string): number => daysInclusive(newest, today) - 1

/**
 * Whether rates of a day are older today than they may be; rates of no day always are.
 *
 * ```ts
 * import { areStale } from "../rules/currency/rates/accepted.ts"
 * areStale({ newest: "2026-11-15", today: "2026-11-20", staleDays: 5 }) // => false
 * areStale({ newest: "2026-11-15", today: "2026-11-21", staleDays: 5 }) // => true
 * ```
 */
export const areStale = ({
  newest,
  staleDays,
  today,
}: {
  readonly newest: string
  readonly today: string
  readonly staleDays: number
}): boolean => !(ageDays(newest, today) <= staleDays)
