import * as Result from "effect/Result"
import type { Finding, ShownCover } from "../../core/check/finding.ts"
import { memo } from "../../core/memory.ts"
import { compare, divide, type Rational, zero } from "../../core/money/rational.ts"
import type { CurrencyCode } from "../../core/vocabulary/codes.ts"
import type { GuaranteeState } from "../../core/vocabulary/guarantee.ts"
import type { GuaranteeLine } from "../guarantees/offer-guarantees.ts"
import type { ReadPrinted } from "../guarantees/printed/read-printed.ts"
import { insurerText, ladderPairs, offerText } from "./neighbour-laws.ts"
import type { GuaranteeRow, OfferRow, PricingTables } from "../pricing/pricing-tables.ts"

/**
 * Finds the guarantees of which a plan holds less than a lower one of the same insurer and product.
 * What an option brings is held with that option; what cannot be compared is no finding.
 */
export const checkCoverOrder = (
  tables: CoverTables,
  readPrinted?: ReadPrinted,
): ReadonlyArray<Finding> => {
  const coversOf = memo((offer: OfferRow) => listedCovers(tables, offer, readPrinted))
  return ladderPairs(tables.offers.rows).flatMap((pair) => pairFindings(tables, pair, coversOf))
}

/** A guarantee as an offer holds it: its ceiling in main units, and the euro's rate of its currency. */
export interface Held {
  readonly state: GuaranteeState
  /** Null for a state without a ceiling of its own. */
  readonly value: Rational | null
  /** Units of the guarantee currency for one euro. */
  readonly eurRate: Rational
}

/**
 * Compares what is held under one guarantee: -1 where the left is less, 1 where it is more, 0 where
 * both are alike, and undefined where nobody can say, as with a ceiling beside a ticket home, or an
 * amount for each day beside one for the whole trip.
 *
 * ```ts
 * import { fromInteger, one } from "../core/money/rational.ts"
 * import { compareCovers } from "../rules/plausibility/cover-order.ts"
 *
 * const upTo = (euros: bigint) => ({ state: "value", value: fromInteger(euros), eurRate: one }) as const
 * const atCost = { state: "actual_costs", value: null, eurRate: one } as const
 * const home = { state: "return_ticket", value: null, eurRate: one } as const
 * compareCovers(upTo(500n), upTo(800n)) // => -1
 * compareCovers(atCost, upTo(800n)) // => 1
 * compareCovers(home, upTo(800n)) // => undefined
 * ```
 */
export const compareCovers = (left: Held, right: Held): -1 | 0 | 1 | undefined => {
  if (left.state === right.state) return sameState(left, right)
  if (left.state === "not_available") return -1
  if (right.state === "not_available") return 1
  const [here, there] = [boundless.has(left.state), boundless.has(right.state)]
  if (here && there) return 0
  if (here || there) return here ? 1 : -1
  return undefined
}

/** The tables that plans are compared in by what they cover. */
type CoverTables = Pick<
  PricingTables,
  "currencies" | "guarantees" | "insurers" | "linesOf" | "offers"
>

/**
 * The lines of an offer's guarantees by slug. A printed line that is not read is left out: what it
 * says is not known.
 */
const listedCovers = (
  tables: Pick<PricingTables, "currencies" | "guarantees" | "insurers" | "linesOf">,
  offer: OfferRow,
  readPrinted?: ReadPrinted,
): ReadonlyMap<string, ListedCover | "unknown"> => {
  const currency = offer.guaranteeCurrency
  const eurRate = tables.currencies.get(currency)?.eurRate ?? zero
  const language = tables.insurers.get(offer.insurer)?.language ?? "en"
  return new Map(
    tables.linesOf(offer).flatMap(({ option, slug, state, value }): ReadonlyArray<Entry> => {
      const row = tables.guarantees.get(offer.offerId, slug)
      if (row === undefined) return []
      const { printed } = row
      const isRead =
        printed === undefined || readPrinted?.(printed, { language, currency }).mapped !== false
      if (!isRead) return [[slug, "unknown"]]
      const held = { state, value, eurRate }
      const line = tables.guarantees.lineOf(row) ?? 1
      const written = writtenOf(row, held, currency)
      return [[slug, { slug, line, option, held, written }]]
    }),
  )
}

/** A line of an offer's guarantees, as it is held with the option that brings it. */
interface ListedCover {
  readonly slug: string
  readonly line: number
  readonly option: GuaranteeLine["option"]
  readonly held: Held
  /** The cells that say it. */
  readonly written: string
}

type Entry = readonly [string, ListedCover | "unknown"]

const writtenOf = (
  { printed, state }: GuaranteeRow,
  { value }: Held,
  currency: CurrencyCode,
): string => {
  if (printed !== undefined) return JSON.stringify(printed)
  if (value === null) return String(state)
  return `${state} ${Number(value.numerator) / Number(value.denominator)} ${currency}`
}

/** What is found of two plans of a ladder: each guarantee of which the higher one holds less. */
const pairFindings = (
  tables: CoverTables,
  { higher, lower }: { readonly higher: OfferRow; readonly lower: OfferRow },
  coversOf: (offer: OfferRow) => ReturnType<typeof listedCovers>,
): ReadonlyArray<Finding> => {
  const theirs = coversOf(higher)
  return [...coversOf(lower).values()].flatMap((there): ReadonlyArray<Finding> => {
    if (there === "unknown") return []
    const here = theirs.get(there.slug)
    if (here === "unknown") return []
    const options = lessWith(here, there)
    if (options === undefined) return []
    return [
      {
        _tag: "LowerCover",
        guarantee: there.slug,
        insurer: insurerText(tables, higher),
        offer: offerText(higher),
        covers: shownWith(here, options),
        lower: offerText(lower),
        lowerCovers: shownWith(there, options),
        when: [here, there].every((cover) => (cover?.option ?? null) === null) ? null : options,
        otherLine: there.line,
        file: tables.guarantees.file,
        line: here?.line ?? there.line,
        character: 1,
        hitPolicy: null,
      },
    ]
  })
}

/** The first options with which the one covers less than the other; undefined if none. */
const lessWith = (higher: ListedCover | undefined, lower: ListedCover): Options | undefined =>
  takings.find(
    (options) => compareCovers(heldWith(higher, options), heldWith(lower, options)) === -1,
  )

/** The options that bring guarantees. */
type Options = ReadonlyArray<NonNullable<GuaranteeLine["option"]>>

/** The options that a traveller may take, from none to both. */
const takings: ReadonlyArray<Options> = [
  [],
  ["cancellation"],
  ["extreme_sports"],
  ["cancellation", "extreme_sports"],
]

const sameState = (left: Held, right: Held): -1 | 0 | 1 | undefined => {
  if (left.value === null && right.value === null) return 0
  const [here, there] =
    compare(left.eurRate, right.eurRate) === 0
      ? [left.value ?? undefined, right.value ?? undefined]
      : [inEuros(left), inEuros(right)]
  return here === undefined || there === undefined ? undefined : compare(here, there)
}

const inEuros = ({ eurRate, value }: Held): Rational | undefined =>
  value === null ? undefined : Result.getOrUndefined(divide(value, eurRate))

/** States without any ceiling: nothing is held beyond them. */
const boundless: ReadonlySet<GuaranteeState> = new Set(["actual_costs", "included"])

const heldWith = (cover: ListedCover | undefined, options: Options): Held =>
  cover === undefined || (cover.option !== null && !options.includes(cover.option))
    ? nothingHeld
    : cover.held

/** What nobody holds. */
const nothingHeld: Held = { state: "not_available", value: null, eurRate: zero }

/** How a cover is written under some options. */
const shownWith = (cover: ListedCover | undefined, options: Options): ShownCover => {
  if (cover === undefined) return { _tag: "NotListed" }
  return heldWith(cover, options) === nothingHeld && cover.option !== null
    ? { _tag: "OnlyWith", option: cover.option }
    : { _tag: "Written", text: cover.written }
}
