import type { TablesOf } from "../../core/table/load.ts"
import * as money from "../currency/currency-tables.ts"
import { fees } from "../fees/handling-fee.ts"
import * as printed from "../guarantees/printed/printed-tables.ts"
import { travellerDefinitions } from "../messages/travellers/traveller-tables.ts"
import * as catalogue from "../pricing/tables/catalogue.ts"
import * as sandbox from "../pricing/tables/sandbox.ts"
import { countries } from "../reference/countries.ts"
import * as reference from "../reference/reference-tables.ts"

/** Texts of pages, which no quote shows. */
const ofPages = ["travellerComparator", "travellerFunnel", "travellerWidget"]

/** The tables that offline quotes and the vocabulary of trips are made of. */
export const offlinePricingDefinitions = {
  ...reference,
  countries,
  ...money,
  fees,
  ...sandbox,
  ...catalogue,
  ...printed,
  ...travellerDefinitions,
}

/** Those tables, typed and compiled. */
export type OfflinePricingTables = TablesOf<typeof offlinePricingDefinitions>

/** The files under data/ that they are read from; those of texts that no quote shows are left out. */
export const offlinePricingFiles: ReadonlyArray<string> = Object.entries(offlinePricingDefinitions)
  .filter(([name]) => !ofPages.includes(name))
  .map(([, { file }]) => file)
