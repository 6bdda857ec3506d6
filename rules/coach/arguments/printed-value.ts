import type { BilanSituation } from "../bilan-situation.ts"
import { bilanMoney } from "../text/bilan-money.ts"
import type { RawMeasure, RawMoney, RawValue, VarValue } from "../argument-variables.ts"

/** A value for a text, and what it was printed from, where it was. */
export interface PrintedValue {
  readonly text: VarValue
  readonly raw?: RawValue
}

/** A code or another value that is not printed. */
export const plain = (text: VarValue): PrintedValue => ({ text })

/** A truth value, as texts choose by it. */
export const truth = (value: boolean): PrintedValue => ({ text: String(value) })

type MoneyPrinter = Pick<BilanSituation, "moneyText">

/** An amount of money. */
export const money = (
  { moneyText }: MoneyPrinter,
  value: number,
  currency: string,
): PrintedValue => ({
  text: moneyText(value, currency),
  raw: { value, currency },
})

/** An amount in the card's currency, as `bilan` tells it. */
export const cardMoney = (
  situation: BilanSituation,
  amountOfCard: number,
): { readonly said: PrintedValue; readonly value: number; readonly converted: boolean } => {
  const { amount, converted, currency } = bilanMoney(situation, amountOfCard)
  return { said: money(situation, amount, currency), value: amount, converted }
}

/** A measure. */
export const measure = (
  { measureText }: Pick<BilanSituation, "measureText">,
  value: number,
  unit: RawMeasure["unit"],
): PrintedValue => ({ text: measureText(value, unit), raw: { value, unit } })

/** Prints money or a measure. */
export const printed = (situation: BilanSituation, raw: RawMoney | RawMeasure): string =>
  "currency" in raw
    ? situation.moneyText(raw.value, raw.currency)
    : situation.measureText(raw.value, raw.unit)
