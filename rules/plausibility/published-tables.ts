import * as Column from "../../core/table/column.ts"
import { defineTable, type RowOf } from "../../core/table/definition.ts"
import type { TablesOf } from "../../core/table/load.ts"

/** What a published ratio is about. */
export const ratioSubjects = ["age", "duration", "zone", "plan", "cancellation", "party"] as const

const country = (about: string) => Column.reference("countries.csv", "code", { about })
const days = (about: string) => Column.integer({ minimum: 1, maximum: 1100, unit: "days", about })
const ages = (about: string) =>
  Column.list(Column.integer({ minimum: 0, maximum: 120, unit: "years", about }))
const planRank = (about: string) =>
  Column.optional(Column.integer({ minimum: 1, maximum: 9, about }))
const intent = Column.reference("reference/intents.csv", "intent", { about: "Trip type." })
const cancellation = Column.boolean({ about: "Whether cancellation cover is asked for." })
const annual = Column.boolean({ about: "Whether a cover for the year is asked for." })
const currency = Column.reference("currencies.csv", "code", { about: "Currency of the amounts." })
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
