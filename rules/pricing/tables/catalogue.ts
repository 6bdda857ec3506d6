import * as Column from "../../../core/table/column.ts"
import { defineDecision } from "../../../core/table/decision.ts"
import { defineTable, type RowOf } from "../../../core/table/definition.ts"
import * as Input from "../../../core/table/input.ts"
import { everyValueOf } from "../../../core/table/requirement.ts"
import type { CountryCode } from "../../../core/vocabulary/codes.ts"
import { printedLanguages } from "../../guarantees/printed/printed-vocabulary.ts"
import { insurerAdapters } from "../adapters.ts"
import { pricingZones } from "../zone.ts"
import { cancellationMeanings, surchargeMeanings, tariffMeanings } from "./meanings.ts"
import * as OfferColumns from "./offer-columns.ts"

const offerId = OfferColumns.offerIdColumn("catalogue")

/** The insurers behind live prices. */
export const catalogueInsurers = defineTable({
  file: "catalogue/insurers.csv",
  about: "The insurers behind live prices; each is asked once for every request that it can serve.",
  key: ["insurer"],
  named: {
    columns: ["insurer"],
    by: [{ file: "catalogue/offers.csv", columns: ["insurer"] }],
    otherwise: "sellsNothing",
  },
  columns: {
    ...OfferColumns.insurerColumns,
    adapter: Column.enumeration(insurerAdapters, {
      about: "Whether it is rated from tariffs.csv or asked over HTTP at a configured address.",
    }),
    language: Column.enumeration(printedLanguages, {
      about: "Language and number format that its guarantees are printed in.",
    }),
    source: OfferColumns.source,
  },
})

/** The offers of live insurers: how each is named, priced and documented. */
export const catalogueOffers = defineTable({
  file: "catalogue/offers.csv",
  about: "Products of the insurers; who may buy one is in eligibility.csv.",
  key: ["offer_id"],
  named: {
    columns: ["offer_id"],
    by: [{ file: "catalogue/eligibility.csv", columns: ["offer_id"] }],
    otherwise: "notSold",
  },
  columns: {
    ...OfferColumns.offerNameColumns("catalogue"),
    code: Column.text({
      pattern: /^[A-Z0-9][A-Z0-9-]{1,31}$/,
      about: "The insurer's own code for the product, by which it is asked.",
    }),
    tariff: Column.optional(
      Column.reference("catalogue/tariffs.csv", "tariff", {
        about: "Rows of tariffs.csv; empty where the insurer is asked over HTTP.",
      }),
    ),
    ...OfferColumns.offerChargeColumns("catalogue"),
    ...OfferColumns.offerShowColumns,
    source: OfferColumns.source,
  },
})

/** A row of catalogue/offers.csv. */
export type CatalogueOfferRow = RowOf<typeof catalogueOffers>

/** Pricing zones of live offers; a country that is not listed is in the zone `world`. */
export const catalogueZones = defineTable({
  file: "catalogue/zones.csv",
  about: "Pricing zone of each country; every country that is not listed is in the zone world.",
  key: ["country"],
  columns: OfferColumns.zoneColumns,
})

/** Countries that no live offer covers. */
export const catalogueExcludedCountries = defineTable({
  file: "catalogue/excluded_countries.csv",
  about: "Countries that offers may leave out of their cover, such as those at war.",
  key: ["country"],
  columns: {
    country: Column.reference<CountryCode>("countries.csv", "code", {
      about: "ISO 3166-1 alpha-2 code.",
    }),
    source: OfferColumns.source,
  },
})

const { intent, oldest_age, zone, ...otherTripInputs } = OfferColumns.tripInputs

/** Who may buy which live offer for which trip. */
export const catalogueEligibility = defineDecision({
  file: "catalogue/eligibility.csv",
  about: "Which offers match a trip; an offer may have several rows.",
  hitPolicy: "collect",
  inputs: {
    intent,
    residence: Input.reference("countries.csv", "code", { about: "Country of residence." }),
    residence_zone: Input.enumeration(pricingZones, { about: "Zone of the residence." }),
    zone,
    domestic: Input.boolean({ about: "A destination is the country of residence." }),
    excluded: Input.boolean({ about: "A destination is listed in excluded_countries.csv." }),
    ...otherTripInputs,
    youngest_age: Input.integer({
      minimum: 0,
      maximum: 120,
      unit: "years",
      about: "Age of the youngest traveller.",
    }),
    oldest_age,
  },
  outputs: { offer_id: offerId },
})

/** The conditions of catalogue/eligibility.csv that a traveller could do without or change. */
export const catalogueRelaxable = defineTable({
  file: "catalogue/relaxable.csv",
  about: "Conditions that can be relaxed: an offer that fails one of these alone is a near miss.",
  key: ["condition"],
  columns: {
    condition: Column.enumeration(
      [
        "domestic",
        "excluded",
        "all_schengen",
        "days",
        "youngest_age",
        "oldest_age",
        "annual",
        "cancellation",
        "extreme_sports",
      ],
      { about: "A condition column of eligibility.csv." },
    ),
    about: Column.text({ about: "What relaxing it means to the traveller." }),
  },
})

/** Rates by zone, duration and age. */
export const catalogueTariffs = defineDecision({
  file: "catalogue/tariffs.csv",
  about: "Rates of a tariff: zone x duration band x age band.",
  hitPolicy: "unique",
  inputs: {
    tariff: Input.reference("catalogue/offers.csv", "tariff", { about: "The tariff." }),
    zone,
    days: OfferColumns.tripInputs.days,
    age: Input.integer({ minimum: 0, maximum: 120, unit: "years", about: "Age of a traveller." }),
  },
  outputs: {
    per_contract: Column.decimal({
      minimum: "0",
      maximum: "100000",
      unit: "currency of the premium",
      about: "Flat part, once for the party: that of its oldest traveller.",
    }),
    ...OfferColumns.headRateColumns,
  },
  means: tariffMeanings(["days", "age"], ["per_contract"]),
})

/** Cancellation cover of live offers as a share of the trip price. */
export const catalogueCancellationRates = defineDecision({
  file: "catalogue/cancellation_rates.csv",
  about: "Price of cancellation cover: a share of the trip price by the oldest traveller's age.",
  hitPolicy: "unique",
  inputs: OfferColumns.cancellationInputs("catalogue"),
  outputs: OfferColumns.cancellationOutputs,
  means: cancellationMeanings,
})

/** Surcharges of live offers for what makes a trip riskier. */
export const catalogueSurcharges = defineDecision({
  file: "catalogue/surcharges.csv",
  about: "Percentages added to the base premium; all rows that match add up.",
  hitPolicy: "collect",
  inputs: OfferColumns.surchargeInputs("catalogue"),
  outputs: OfferColumns.surchargeOutputs,
  means: surchargeMeanings,
})

/** Guarantee lines of live offers, as their insurers print them. */
export const catalogueGuarantees = defineTable({
  file: "catalogue/guarantees.csv",
  about:
    "What each offer covers, as its insurer prints it; a line with an option counts only when that option is bought.",
  key: ["offer_id", "slug"],
  requires: [
    {
      every: [everyValueOf("catalogue/offers.csv", ["offer_id"])],
      otherwise: "noGuarantees",
    },
  ],
  columns: {
    offer_id: offerId,
    slug: Column.reference("reference/guarantees.csv", "slug", { about: "The guarantee." }),
    printed: Column.text({ about: "The cover in the insurer's own words and number format." }),
    option: OfferColumns.optionColumn,
    excess: OfferColumns.excessColumn,
  },
})

/** Sales points and limits of live offers, in the order shown. */
export const catalogueHighlights = defineTable({
  file: "catalogue/highlights.csv",
  about: "What to say in short of what an offer includes and excludes, in the order shown.",
  key: ["offer_id", "kind", "slug", "says"],
  columns: OfferColumns.highlightColumns("catalogue"),
})
