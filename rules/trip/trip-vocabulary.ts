import type { CurrencyTables } from "../currency/currency-tables.ts"
import { limitOf } from "../reference/limits.ts"
import type { ReferenceTables } from "../reference/reference-tables.ts"
import { type InsuredCeiling, prepareInsuredCeilings } from "./insured-ceiling.ts"

/** What a word for an intent reads as. */
export interface TripIntent {
  readonly intent: string
  /** Whether trips of it are annual whatever is sent. */
  readonly forcesAnnual: boolean
}

/** What a trip request is read against, prepared once from the tables. */
export interface TripVocabulary {
  /** Each accepted intent by the word that a request may send, aliases included. */
  readonly intents: ReadonlyMap<string, TripIntent>
  readonly languages: ReadonlySet<string>
  readonly usStates: ReadonlySet<string>
  readonly travellersMax: number
  readonly ageMaxYears: number
  readonly destinationsMax: number
  /** The ceiling of what may be insured in a currency; undefined for one that has none. */
  readonly insuredCeiling: (currency: string) => InsuredCeiling | undefined
}

/** Prepares the vocabulary of trips from the tables. */
export const prepareTripVocabulary = (
  tables: Pick<ReferenceTables, "intents" | "languages" | "usStates" | "limits"> &
    Pick<CurrencyTables, "currencies">,
): TripVocabulary => ({
  intents: new Map(
    tables.intents.rows.map((row) => {
      const target = row.aliasOf === null ? row : (tables.intents.get(row.aliasOf) ?? row)
      return [row.intent, { intent: target.intent, forcesAnnual: target.forcesAnnual }]
    }),
  ),
  languages: new Set(tables.languages.rows.map((row) => row.language)),
  usStates: new Set(tables.usStates.rows.map((row) => row.state)),
  travellersMax: limitOf(tables, "travellers_max"),
  ageMaxYears: limitOf(tables, "traveller_age_max"),
  destinationsMax: limitOf(tables, "destinations_max"),
  insuredCeiling: prepareInsuredCeilings(
    limitOf(tables, "insured_amount_max"),
    tables.currencies.rows,
  ),
})
