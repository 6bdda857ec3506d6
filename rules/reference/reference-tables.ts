import type { TablesOf } from "../../core/table/load.ts"
import type * as places from "./countries.ts"
import type * as tables from "./tables.ts"

/** The tables that every domain may read: intents, languages, states, guarantees, limits, countries. */
export type ReferenceTables = TablesOf<typeof tables> & TablesOf<Pick<typeof places, "countries">>
