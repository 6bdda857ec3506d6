import type { TablesOf } from "../../core/table/load.ts"
import type * as tables from "./tables.ts"

/** The tables of currencies, by the names under which rules read them. */
export type CurrencyTables = TablesOf<Pick<typeof tables, "currencies" | "isoCurrencies">>
