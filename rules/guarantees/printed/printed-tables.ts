import type { TablesOf } from "../../../core/table/load.ts"
import type { CurrencyTables } from "../../currency/currency-tables.ts"
import type * as tables from "./tables.ts"

/** The tables that printed guarantees are read by. */
export type PrintedTables = TablesOf<typeof tables> & Pick<CurrencyTables, "currencies">
