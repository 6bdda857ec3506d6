import { type TableError, tableError } from "../../core/table/error.ts"
import type { Expectation } from "../../core/table/expectation.ts"
import type { CoachTables } from "./coach-tables.ts"
import type { MarketRow } from "./tables/index.ts"

/**
 * Finds what markets lack that no single table can ask for: a rate of their currency, without which
 * amounts of other cards are told in foreign money, and residents of their own.
 */
export const checkMarkets = (tables: Partial<CoachTables>): ReadonlyArray<TableError> => {
  const { coachMarkets, currencies, otherRates } = tables
  if (!coachMarkets || !currencies || !otherRates) return []
  const lineOf = (row: MarketRow): number => coachMarkets.lineOf(row) ?? 1
  const mistake = (row: MarketRow, column: string, cell: string, expected: Expectation) =>
    tableError(
      { file: coachMarkets.file, line: lineOf(row), character: 1, column, cell },
      { expected },
    )
  const servedBy = new Map<string, MarketRow>()
  return coachMarkets.rows.flatMap((row) => {
    const { currency, residences } = row
    const isRated = currencies.get(currency) ?? otherRates.get(currency)
    const shared = residences.flatMap((residence) => {
      const other = servedBy.get(residence)
      servedBy.set(residence, other ?? row)
      return other === undefined
        ? []
        : [mistake(row, "residences", residence, { _tag: "OwnKey", line: lineOf(other) })]
    })
    const unrated = { _tag: "Existing", column: "code", file: otherRates.file } as const
    return isRated === undefined ? [mistake(row, "currency", currency, unrated), ...shared] : shared
  })
}
