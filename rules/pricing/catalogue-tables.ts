import type { TablesOf } from "../../core/table/load.ts"
import type { PrintedTables } from "../guarantees/printed/printed-tables.ts"
import type { CurrencyTables } from "../currency/currency-tables.ts"
import type { FeeTables } from "../fees/handling-fee.ts"
import type { ReferenceTables } from "../reference/reference-tables.ts"
import type * as live from "./tables/catalogue.ts"
import type * as sandbox from "./tables/sandbox.ts"

/** What both catalogues are priced with besides their own tables. */
type SharedTables = Pick<CurrencyTables, "currencies"> &
  Pick<ReferenceTables, "countries" | "guarantees" | "limits"> &
  FeeTables

/** The tables that the sandbox's fictional insurer is priced from. */
export type SandboxTables = TablesOf<typeof sandbox> & SharedTables

/** The tables that the live catalogue is priced from, and its printed guarantees read by. */
export type LiveTables = TablesOf<typeof live> & PrintedTables & SharedTables
