import { settingsBounds } from "../../core/table/bounds.ts"
import * as Column from "../../core/table/column.ts"
import { defineDecision } from "../../core/table/decision.ts"
import { defineTable, type RowOf } from "../../core/table/definition.ts"
import * as Input from "../../core/table/input.ts"
import type { TablesOf } from "../../core/table/load.ts"
import { everyWord } from "../../core/table/requirement.ts"
import type { CountryCode, CurrencyCode } from "../../core/vocabulary/codes.ts"
import { tripInputs, youngestAge } from "../pricing/tables/offer-columns.ts"
import { pricingZones } from "../pricing/zone.ts"

/** The name of a bound of prices. */
export type PriceBoundName = (typeof priceBoundNames)[number]

/** What prices are held to beside each other. */
const priceBoundNames = [
  "adult_age",
  "group_share_min_bps",
  "head_trip_price_max_bps",
  "head_ceiling_day_max_ppm",
  "head_flat_max",
  "older_age",
  "older_times_max",
  "boundless_ceiling",
] as const

/** What composed prices are held to. */
export const priceBounds = defineTable({
  file: "reference/price_bounds.csv",
  bounds: settingsBounds,
  about: "What composed prices are held to by `tables check`, each with its unit and reason.",
  key: ["name"],
  requires: [{ every: [everyWord("name", priceBoundNames)], otherwise: "nothingHeldTo" }],
  columns: {
    name: Column.enumeration(priceBoundNames, { about: "Name of the bound." }),
    value: Column.integer({ minimum: 0, about: "The bound itself; it still passes." }),
    unit: Column.text({ about: "What the value counts." }),
    reason: Column.note(Column.text({ about: "Why the bound lies there." })),
  },
})

/** The tables that prices are held to. */
export type PriceBoundTables = TablesOf<{ readonly priceBounds: typeof priceBounds }>

/**
 * What prices promise from a trip to its neighbour: the cheapest offer never costs less for a traveller, a
 * day, an option, a year of an adult's age or a euro of insured price more; and of two offers for one trip the one
 * that holds as much of everything, and more of something, never costs less.
 */
export const priceLawWords = [
  "traveller",
  "day",
  "cancellation",
  "extreme_sports",
  "age",
  "trip_price",
  "cover",
] as const

/** A law of neighbouring prices. */
export type PriceLawWord = (typeof priceLawWords)[number]

/** The catalogues that laws are held to, each by itself. */
export const lawCatalogues = ["live", "sandbox"] as const

/** A catalogue as laws name it. */
export type LawCatalogue = (typeof lawCatalogues)[number]

const days = (about: string) => Column.integer({ minimum: 1, maximum: 1100, unit: "days", about })

const intent = Column.reference("reference/intents.csv", "intent", { about: "Trip type." })

const cancellation = Column.boolean({ about: "Whether cancellation cover is asked for." })

const annual = Column.boolean({ about: "Whether a cover for the year is asked for." })

/** Neighbours that may cost less all the same. */
export const priceExceptions = defineDecision({
  file: "reference/price_exceptions.csv",
  about:
    "Where a law of neighbouring prices does not hold, and why. Conditions are of the trip with more: a traveller, a day, an option, a year of age or a euro more.",
  hitPolicy: "collect",
  inputs: {
    law: Input.enumeration(priceLawWords, { about: "The law that does not hold." }),
    catalogue: Input.enumeration(lawCatalogues, { about: "The catalogue in which it does not." }),
    intent: tripInputs.intent,
    residence_zone: Input.enumeration(pricingZones, { about: "Zone of the residence." }),
    zone: tripInputs.zone,
    days: tripInputs.days,
    travellers: tripInputs.travellers,
    youngest_age: youngestAge,
    oldest_age: tripInputs.oldest_age,
    oldest_age_before: Input.integer({
      minimum: 0,
      maximum: 120,
      unit: "years",
      about: "Age of the oldest traveller of the trip with less.",
    }),
    price_told_before: Input.boolean({
      about: "Whether the trip with less tells what is insured.",
    }),
    annual: tripInputs.annual,
    cancellation: tripInputs.cancellation,
    extreme_sports: tripInputs.extreme_sports,
  },
  outputs: {
    reason: Column.text({ about: "Why the trip with more may cost less there." }),
  },
})

/** The table of exceptions. */
export type PriceExceptionTables = TablesOf<{ readonly priceExceptions: typeof priceExceptions }>

const country = (about: string) => Column.reference<CountryCode>("countries.csv", "code", { about })

const ages = (about: string) =>
  Column.list(Column.integer({ minimum: 0, maximum: 120, unit: "years", about }))

const currency = Column.reference<CurrencyCode>("currencies.csv", "code", {
  about: "Currency of the amounts.",
})

const tripPrice = Column.optional(
  Column.integer({ minimum: 1, unit: "currency", about: "Price of the whole trip." }),
)

const confidence = Column.enumeration(["high", "medium", "low"], {
  about: "How sure the figure is.",
})

const source = Column.note(Column.text({ about: "The pages that it was read on." }))

/** Premiums that others have published, each with the trip that it was for. */
export const publishedPrices = defineTable({
  file: "corpus/published_prices.csv",
  about: "Premiums that insurers and comparisons publish, each with the trip that it is for.",
  key: ["id"],
  columns: {
    id: Column.integer({ minimum: 1, about: "Number of the price." }),
    publisher: Column.text({ about: "The insurer, or whose average it is." }),
    product: Column.text({ about: "The product in our own words." }),
    kind: Column.enumeration(["insurer", "market"], {
      about: "Whether one insurer asks it, or it is an average or an end of the market.",
    }),
    intent,
    residence: country("Country of residence."),
    destination: country("Destination."),
    days: days("Days of cover, both ends counted."),
    ages: ages("Age of each traveller."),
    trip_price: tripPrice,
    cancellation,
    annual,
    currency,
    premium: Column.decimal({
      minimum: "0.01",
      maximum: "100000",
      unit: "currency",
      about: "The premium as published.",
    }),
    year: Column.optional(
      Column.text({ pattern: /^\d{4}\??$/, about: "Year of the price; empty where undated." }),
    ),
    confidence,
    source,
    chosen: Column.optional(
      Column.note(Column.text({ about: "What the page leaves open, and what was taken for it." })),
    ),
  },
})

/** What a published ratio is about. */
const ratioSubjects = ["age", "duration", "zone", "plan", "cancellation", "party"] as const

const planRank = (about: string) =>
  Column.optional(Column.integer({ minimum: 1, maximum: 9, about }))

/** How published prices change from one trip to another. */
export const publishedRatios = defineTable({
  file: "corpus/published_ratios.csv",
  about: "How published prices change from one trip to another, from the lowest to the highest.",
  key: ["ratio"],
  columns: {
    ratio: Column.text({ pattern: /^[a-z][a-z0-9_]*$/, about: "Name of the ratio." }),
    subject: Column.enumeration(ratioSubjects, {
      about: "What changes; for cancellation it is per cent of the trip price, else times.",
    }),
    about: Column.text({ about: "What is set against what, and what was found." }),
    intent,
    residence: country("Country of residence."),
    destination_before: country("Destination that it is set against."),
    destination: country("Destination."),
    days_before: days("Days of cover that it is set against."),
    days: days("Days of cover."),
    ages_before: ages("Ages of the party that it is set against."),
    ages: ages("Age of each traveller."),
    plan_rank_before: planRank("Rank of the plan that it is set against."),
    plan_rank: planRank("Rank of the plan; empty where offers are set against themselves."),
    cancellation,
    annual,
    trip_price: tripPrice,
    currency,
    low: Column.decimal({ minimum: "0", maximum: "1000", about: "Lowest published." }),
    high: Column.decimal({ minimum: "0", maximum: "1000", about: "Highest published." }),
    years: Column.optional(Column.text({ about: "Years of the prices; empty where undated." })),
    confidence,
    source,
  },
})

/** A published price. */
export type PublishedPrice = RowOf<typeof publishedPrices>

/** A published ratio. */
export type PublishedRatio = RowOf<typeof publishedRatios>

/** What others have published. */
export type PublishedTables = TablesOf<{
  readonly publishedPrices: typeof publishedPrices
  readonly publishedRatios: typeof publishedRatios
}>
