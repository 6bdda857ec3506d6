import * as Column from "../../core/table/column.ts"
import { defineDecision } from "../../core/table/decision.ts"
import * as Input from "../../core/table/input.ts"
import type { TablesOf } from "../../core/table/load.ts"
import { tripInputs } from "../pricing/tables/offer-columns.ts"
import { pricingZones } from "../pricing/zone.ts"

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
    youngest_age: Input.integer({
      minimum: 0,
      maximum: 120,
      unit: "years",
      about: "Age of the youngest traveller.",
    }),
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
