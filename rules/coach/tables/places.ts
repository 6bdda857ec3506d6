import * as Column from "../../../core/table/column.ts"
import { defineTable, type RowOf } from "../../../core/table/definition.ts"
import { nearNeighbours, neverFalls } from "../../../core/table/meaning.ts"
import { everyValueOf, everyWord } from "../../../core/table/requirement.ts"
import {
  certainties,
  homePlans,
  medicalSteps as steps,
  placeExtents,
  universalMarket,
} from "../coach-vocabulary.ts"
import {
  type CountryCode,
  type CurrencyCode,
  currencyCodeForm,
} from "../../../core/vocabulary/codes.ts"
import { source, currency } from "./columns.ts"

/** Who is treated where under public schemes. */
export const healthZones = defineTable({
  file: "coach/health_zones.csv",
  about: "Countries where a resident is treated under a public scheme, and how far.",
  key: ["residence", "zone", "member"],
  columns: {
    residence: Column.reference<CountryCode>("countries.csv", "code", {
      about: "Country of residence.",
    }),
    zone: Column.text({ pattern: /^[a-z-]+$/, about: "Scheme or agreement." }),
    member: Column.reference<CountryCode>("countries.csv", "code", {
      about: "Country of treatment.",
    }),
    extent: Column.enumeration(
      ["domestic", "statutory", "statutory_with_form", "urgent_care", "limited"] as const,
      { about: "How far the scheme goes." },
    ),
    certainty: Column.enumeration(certainties, { about: "How sure the fact is." }),
    source,
  },
})

/** Who pays for care inside one's own country. */
export const domestic = defineTable({
  file: "coach/domestic.csv",
  about: "Who pays for care when a resident travels inside the own country, and how far.",
  key: ["residence"],
  requires: [
    {
      every: [everyValueOf("countries.csv", ["residence"], ["code"])],
      otherwise: "abroadAtHome",
    },
  ],
  columns: {
    residence: Column.reference<CountryCode>("countries.csv", "code", {
      about: "Country of residence.",
    }),
    extent: Column.enumeration(placeExtents, {
      about: "Whether the usual cover holds all over it, or in its network or in part only.",
    }),
    plan: Column.enumeration(homePlans, {
      about: "A public or compulsory plan, one's own health plan, or one's province.",
    }),
    note: Column.note(Column.optional(Column.text({ about: "What is known of it." }))),
    certainty: Column.enumeration(certainties, { about: "How sure the fact is." }),
    source,
  },
})

/** Where the usual cover holds beyond one's own country. */
export const territories = defineTable({
  file: "coach/territories.csv",
  about: "Territories where the usual cover of a residence holds as it does at home.",
  key: ["residence", "territory"],
  columns: {
    residence: Column.reference<CountryCode>("countries.csv", "code", {
      about: "Country of residence.",
    }),
    territory: Column.reference<CountryCode>("countries.csv", "code", {
      about: "Where it holds too.",
    }),
    extent: Column.enumeration(placeExtents, {
      about: "Whether it holds there as a whole, or with a form, in a network or in part only.",
    }),
    certainty: Column.enumeration(certainties, { about: "How sure the fact is." }),
    source,
  },
})

/** Which sports a destination has. */
export const destinationSports = defineTable({
  file: "coach/destination_sports.csv",
  about: "Which sports people go to a country for, as far as snow and sea decide it.",
  key: ["country"],
  requires: [
    {
      every: [everyValueOf("countries.csv", ["country"], ["code"])],
      otherwise: "sportsUnknown",
    },
  ],
  columns: {
    country: Column.reference<CountryCode>("countries.csv", "code", { about: "Destination." }),
    snow: Column.boolean({ about: "Whether people ski there, in the open." }),
    sea: Column.boolean({ about: "Whether it has a coast on a sea, where people dive." }),
    source,
  },
})

/** Whose travel advice residents of a territory follow. */
export const advisingGovernments = defineTable({
  file: "coach/advising_governments.csv",
  about: "Residences that another country's government advises on travel; all others by their own.",
  key: ["residence"],
  columns: {
    residence: Column.reference<CountryCode>("countries.csv", "code", {
      about: "Country of residence.",
    }),
    government: Column.reference<CountryCode>("countries.csv", "code", {
      about: "Country whose government advises its residents.",
    }),
    source,
  },
})

/** Rates of currencies of markets that prices are not converted to. */
export const otherRates = defineTable({
  file: "coach/other_rates.csv",
  about: "Rates of markets' currencies that currencies.csv has none of; amounts of cards alone.",
  key: ["code"],
  columns: {
    code: Column.text<CurrencyCode>({ pattern: currencyCodeForm, about: "ISO 4217 code." }),
    eur_rate: Column.decimal({
      minimum: "0.000001",
      maximum: "1000000",
      unit: "units per EUR",
      about: "Units of the currency for one euro.",
    }),
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
      every: [everyWord("market", [universalMarket])],
      otherwise: "inEnglishAndEuros",
    },
  ],
  columns: {
    market: Column.text({
      pattern: /^[a-z]{2,20}$/,
      about: "Name of the market, as requests, answers and the package's entries have it.",
    }),
    residences: Column.list(
      Column.reference<CountryCode>("countries.csv", "code", {
        about: "Residences it serves by default.",
      }),
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
      otherwise: "targetOfOther",
    },
  ],
  means: [
    neverFalls({ sum: ["amount"], over: "step", order: steps }),
    nearNeighbours({ column: "amount", per: ["step"], times: 5 }),
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
