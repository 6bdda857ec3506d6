import { memo, memoFrozen } from "../../core/memory.ts"
import { minorToNumber, rationalToMinor } from "../../core/money/minor.ts"
import type { Rational } from "../../core/money/rational.ts"
import type { Guarantee, GuaranteeState } from "../../core/vocabulary/guarantee.ts"

/** A line of a guarantee table for one offer. */
export interface GuaranteeLine {
  readonly slug: string
  readonly state: GuaranteeState
  /** Ceiling in the guarantee currency, for the states value and per_day. */
  readonly value: Rational | null
  /** The option that brings the guarantee; null when the offer always has it. */
  readonly option: "cancellation" | "extreme_sports" | null
  /** What each claim leaves to the traveller, in the guarantee currency; nothing where nobody says. */
  readonly excess?: Rational | null
}

/** The options that a traveller asked for. */
interface BoughtOptions {
  readonly cancellation: boolean
  readonly extremeSports: boolean
}

/**
 * The trip's own amounts in an offer's guarantee currency: undefined when the trip gives none, null
 * when what it gives is in a currency that cannot be converted.
 */
export interface InsuredAmounts {
  readonly tripPrice: number | null | undefined
  readonly studiesAmount: number | null | undefined
}

/** The guarantees of an offer for the options bought and the amounts insured. */
export type OfferGuarantees = (
  options: BoughtOptions,
  insured: InsuredAmounts,
) => Readonly<Record<string, Guarantee>>

const notAvailable: Guarantee = Object.freeze({ state: "not_available", value: null })

const included: Guarantee = Object.freeze({ state: "included", value: null })

/** The amount that a state repeats; none for most. */
const echoOf: Partial<Record<GuaranteeState, keyof InsuredAmounts>> = {
  trip_price: "tripPrice",
  studies_amount: "studiesAmount",
}

const isBought = (option: GuaranteeLine["option"], options: BoughtOptions): boolean => {
  if (option === null) return true
  return option === "cancellation" ? options.cancellation : options.extremeSports
}

interface Variant {
  /** What is held while the trip gives no amount; frozen, as quotes share them. */
  readonly fixed: Readonly<Record<string, Guarantee>>
  /** The guarantees whose value echoes an amount of the trip. */
  readonly echoed: ReadonlyArray<{
    readonly slug: string
    readonly state: GuaranteeState
    readonly amount: keyof InsuredAmounts
    /** The excess as answers carry it; nothing where none is known. */
    readonly borne: Pick<Guarantee, "excess">
  }>
}

const variant = (
  lines: ReadonlyArray<GuaranteeLine>,
  minorUnits: number,
  options: BoughtOptions,
): Variant => {
  const bought = lines.filter((line) => isBought(line.option, options))
  const amountOf = (value: Rational): number =>
    minorToNumber(rationalToMinor(value, minorUnits), minorUnits)
  const borne = ({ excess, state }: GuaranteeLine): Pick<Guarantee, "excess"> =>
    excess === undefined || excess === null || state === "not_available"
      ? {}
      : { excess: amountOf(excess) }
  const printed = (line: GuaranteeLine): Guarantee => {
    const { state, value } = line
    const shown =
      echoOf[state] === undefined
        ? { state, value: value === null ? null : amountOf(value) }
        : included
    return Object.freeze({ ...shown, ...borne(line) })
  }
  return {
    fixed: Object.freeze(
      Object.fromEntries(
        lines.map((line) => [line.slug, bought.includes(line) ? printed(line) : notAvailable]),
      ),
    ),
    echoed: bought.flatMap((line) => {
      const { slug, state } = line
      const amount = echoOf[state]
      return amount === undefined ? [] : { slug, state, amount, borne: borne(line) }
    }),
  }
}

/**
 * Prepares the guarantees of one offer. A line with an option that was not bought reads
 * not_available; trip_price and studies_amount carry the insured amount, and read included while the
 * trip gives none; `minorUnits` is the exponent of the guarantee currency.
 *
 * ```ts
 * import { prepareGuarantees } from "../rules/guarantees/offer-guarantees.ts"
 * const cancelTrip = { slug: "cancelTrip", state: "trip_price", value: null, option: "cancellation" } as const
 * const guarantees = prepareGuarantees([cancelTrip], 2)
 * const insured = { tripPrice: 1200, studiesAmount: undefined }
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
    let guarantees: Record<string, Guarantee> | undefined
    for (const { amount, borne, slug, state } of echoed) {
      const value = insured[amount]
      if (value === undefined) continue
      guarantees ??= { ...fixed }
      guarantees[slug] = { state, value, ...borne }
    }
    return guarantees ?? fixed
  }
}

/** The guarantees that an offer holds, by slug. */
type Held = Readonly<Record<string, Guarantee>>

/**
 * Prepares what offers hold on a trip within the country of residence: a guarantee for what happens
 * abroad reads not_available there, whichever insurer printed it.
 *
 * ```ts
 * import { prepareAtHome } from "../rules/guarantees/offer-guarantees.ts"
 * const atHome = prepareAtHome(new Set(["hospitalFeesAbroad"]))
 * const delay = { state: "value", value: 150 } as const
 * const held = { hospitalFeesAbroad: { state: "actual_costs", value: null }, transportDelay: delay } as const
 * atHome(held) // => { hospitalFeesAbroad: { state: "not_available", value: null }, transportDelay: delay }
 * ```
 */
export const prepareAtHome = (abroadOnly: ReadonlySet<string>): ((held: Held) => Held) => {
  const shown = (held: Held): Held =>
    Object.freeze(
      Object.fromEntries(
        Object.entries(held).map(([slug, guarantee]) => [
          slug,
          abroadOnly.has(slug) ? notAvailable : guarantee,
        ]),
      ),
    )
  return memoFrozen(shown)
}
