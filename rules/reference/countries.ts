import { memo } from "../../core/memory.ts"
import * as Column from "../../core/table/column.ts"
import { defineTable } from "../../core/table/definition.ts"
import {
  type CountryCode,
  countryCodeForm,
  type CurrencyCode,
  currencyCodeForm,
} from "../../core/vocabulary/codes.ts"

/** The cost tiers of health care, cheapest first. */
const costTiers = ["low", "mid", "high", "top"] as const

/** Countries and territories, with what health care costs there. */
export const countries = defineTable({
  file: "countries.csv",
  about: "Countries and territories, with what health care costs there.",
  key: ["code"],
  columns: {
    code: Column.text<CountryCode>({ pattern: countryCodeForm, about: "ISO 3166-1 alpha-2 code." }),
    alpha3: Column.text({ pattern: /^[A-Z]{3}$/, about: "ISO 3166-1 alpha-3 code." }),
    name_en: Column.text({ about: "English name." }),
    name_fr: Column.text({ about: "French name." }),
    currency: Column.optional(
      Column.text<CurrencyCode>({
        pattern: currencyCodeForm,
        about: "ISO 4217 code of the currency in use.",
      }),
    ),
    region: Column.text({ pattern: /^[a-z_]+$/, about: "Region of the world." }),
    eu: Column.boolean({ about: "Whether it is territory of the European Union." }),
    eea_ch_uk: Column.boolean({ about: "Whether EEA, Swiss or British health rules reach it." }),
    schengen: Column.boolean({ about: "Whether it is in the Schengen area." }),
    health_spend_per_capita_usd: Column.optional(
      Column.integer({
        minimum: 0,
        unit: "USD per head and year",
        about: "Health spending, latest year known.",
      }),
    ),
    cost_tier: Column.optional(
      Column.enumeration(costTiers, {
        about: "What care costs a visitor; empty without data, which counts as top.",
      }),
    ),
    source: Column.note(
      Column.text({ about: "Where the tier, the figure and the names come from." }),
    ),
  },
})

/** Tells whether a country, by its code, is part of the Schengen area; a code of no country is not. */
export type IsSchengen = (code: CountryCode) => boolean

/**
 * Prepares that from the rows of the countries.
 *
 * ```ts
 * import { prepareSchengen } from "../rules/reference/countries.ts"
 *
 * const isSchengen = prepareSchengen([{ code: "FR", schengen: true }, { code: "IE", schengen: false }])
 * isSchengen("FR") // => true
 * isSchengen("ZZ") // => false
 * ```
 */
export const prepareSchengen = (
  countries: ReadonlyArray<{ readonly code: string; readonly schengen: boolean }>,
): IsSchengen => {
  const codes = new Set(countries.flatMap(({ code, schengen }) => (schengen ? code : [])))
  return (code) => codes.has(code)
}

/** Prepares the same from the table of the countries, of which it reads the rows that are asked for. */
export const prepareSchengenByCode = (countries: {
  readonly get: (code: string) => { readonly schengen: boolean } | undefined
}): IsSchengen => memo((code: string) => countries.get(code)?.schengen ?? false)
