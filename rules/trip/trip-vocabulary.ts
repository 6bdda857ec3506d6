import { minorToDecimal, minorToNumber } from "../../core/money/minor.ts"
import { multiply, powerOfTen, type Rational, roundDown } from "../../core/money/rational.ts"
import type { CurrencyCode } from "../../core/vocabulary/codes.ts"
import type { GuaranteeState } from "../../core/vocabulary/guarantee.ts"
import type { CurrencyTables } from "../currency/currency-tables.ts"
import { limitOf } from "../reference/limits.ts"
import type { ReferenceTables } from "../reference/reference-tables.ts"

/** The currency of a trip and of a sale that name none. */
export const defaultCurrency = "EUR"

/** The language of a request that names none. */
export const defaultLanguage = "en"

/** The words that requests may use and answers do, as `GET /travel/meta` tells them. */
export interface MetaVocabulary {
  readonly trip: {
    readonly intents: ReadonlyArray<string>
    readonly languages: ReadonlyArray<string>
    readonly usStates: ReadonlyArray<string>
    readonly maxTravellers: number
    readonly maxDestinations: number
    readonly notes: ReadonlyArray<string>
  }
  readonly guarantees: ReadonlyArray<{
    readonly slug: string
    readonly label: string
    readonly group: string
  }>
  readonly states: ReadonlyArray<{ readonly state: GuaranteeState; readonly meaning: string }>
}

/** The tables that it is read from. */
type VocabularyTables = Pick<
  ReferenceTables,
  | "guarantees"
  | "guaranteeStateMeanings"
  | "intents"
  | "languages"
  | "limits"
  | "tripNotes"
  | "usStates"
>

/** The vocabulary of a set of tables. */
export const metaVocabulary = (tables: VocabularyTables): MetaVocabulary => ({
  trip: {
    intents: tables.intents.rows.flatMap((row) => (row.aliasOf === null ? [row.intent] : [])),
    languages: tables.languages.rows.map((row) => row.language),
    usStates: tables.usStates.rows.map((row) => row.state),
    maxTravellers: limitOf(tables, "travellers_max"),
    maxDestinations: limitOf(tables, "destinations_max"),
    notes: tables.tripNotes.rows.map((row) => row.note),
  },
  guarantees: tables.guarantees.rows.map(({ group, label, slug }) => ({ slug, label, group })),
  states: tables.guaranteeStateMeanings.rows.map(({ meaning, state }) => ({ state, meaning })),
})

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
  readonly insuredCeiling: (currency: CurrencyCode) => InsuredCeiling | undefined
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

/** The highest amount that may be insured, in the currency of a trip. */
interface InsuredCeiling {
  /** An amount of the currency, with its decimals; it still passes. */
  readonly amountMax: number
  /** The ceiling as a caller reads it. */
  readonly rule: string
}

/** What a ceiling needs of a currency: a row of currencies.csv has it. */
interface CeilingCurrency {
  readonly code: string
  readonly minorUnits: number
  /** Units of the currency for one euro. */
  readonly eurRate: Rational
}

const ceilingIn = (eurosMax: number, { code, eurRate, minorUnits }: CeilingCurrency) => {
  const minorPerUnit = { numerator: powerOfTen(minorUnits), denominator: 1n }
  const euros = { numerator: BigInt(eurosMax), denominator: 1n }
  const amountMinorMax = roundDown(multiply(multiply(euros, eurRate), minorPerUnit))
  const inEuros = `${eurosMax} EUR`
  return {
    amountMax: minorToNumber(amountMinorMax, minorUnits),
    rule:
      code === "EUR"
        ? `at most ${inEuros}`
        : `at most ${minorToDecimal(amountMinorMax, minorUnits)} ${code}, which is ${inEuros}`,
  }
}

/**
 * Prepares the ceilings of tripPrice and studiesAmount: an amount in euros at the tables' rates,
 * whatever the rates of the day, rounded down to the minor unit. A currency that no table knows has
 * none: nobody can say what an amount of it is worth, nothing is priced by it, and such a currency
 * does not fail a call.
 *
 * ```ts
 * import { prepareInsuredCeilings } from "../rules/trip/trip-vocabulary.ts"
 *
 * const yen = { code: "JPY", minorUnits: 0, eurRate: { numerator: 3579n, denominator: 20n } }
 * const ceilingOf = prepareInsuredCeilings(1_000_000, [yen])
 * ceilingOf("JPY") // => { amountMax: 178950000, rule: "at most 178950000 JPY, which is 1000000 EUR" }
 * ceilingOf("XAF") // => undefined
 * ```
 */
export const prepareInsuredCeilings = (
  eurosMax: number,
  currencies: ReadonlyArray<CeilingCurrency>,
): ((currency: CurrencyCode) => InsuredCeiling | undefined) => {
  const byCode = new Map(currencies.map((row) => [row.code, ceilingIn(eurosMax, row)]))
  return (currency) => byCode.get(currency)
}
