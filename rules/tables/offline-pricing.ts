import type { TablesOf } from "../../core/table/load.ts"
import * as money from "../currency/currency-tables.ts"
import { fees } from "../fees/handling-fee.ts"
import * as printed from "../guarantees/printed/printed-tables.ts"
import { quoteKeys, travellerDefinitions } from "../messages/travellers/traveller-tables.ts"
import * as catalogue from "../pricing/tables/catalogue.ts"
import * as sandbox from "../pricing/tables/sandbox.ts"
import { countries } from "../reference/countries.ts"
import * as reference from "../reference/reference-tables.ts"

/** Texts and names of pages, which no quote shows. */
const ofPages = [
  "travellerComparator",
  "travellerFunnel",
  "travellerWidget",
  "travellerDisclosures",
  "travellerTrust",
  "countryNames",
  "neighbours",
]

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

/** Whether quotes show the text of a row, by its file and its key; pages alone show the others. */
export const isQuoted = (file: string, key: RowKey): boolean => ofQuotes.get(file)?.(key) ?? true

/** The first cells of a row. */
type RowKey = ReadonlyArray<string | undefined>

const { travellerGuarantees, travellerIntents, travellerOffers } = travellerDefinitions

const ofQuotes: ReadonlyMap<string, (key: RowKey) => boolean> = new Map([
  [travellerOffers.file, ([text]: RowKey) => quoteKeys.some((each) => each === text)],
  // What a guarantee is, and an example of it, stand beside its names.
  [travellerGuarantees.file, ([, form]: RowKey) => form === "name" || form === "short"],
  [travellerIntents.file, () => false],
])
