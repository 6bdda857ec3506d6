import { nearestNumber } from "../../../core/money/rational.ts"
import { citeRow } from "../../explanation/cite.ts"
import type { Reason } from "../../explanation/explanation.ts"
import type { CurrencyRow } from "../../tables/money.ts"
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
  target: CurrencyRow,
): ReadonlyArray<Reason> =>
  code === target.code ? [] : [rateReason(quote, code), rateReason(quote, target.code)]

/** Cites the digits that amounts of a currency have. */
export const digitsReason = ({ pieces }: QuoteCase, row: CurrencyRow): Reason =>
  citeRow(
    pieces.tables.currencies,
    row,
    `${row.code} has ${row.minorUnits} decimal digits`,
    "minor_units",
  )

/** Cites the margin of conversions into a currency. */
export const marginReason = ({ pieces }: QuoteCase, row: CurrencyRow): Reason =>
  citeRow(
    pieces.tables.currencies,
    row,
    `converting into ${row.code} adds ${row.marginBps} basis points`,
    "margin_bps",
  )
