import * as Column from "../../../core/table/column.ts"
import * as Input from "../../../core/table/input.ts"
import type { CountryCode, CurrencyCode } from "../../../core/vocabulary/codes.ts"
import { pricingZones } from "../zone.ts"

const wordKey = /^[a-z][a-z0-9_]*$/
const svgFile = /^[a-z][a-z0-9-]*\.svg$/

/** Where figures come from. */
export const source = Column.note(Column.text({ about: "Where the figures come from." }))

/** The columns that name an insurer of a folder of offers. */
export const insurerColumns = {
  insurer: Column.text({ pattern: wordKey, about: "Key of the insurer." }),
  name: Column.text({ about: "Name shown to the traveller." }),
  logo_file: Column.fileIn(
    "icons",
    Column.text({ pattern: svgFile, about: "Logo of the insurer." }),
  ),
}

/** A column that refers to an offer of a folder. */
export const offerIdColumn = (folder: string) =>
  Column.reference(`${folder}/offers.csv`, "offer_id", { about: "The offer." })

/** The columns that name an offer of a folder, and the currencies of its premium and ceilings. */
export const offerNameColumns = (folder: string) => ({
  offer_id: Column.integer({ minimum: 1, about: "Stable id, sent back as offerId." }),
  insurer: Column.reference(`${folder}/insurers.csv`, "insurer", { about: "Who sells it." }),
  name: Column.text({ about: "Product name." }),
  plan: Column.text({ about: "Plan within the product." }),
  plan_rank: Column.optional(
    Column.integer({
      minimum: 1,
      maximum: 9,
      about:
        "Place in the ladder of plans of this insurer and product: a higher one covers no less and costs no less; empty where the product has no ladder.",
    }),
  ),
  currency: Column.reference<CurrencyCode>("currencies.csv", "code", {
    about: "Currency of the premium.",
  }),
  guarantee_currency: Column.reference<CurrencyCode>("currencies.csv", "code", {
    about: "Currency of the guarantee ceilings.",
  }),
})

/** The columns that say what an offer charges beside its tariff. */
export const offerChargeColumns = (folder: string) => ({
  cancellation: Column.enumeration(["never", "when_asked", "always"], {
    about: "When a share of the trip price is charged for cancellation cover.",
  }),
  cancellation_scale: Column.optional(
    Column.reference(`${folder}/cancellation_rates.csv`, "cancellation_scale", {
      about:
        "Rows of cancellation_rates.csv; empty when never charged, or by an insurer that rates itself.",
    }),
  ),
  minimum_premium: Column.decimal({
    minimum: "0.01",
    maximum: "100000",
    unit: "currency of the premium, per contract",
    about: "The least that a contract costs before fees.",
  }),
  starting_price: Column.boolean({ about: "Whether the price is a from-price." }),
  period: Column.optional(
    Column.enumeration(["month", "year"], { about: "What the price is for; empty is the trip." }),
  ),
})

/** The columns that say how an offer is shown and sold. */
export const offerShowColumns = {
  icon_file: Column.fileIn(
    "icons",
    Column.optional(
      Column.text({ pattern: svgFile, about: "Pictogram of the offer; empty shows the logo." }),
    ),
  ),
  has_terms: Column.boolean({ about: "Whether the policy terms are published." }),
  has_ipid: Column.boolean({ about: "Whether the product information document is published." }),
  sold_by_redirect: Column.boolean({
    about: "Sold on the insurer's own site only, so counted and never returned.",
  }),
}

/** The columns of pricing zones by country. */
export const zoneColumns = {
  country: Column.reference<CountryCode>("countries.csv", "code", {
    about: "ISO 3166-1 alpha-2 code.",
  }),
  zone: Column.enumeration(pricingZones, { about: "The zone it is priced in." }),
  source,
}

/** A fact of trips that few tables ask for. */
export const youngestAge = Input.integer({
  minimum: 0,
  maximum: 120,
  unit: "years",
  about: "Age of the youngest traveller.",
})

/** The conditions on a trip that say who may buy an offer. */
export const tripInputs = {
  intent: Input.reference("reference/intents.csv", "intent", { about: "Trip type." }),
  zone: Input.enumeration(pricingZones, { about: "Widest zone of the destinations." }),
  all_schengen: Input.boolean({ about: "Every destination is in the Schengen area." }),
  days: Input.integer({ minimum: 1, unit: "days", about: "Days of cover, both ends counted." }),
  travellers: Input.integer({ minimum: 1, maximum: 50, unit: "people", about: "Party size." }),
  oldest_age: Input.integer({
    minimum: 0,
    maximum: 120,
    unit: "years",
    about: "Age of the oldest traveller.",
  }),
  annual: Input.boolean({ about: "A cover for the year is asked for." }),
  cancellation: Input.boolean({ about: "Cancellation cover is asked for." }),
  extreme_sports: Input.boolean({ about: "Extreme sports cover is asked for." }),
}

/** The parts of a rate for each traveller. */
export const headRateColumns = {
  per_person: Column.decimal({
    minimum: "0",
    maximum: "100000",
    unit: "currency of the premium",
    about: "Flat part for each traveller.",
  }),
  per_person_per_day: Column.decimal({
    minimum: "0",
    maximum: "10000",
    unit: "currency of the premium",
    about: "Part for each traveller and day.",
  }),
}

/** The conditions of a cancellation rate. */
export const cancellationInputs = (folder: string) => ({
  cancellation_scale: Input.reference(`${folder}/offers.csv`, "cancellation_scale", {
    about: "The scale.",
  }),
  oldest_age: tripInputs.oldest_age,
})

/** The price of cancellation cover. */
export const cancellationOutputs = {
  share_bps: Column.integer({
    minimum: 1,
    maximum: 5000,
    unit: "basis points of the trip price",
    about: "Charged on top of the base premium.",
  }),
}

/** The conditions of a surcharge. */
export const surchargeInputs = (folder: string) => ({
  offer_id: Input.reference(`${folder}/offers.csv`, "offer_id", { about: "The offer." }),
  intent: tripInputs.intent,
  extreme_sports: tripInputs.extreme_sports,
  residence_zone: Input.enumeration(pricingZones, { about: "Zone of the residence." }),
  at_home: Input.boolean({
    about: "Every destination is the country of residence, and no cover for the year is asked for.",
  }),
})

/** What a surcharge adds. */
export const surchargeOutputs = {
  surcharge_percent: Column.integer({
    minimum: -50,
    maximum: 500,
    unit: "percent of the base premium",
    about: "Added to the base premium; below 0 it is taken off.",
  }),
}

/** The option that brings a guarantee. */
export const optionColumn = Column.optional(
  Column.enumeration(["cancellation", "extreme_sports"], {
    about: "The option that brings it; not_available without it.",
  }),
)

/** What a claim leaves to the traveller, as the contracts of most covers say. */
export const excessColumn = Column.optional(
  Column.decimal({
    minimum: "0",
    maximum: "100000",
    unit: "guarantee currency",
    about:
      "Excess: what each claim leaves to the traveller; 0 where the insurer says that there is none, empty where it says nothing.",
  }),
)

/** The columns of short statements on what an offer includes and excludes. */
export const highlightColumns = (folder: string) => ({
  offer_id: offerIdColumn(folder),
  kind: Column.enumeration(["included", "excluded"], { about: "The list it belongs to." }),
  slug: Column.optional(
    Column.reference("reference/guarantees.csv", "slug", {
      about:
        "The guarantee that it speaks of: where a trip does not hold it, nor is what it includes shown.",
    }),
  ),
  says: Column.reference("messages/travellers/highlights.csv", "says", {
    about: "Which text says it; `cover` says what the offer holds of the guarantee.",
  }),
  figure: Column.optional(
    Column.integer({
      minimum: 0,
      maximum: 1_000_000,
      about: "The figure that the text shows: an age, days, months, metres, times or EUR.",
    }),
  ),
})
