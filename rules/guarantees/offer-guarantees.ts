import { minorToNumber, rationalToMinor } from "../../core/money/minor.ts"
import type { Rational } from "../../core/money/rational.ts"
import type { Guarantee, GuaranteeState } from "../../core/vocabulary/guarantee.ts"
import { memo } from "../../core/memo.ts"

/** A line of a guarantee table for one offer. */
export interface GuaranteeLine {
  readonly slug: string
  readonly state: GuaranteeState
  /** Ceiling in the guarantee currency, for the states value and per_day. */
  readonly value: Rational | null
  /** The option that brings the guarantee; null when the offer always has it. */
  readonly option: "cancellation" | "extreme_sports" | null
}

/** The options that a traveller asked for. */
export interface BoughtOptions {
  readonly cancellation: boolean
  readonly extremeSports: boolean
}

/** The trip's own amounts in an offer's guarantee currency; null when they are not known. */
export interface InsuredAmounts {
  readonly tripPrice: number | null
  readonly studiesAmount: number | null
}

/** The guarantees of an offer for the options bought and the amounts insured. */
export type OfferGuarantees = (
  options: BoughtOptions,
  insured: InsuredAmounts,
) => Readonly<Record<string, Guarantee>>

const notAvailable: Guarantee = Object.freeze({ state: "not_available", value: null })

const isBought = (option: GuaranteeLine["option"], options: BoughtOptions): boolean => {
  if (option === null) return true
  return option === "cancellation" ? options.cancellation : options.extremeSports
}

interface Variant {
  /** Frozen, as quotes share them. */
  readonly fixed: Readonly<Record<string, Guarantee>>
  /** The guarantees whose value echoes an amount of the trip. */
  readonly echoed: ReadonlyArray<{ readonly slug: string; readonly state: GuaranteeState }>
}

const variant = (
  lines: ReadonlyArray<GuaranteeLine>,
  minorUnits: number,
  options: BoughtOptions,
): Variant => {
  const bought = lines.filter((line) => isBought(line.option, options))
  const printed = ({ state, value }: GuaranteeLine): Guarantee =>
    Object.freeze({
      state,
      value: value === null ? null : minorToNumber(rationalToMinor(value, minorUnits), minorUnits),
    })
  return {
    fixed: Object.freeze(
      Object.fromEntries(
        lines.map((line) => [line.slug, bought.includes(line) ? printed(line) : notAvailable]),
      ),
    ),
    echoed: bought.filter(({ state }) => state === "trip_price" || state === "studies_amount"),
  }
}

/**
 * Prepares the guarantees of one offer. A line with an option that was not bought reads
 * not_available; trip_price and studies_amount carry the insured amount; `minorUnits` is the
 * exponent of the guarantee currency.
 *
 * ```ts
 * import { prepareGuarantees } from "../rules/guarantees/offer-guarantees.ts"
 * const cancelTrip = { slug: "cancelTrip", state: "trip_price", value: null, option: "cancellation" } as const
 * const guarantees = prepareGuarantees([cancelTrip], 2)
 * const insured = { tripPrice: 1200, studiesAmount: null }
 * guarantees({ cancellation: true, extremeSports: false }, insured) // => { cancelTrip: { state: "trip_price", value: 1200 } }
 * guarantees({ cancellation: false, extremeSports: false }, insured) // => { cancelTrip: { state: "not_available", value: null } }
 * ```
 */
export const prepareGuarantees = (
  lines: ReadonlyArray<GuaranteeLine>,
  minorUnits: number,
): OfferGuarantees => {
  const prepare = (cancellation: boolean) =>
    memo((extremeSports: boolean) => variant(lines, minorUnits, { cancellation, extremeSports }))
  const [plain, cancelled] = [prepare(false), prepare(true)]
  return (options, insured) => {
    const family = options.cancellation ? cancelled : plain
    const { echoed, fixed } = family(options.extremeSports)
    if (echoed.length === 0) return fixed
    const guarantees: Record<string, Guarantee> = { ...fixed }
    for (const { slug, state } of echoed) {
      const value = state === "trip_price" ? insured.tripPrice : insured.studiesAmount
      guarantees[slug] = { state, value }
    }
    return guarantees
  }
}
