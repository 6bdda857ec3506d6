import type { CurrencyRow } from "../currency-tables.ts"
import type { AcceptedRates } from "./accepted.ts"
import { baseCode } from "./document.ts"

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
