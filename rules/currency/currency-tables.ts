import { settingsBounds } from "../../core/table/bounds.ts"
import * as Column from "../../core/table/column.ts"
import { defineTable, type RowOf } from "../../core/table/definition.ts"
import type { TablesOf } from "../../core/table/load.ts"
import { type CurrencyCode, currencyCodeForm } from "../../core/vocabulary/codes.ts"
import { fresh, nearNeighbours, steady } from "../../core/table/meaning.ts"
import { limitSetting } from "../reference/limits.ts"
import { fixedCodes } from "./fixed-rate-codes.ts"
import { baseCode } from "./rates/document.ts"

const minorUnitsColumn = Column.integer({
  minimum: 0,
  maximum: 4,
  unit: "digits",
  about: "ISO 4217 exponent.",
})

const source = Column.note(Column.text({ about: "Where the figures come from." }))

/** Currencies that prices convert to. */
export const currencies = defineTable({
  file: "currencies.csv",
  bounds: settingsBounds,
  about: "Currencies that prices convert to, with their reference rates and conversion margins.",
  key: ["code"],
  rules: [{ where: { column: "code", is: baseCode }, column: "eur_rate", exactly: "1" }],
  means: [
    steady({
      column: "eur_rate",
      mostBps: limitSetting("rate_jump_max_bps"),
      day: "rate_date",
      mostDays: limitSetting("rate_jump_days_max"),
    }),
    fresh({
      column: "rate_date",
      mostDays: limitSetting("table_rates_days_max"),
      except: { column: "code", words: fixedCodes },
    }),
    nearNeighbours({ column: "margin_bps", per: [], times: 4 }),
  ],
  columns: {
    code: Column.text<CurrencyCode>({ pattern: currencyCodeForm, about: "ISO 4217 code." }),
    name: Column.text({ about: "English name." }),
    minor_units: minorUnitsColumn,
    eur_rate: Column.decimal({
      minimum: "0.000001",
      maximum: "1000000",
      unit: "units per EUR",
      about: "Units of the currency for one euro.",
    }),
    margin_bps: Column.integer({
      minimum: 0,
      maximum: 2000,
      unit: "basis points",
      about: "Margin added when a price is converted into this currency.",
    }),
    rate_date: Column.day({ about: "Day of the rate." }),
    source,
  },
})

/** A row of currencies.csv. */
export type CurrencyRow = RowOf<typeof currencies>

/** The currencies that ISO 4217 has, in which sales may be reported, with their decimals. */
export const isoCurrencies = defineTable({
  file: "reference/minor_units.csv",
  bounds: settingsBounds,
  about:
    "The active currencies of ISO 4217 that have a minor unit, in which sales may be reported beside those of currencies.csv.",
  key: ["code"],
  columns: {
    code: Column.text<CurrencyCode>({ pattern: currencyCodeForm, about: "ISO 4217 code." }),
    minor_units: minorUnitsColumn,
    source,
  },
})

/** The tables of currencies, by the names under which rules read them. */
export type CurrencyTables = TablesOf<{
  readonly currencies: typeof currencies
  readonly isoCurrencies: typeof isoCurrencies
}>
