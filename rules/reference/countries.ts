import * as Column from "../../core/table/column.ts"
import { defineTable } from "../../core/table/definition.ts"

/** The cost tiers of health care, cheapest first. */
export const costTiers = ["low", "mid", "high", "top"] as const

const code = /^[A-Z]{2}$/

/** Countries and territories, with what health care costs there. */
export const countries = defineTable({
  file: "countries.csv",
  about: "Countries and territories, with what health care costs there.",
  key: ["code"],
  columns: {
    code: Column.text({ pattern: code, about: "ISO 3166-1 alpha-2 code." }),
    alpha3: Column.text({ pattern: /^[A-Z]{3}$/, about: "ISO 3166-1 alpha-3 code." }),
    name_en: Column.text({ about: "English name." }),
    name_fr: Column.text({ about: "French name." }),
    currency: Column.optional(
      Column.text({ pattern: /^[A-Z]{3}$/, about: "ISO 4217 code of the currency in use." }),
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
