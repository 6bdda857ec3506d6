import * as Result from "effect/Result"
import { compare, fromInteger, parseDecimal } from "../../../core/money/rational.ts"
import type { Premium } from "../../../rules/pricing/rate.ts"

/** A guarantee as an insurer prints it beside a premium. */
export interface PrintedLine {
  readonly slug: string
  readonly printed: string
}

/** What an insurer answers for one of its codes. */
export interface AnswerEntry {
  readonly code: string
  /** Exact, before fees. */
  readonly premium: Premium
  /** ISO 4217 code. */
  readonly currency: string
  /** Absent when the answer says nothing of guarantees. */
  readonly lines?: ReadonlyArray<PrintedLine>
  readonly soldByRedirect: boolean
}

/** Why an entry cannot be used, and its code; null where that is not known. */
export interface WrongEntry {
  readonly code: string | null
  readonly problem: string
  /** What was given, in part, where that helps. */
  readonly given?: string
}

const premiumMax = fromInteger(1_000_000n)
const premiumText = /^(?:0|[1-9]\d{0,6})(?:\.\d{1,6})?$/
const linesMax = 100
const slugMax = 64
const printedMax = 200
const shownMax = 40

type Fields = Readonly<Record<string, unknown>>

/** Whether a value read from JSON is an object. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isText = (value: unknown, lengthMax: number): value is string =>
  typeof value === "string" && value.length <= lengthMax

/**
 * A premium above 0 and at most 1,000,000 with at most 6 decimals, as decimal text; undefined for
 * anything else.
 *
 * ```ts
 * import { readPremium } from "../http/outside/insurers/answer-entry.ts"
 * readPremium("84.20") // => { numerator: 421n, denominator: 5n }
 * readPremium("-84.20") // => undefined
 * readPremium(84.2) // => undefined
 * ```
 */
export const readPremium = (value: unknown): Premium | undefined => {
  if (!isText(value, 14) || !premiumText.test(value)) return undefined
  const premium = Result.getOrUndefined(parseDecimal(value))
  if (premium === undefined || premium.numerator === 0n) return undefined
  return compare(premium, premiumMax) > 0 ? undefined : premium
}

const readLine = (value: unknown): PrintedLine | undefined => {
  if (!isFields(value)) return undefined
  const { printed, slug } = value
  return isText(slug, slugMax) && isText(printed, printedMax) ? { slug, printed } : undefined
}

const readLines = (value: unknown): ReadonlyArray<PrintedLine> | undefined => {
  if (!Array.isArray(value) || value.length > linesMax) return undefined
  const lines = value.flatMap((line) => readLine(line) ?? [])
  const slugs = new Set(lines.map(({ slug }) => slug))
  return slugs.size === value.length ? lines : undefined
}

/** What an entry gave where something else was expected: the beginning of a text, or what kind of value it is. */
const shown = (value: unknown): string => {
  if (value === undefined) return "nothing"
  if (typeof value === "string") return `"${value.slice(0, shownMax)}"`
  if (typeof value !== "object" || value === null) return String(value)
  return Array.isArray(value) ? "a list" : "an object"
}

/**
 * Reads one entry of an answer. Fields that the contract does not know are ignored; null in one that
 * may be left out is the same as leaving it out.
 */
export const readEntry = (entry: unknown): Result.Result<AnswerEntry, WrongEntry> => {
  if (!isFields(entry) || typeof entry["code"] !== "string") {
    return Result.fail({ code: null, problem: "it names no code" })
  }
  const { code, currency } = entry
  const soldBy = entry["soldBy"] ?? "subscription"
  const guarantees = entry["guarantees"] ?? undefined
  const wrong = (problem: string) => Result.fail({ code, problem })
  const premium = readPremium(entry["premium"])
  if (premium === undefined) {
    const given = shown(entry["premium"])
    return Result.fail({ code, problem: "its premium is none that can be asked", given })
  }
  if (!isText(currency, 3)) return wrong("it names no currency")
  if (soldBy !== "subscription" && soldBy !== "redirect") return wrong("it has no such soldBy")
  const soldByRedirect = soldBy === "redirect"
  if (guarantees === undefined) return Result.succeed({ code, premium, currency, soldByRedirect })
  const lines = readLines(guarantees)
  if (lines === undefined) return wrong("its guarantees cannot be read")
  return Result.succeed({ code, premium, currency, soldByRedirect, lines })
}
