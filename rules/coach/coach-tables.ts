import type { TablesOf } from "../../core/table/load.ts"
import type * as coach from "./tables/index.ts"
import type * as money from "../currency/currency-tables.ts"
import type * as countries from "../reference/countries.ts"
import type * as places from "../reference/places.ts"
import type * as reference from "../reference/reference-tables.ts"

/** The tables that the Coach reads. */
export type CoachTables = TablesOf<typeof coach> &
  TablesOf<Pick<typeof countries, "countries">> &
  TablesOf<Pick<typeof places, "places">> &
  TablesOf<Pick<typeof money, "currencies">> &
  TablesOf<Pick<typeof reference, "limits">>
