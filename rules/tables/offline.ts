import * as coach from "../coach/tables/index.ts"
import { currencies } from "../currency/currency-tables.ts"
import { countries } from "../reference/countries.ts"
import { places } from "../reference/places.ts"
import { limits } from "../reference/reference-tables.ts"

/** The tables that bilans need, by the name under which the Coach reads them. */
export const offlineDefinitions = { ...coach, countries, currencies, limits, places }

/** The files under data/ that {@link offlineDefinitions} are read from. */
export const offlineTableFiles: ReadonlyArray<string> = Object.values(offlineDefinitions).map(
  ({ file }) => file,
)
