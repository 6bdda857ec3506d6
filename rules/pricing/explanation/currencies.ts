import { nearestNumber } from "../../../core/money/rational.ts"
import { citeRow } from "../../explanation/cite.ts"
import type { Reason } from "../../explanation/explanation.ts"
import type { QuoteCase } from "./quote-case.ts"

/** Cites the reference rate of a currency; a currency without a row is not supported. */
export const rateReason = ({ pieces }: QuoteCase, code: string): Reason => {
  const { currencies } = pieces.tables
  const row = currencies.get(code)
  const says =
    row === undefined
      ? `${code} is not supported`
      : `1 EUR is ${nearestNumber(row.eurRate)} ${code}`
  return citeRow(currencies, row, says, "eur_rate")
}

/** Cites the rates between a currency as sent and another one; none for the same currency. */
export const referenceReasons = (
  quote: QuoteCase,
  code: string,
  target: string,
): ReadonlyArray<Reason> =>
  code === target ? [] : [rateReason(quote, code), rateReason(quote, target)]

/** Cites the digits that amounts of a currency have. */
export const digitsReason = ({ pieces }: QuoteCase, code: string): Reason => {
  const { currencies } = pieces.tables
  const row = currencies.get(code)
  const says = `${code} has ${row?.minorUnits ?? "no"} decimal digits`
  return citeRow(currencies, row, says, "minor_units")
}

/** Cites the margin of conversions into a currency. */
export const marginReason = ({ pieces }: QuoteCase, code: string): Reason => {
  const { currencies } = pieces.tables
  const row = currencies.get(code)
  const says = `converting into ${code} adds ${row?.marginBps ?? 0} basis points`
  return citeRow(currencies, row, says, "margin_bps")
}
