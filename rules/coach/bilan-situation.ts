import { memo } from "../../core/memory.ts"
import type { Rational } from "../../core/money/rational.ts"
import type { ResolvedCard } from "./card/resolve-card.ts"
import type { CoachTables } from "./coach-tables.ts"
import type { Market, MedicalStep, PlaceSports } from "./coach-vocabulary.ts"
import type { CardReading } from "./covers/gaps.ts"
import type { Demands } from "./formalities.ts"
import type { TripFlags } from "./request.ts"
import type { AmountText, MeasureText } from "./printed-figures.ts"
import type { TravelWarning } from "./travel-warning.ts"
import type { TripReach } from "./trip-reach.ts"
import type { ZoneScheme } from "./market.ts"
import type { Wording } from "./wording.ts"
import type { ConvertibleCurrency } from "../currency/convert.ts"
import { referenceAmount } from "../currency/exchange-rates.ts"
import { powerOfTen } from "../../core/money/rational.ts"

/** Everything that arguments, headline and social proof are chosen by. */
export interface BilanSituation extends CardReading {
  readonly card: ResolvedCard
  readonly trip: TripFlags
  readonly market: Market
  readonly step: MedicalStep
  readonly reach: TripReach
  /** The gravest advice against travel to a destination; null where none is known. */
  readonly travelWarning: TravelWarning | null
  /** What the destinations ask for; null when formalities are not available. */
  readonly formalities: Demands | null
  /** The medical target in the card's currency. */
  readonly targetValue: number
  /** The currency of the market, in which the bilan speaks. */
  readonly marketCurrency: string
  /** Converts amounts of the card; ask `bilanMoney`. */
  readonly inMarket: InMarket
  /** What is recommended of a guarantee in the market's currency; null where no amount is. */
  readonly marketNeed: (slug: string) => number | null
  /** Prints amounts of the card, in the market's currency. */
  readonly amountText: AmountText
  /** Prints an amount of any currency. */
  readonly moneyText: (amount: number, currency: string) => string
  readonly measureText: MeasureText
  /** Names and lists things in the language of the answer. */
  readonly wording: Wording
  /** Whether the answer shows facts alone: its texts recommend nothing, and nothing is to be sold. */
  readonly factsOnly: boolean
  /** The day of the call, `YYYY-MM-DD`; undefined where nobody tells it. */
  readonly today: string | undefined
  /** The medical target as printed, in the market's currency. */
  readonly target: string
  /** Whether it is known what care costs at the destination. */
  readonly costKnown: boolean
  /** What opens public care at the destination, if it is in the health zone. */
  readonly scheme: ZoneScheme
  /** What the destinations have for sports that covers leave out. */
  readonly sports: PlaceSports
  readonly destination: string
  readonly destinationName: string
  /** The name of a country in the language of the market; its code where it has none. */
  readonly countryName: (code: string) => string
}

/** Converts an amount of one currency into another; undefined where a rate is missing. */
export type InMarket = (amount: number, from: string, to: string) => number | undefined

/**
 * Prepares conversion at the tables' rates: exact, without margin, then rounded down to two figures, so
 * that no answer shows more cover than there is.
 */
export const prepareInMarket = (
  tables: Pick<CoachTables, "currencies" | "otherRates">,
): InMarket => {
  const currencyOf = memo(currencyIn(tables))
  const between = memo((from: string) =>
    memo((to: string) =>
      memo((value: number) => {
        const target = currencyOf(to)
        const exact =
          target === undefined
            ? undefined
            : referenceAmount({ value, currency: from }, target, currencyOf)
        return exact === undefined ? undefined : downToTwoFigures(exact)
      }),
    ),
  )
  return (amount, from, to) => between(from)(to)(amount)
}

/**
 * An amount of the card as the bilan tells it: in the market's currency. Where no rate is known it
 * stays in the card's own, and says so.
 *
 * ```ts
 * import { bilanMoney } from "../rules/coach/bilan-situation.ts"
 *
 * const inMarket = (amount: number) => amount * 2
 * const of = (card: string, marketCurrency: string) =>
 *   ({ card: { product: { currency: card } }, marketCurrency, inMarket })
 * bilanMoney(of("EUR", "EUR"), 300) // => { amount: 300, currency: "EUR", converted: false }
 * bilanMoney(of("EUR", "USD"), 300) // => { amount: 600, currency: "USD", converted: true }
 * ```
 */
export const bilanMoney = (
  {
    card,
    inMarket,
    marketCurrency,
  }: Pick<BilanSituation, "inMarket" | "marketCurrency"> & {
    readonly card: { readonly product: { readonly currency: string } }
  },
  amountOfCard: number,
): BilanMoney => {
  const { currency } = card.product
  const amount =
    currency === marketCurrency ? undefined : inMarket(amountOfCard, currency, marketCurrency)
  return amount === undefined
    ? { amount: amountOfCard, currency, converted: false }
    : { amount, currency: marketCurrency, converted: true }
}

/**
 * A positive amount rounded down to a whole number of two significant figures, so that what is told
 * of a converted amount is never more than there is.
 *
 * ```ts
 * import { fromInteger } from "../core/money/rational.ts"
 * import { downToTwoFigures } from "../rules/coach/bilan-situation.ts"
 *
 * downToTwoFigures(fromInteger(176091n)) // => 170000
 * downToTwoFigures({ numerator: 1099n, denominator: 10n }) // => 100
 * downToTwoFigures({ numerator: 999n, denominator: 100n }) // => 9
 * ```
 */
export const downToTwoFigures = ({ denominator, numerator }: Rational): number => {
  const whole = numerator / denominator
  const spare = whole.toString().length - 2
  if (spare <= 0) return Number(whole)
  const unit = powerOfTen(spare)
  return Number((whole / unit) * unit)
}

/** The rates of currencies.csv, and those of markets' currencies that it has none of. */
const currencyIn =
  ({ currencies, otherRates }: Pick<CoachTables, "currencies" | "otherRates">) =>
  (code: string): ConvertibleCurrency | undefined => {
    const listed = currencies.get(code)
    if (listed !== undefined) return listed
    const other = otherRates.get(code)
    return other === undefined ? undefined : { ...other, minorUnits: 2, marginBps: 0 }
  }

/** An amount as a bilan tells it. */
interface BilanMoney {
  readonly amount: number
  readonly currency: string
  /** Whether it was converted, so that texts say "about". */
  readonly converted: boolean
}
