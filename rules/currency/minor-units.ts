import type { CurrencyTables } from "./currency-tables.ts"

/** The exponent of most currencies, and of a code that no table knows: its amounts have cents. */
const usualMinorUnits = 2

/**
 * The decimals of any currency by its code: those of currencies.csv, else of
 * reference/minor_units.csv, else 2, so that sales in a currency of which nothing is known can be
 * booked as they are.
 */
export const minorUnitsOf =
  (tables: CurrencyTables) =>
  (currency: string): number =>
    (tables.currencies.get(currency) ?? tables.otherMinorUnits.get(currency))?.minorUnits ??
    usualMinorUnits
