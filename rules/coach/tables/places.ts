import * as Column from "../../../core/table/column.ts"
import { defineTable, type RowOf } from "../../../core/table/definition.ts"
import { everyValueOf, everyWord } from "../../../core/table/requirement.ts"
import { certainties, markets, medicalSteps as steps } from "../coach-vocabulary.ts"
import { source, currency } from "./columns.ts"

/** Who is treated where under public schemes. */
export const healthZones = defineTable({
  file: "coach/health_zones.csv",
  about: "Countries where a resident is treated under a public scheme, and how far.",
  key: ["residence", "zone", "member"],
  columns: {
    residence: Column.reference("countries.csv", "code", { about: "Country of residence." }),
    zone: Column.text({ pattern: /^[a-z-]+$/, about: "Scheme or agreement." }),
    member: Column.reference("countries.csv", "code", { about: "Country of treatment." }),
    extent: Column.enumeration(
      ["domestic", "statutory", "statutory_with_form", "urgent_care", "limited"] as const,
      { about: "How far the scheme goes." },
    ),
    certainty: Column.enumeration(certainties, { about: "How sure the fact is." }),
    source,
  },
})

/** The markets that the Coach speaks to. */
export const coachMarkets = defineTable({
  file: "coach/markets.csv",
  about: "Markets: whose residents they serve, and how amounts are printed for them.",
  key: ["market"],
  requires: [
    {
      every: [everyWord("market", markets)],
      otherwise:
        "who asks for it is served as the universal market, and that one in English and EUR",
    },
  ],
  columns: {
    market: Column.enumeration(markets, { about: "Name of the market." }),
    residences: Column.list(
      Column.reference("countries.csv", "code", { about: "Residences it serves by default." }),
    ),
    currency,
    language: Column.enumeration(["fr", "en"], { about: "Language of messages and names." }),
    locale: Column.text({ pattern: /^[a-z]{2}(-[A-Z]{2})?$/, about: "Locale of printed amounts." }),
    name_fr: Column.text({ about: "French name, as it stands in brackets." }),
    name_en: Column.text({ about: "English name, as it stands in brackets." }),
  },
})

/** A row of {@link coachMarkets}. */
export type MarketRow = RowOf<typeof coachMarkets>

/** The medical target by market and step. */
export const medicalSteps = defineTable({
  file: "coach/medical_steps.csv",
  about: "Medical ceiling to aim at, by market and cost step, in the market's currency.",
  key: ["market", "step"],
  requires: [
    {
      every: [everyValueOf("coach/markets.csv", ["market", "currency"]), everyWord("step", steps)],
      otherwise: "the target in this currency is another market's, or 0",
    },
  ],
  columns: {
    market: Column.reference("coach/markets.csv", "market", { about: "Market." }),
    step: Column.enumeration(steps, { about: "zone: inside the health zone; else the cost tier." }),
    amount: Column.integer({ minimum: 1, unit: "units of currency", about: "The target." }),
    currency,
    as_of: Column.day({ about: "Day of the rate behind the amount." }),
    source,
  },
})
