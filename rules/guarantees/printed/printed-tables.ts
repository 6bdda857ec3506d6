import * as Column from "../../../core/table/column.ts"
import { defineDecision } from "../../../core/table/decision.ts"
import { defineTable, type RowOf } from "../../../core/table/definition.ts"
import * as Input from "../../../core/table/input.ts"
import { everyWord } from "../../../core/table/requirement.ts"
import type { CurrencyCode } from "../../../core/vocabulary/codes.ts"
import { guaranteeStates } from "../../../core/vocabulary/guarantee.ts"
import {
  numberSigns,
  printedAmounts,
  printedLanguages,
  printedMeanings,
} from "./printed-vocabulary.ts"
import type { TablesOf } from "../../../core/table/load.ts"
import type { CurrencyTables } from "../../currency/currency-tables.ts"

const languageOrEvery = Column.optional(
  Column.enumeration(printedLanguages, { about: "Language; empty is every language." }),
)

const meaningOfPhrase = {
  about:
    "What the phrase says: ceiling, daily (a ceiling per day), unlimited (actual cost), covered (no published ceiling), ticket (a ticket home), trip (cost of the trip), tuition, excluded.",
}

/** How numbers are written in printed guarantees. */
export const printedNumberFormats = defineTable({
  file: "printed/number_formats.csv",
  about:
    "Ways of writing a number; one that two ways of a language read differently is not read at all.",
  key: ["language", "thousands", "decimal"],
  requires: [
    {
      every: [everyWord("language", printedLanguages)],
      otherwise: "readAsOthers",
    },
  ],
  columns: {
    language: languageOrEvery,
    thousands: Column.enumeration(numberSigns, { about: "Sign between groups of three digits." }),
    decimal: Column.enumeration(numberSigns, { about: "Sign before the decimals." }),
    decimals_max: Column.integer({
      minimum: 0,
      maximum: 4,
      unit: "digits",
      about: "Most decimals; with three, one number could be read in two ways.",
    }),
  },
})

/** A row of printed/number_formats.csv. */
export type NumberFormatRow = RowOf<typeof printedNumberFormats>

/** Words for powers of ten in printed amounts. */
export const printedMagnitudes = defineTable({
  file: "printed/magnitudes.csv",
  about: "Words for powers of ten behind a number, such as million.",
  key: ["language", "word"],
  columns: {
    language: languageOrEvery,
    word: Column.text({ about: "Word as printed; case and accents do not matter." }),
    power: Column.integer({
      minimum: 1,
      maximum: 12,
      unit: "zeros",
      about: "Zeros that it adds to a whole number.",
    }),
    needs_currency: Column.boolean({
      about: "Whether it counts beside a currency only: `4000 m` may be metres.",
    }),
  },
})

/** Signs and words for currencies in printed amounts. */
export const printedCurrencySigns = defineTable({
  file: "printed/currency_signs.csv",
  about:
    "Signs and words for currencies beside their ISO codes; one of several currencies is that of the offer if it is among them.",
  key: ["sign", "currency"],
  columns: {
    sign: Column.text({ about: "Sign or word as printed; case and accents do not matter." }),
    currency: Column.reference<CurrencyCode>("currencies.csv", "code", {
      about: "Currency that it stands for.",
    }),
  },
})

/** What phrases of printed guarantees mean. */
export const printedPhrases = defineTable({
  file: "printed/phrases.csv",
  about:
    "Phrases of printed guarantees, whole lines with # for an amount; a line that is none of them is not read.",
  key: ["language", "phrase"],
  columns: {
    language: languageOrEvery,
    phrase: Column.text({
      about: "Whole line; case, accents, quotes, brackets, stops, commas and colons do not matter.",
    }),
    meaning: Column.enumeration(printedMeanings, meaningOfPhrase),
  },
})

/** Which state a printed guarantee is in. */
export const printedStates = defineDecision({
  file: "printed/states.csv",
  about: "State of a printed guarantee; the amount is the value of value and per_day.",
  hitPolicy: "unique",
  inputs: {
    meaning: Input.enumeration(printedMeanings, { about: "Meaning of the phrase." }),
    amount: Input.enumeration(printedAmounts, { about: "The amount in it: none, zero or more." }),
  },
  outputs: {
    state: Column.enumeration(guaranteeStates, { about: "State of the guarantee." }),
  },
})

/** The tables that printed guarantees are read by, by the names under which rules read them. */
export type PrintedTables = Pick<CurrencyTables, "currencies"> &
  TablesOf<{
    readonly printedNumberFormats: typeof printedNumberFormats
    readonly printedMagnitudes: typeof printedMagnitudes
    readonly printedCurrencySigns: typeof printedCurrencySigns
    readonly printedPhrases: typeof printedPhrases
    readonly printedStates: typeof printedStates
  }>
