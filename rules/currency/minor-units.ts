import type { CurrencyCode } from "../../core/vocabulary/codes.ts"
import type { CurrencyTables } from "./currency-tables.ts"

/** The decimals of a currency by its code; undefined for a code in which nothing can be sold. */
export type MinorUnitsOf = (currency: CurrencyCode) => number | undefined

/**
 * The decimals of currencies by their codes: those of currencies.csv, which the contract lists, else
 * those of the active currencies of ISO 4217 in reference/minor_units.csv. Codes without a minor unit
 * (`XXX`, gold) and codes of no such list (`BTC`) have none.
 */
export const minorUnitsOf =
  (tables: CurrencyTables): MinorUnitsOf =>
  (currency) =>
    (tables.currencies.get(currency) ?? tables.isoCurrencies.get(currency))?.minorUnits
