import * as Column from "../../../core/table/column.ts"
import { defineDecision } from "../../../core/table/decision.ts"
import { defineTable } from "../../../core/table/definition.ts"
import * as Input from "../../../core/table/input.ts"
import { everyValueOf } from "../../../core/table/requirement.ts"
import type { CountryCode } from "../../../core/vocabulary/codes.ts"
import { guaranteeStates } from "../../../core/vocabulary/guarantee.ts"
import { pricingZones } from "../zone.ts"
import {
  ageFactorMeanings,
  cancellationMeanings,
  surchargeMeanings,
  tariffMeanings,
} from "./meanings.ts"
import * as OfferColumns from "./offer-columns.ts"

const offerId = OfferColumns.offerIdColumn("sandbox")

/** The sandbox's insurers: one, and fictional. */
export const sandboxInsurers = defineTable({
  file: "sandbox/insurers.csv",
  about: "The fictional insurer behind every sandbox price.",
  key: ["insurer"],
  named: {
    columns: ["insurer"],
    by: [{ file: "sandbox/offers.csv", columns: ["insurer"] }],
    otherwise: "sellsNothing",
  },
  columns: { ...OfferColumns.insurerColumns, source: OfferColumns.source },
})

/** The sandbox's offers: how each is named, priced and documented. */
export const sandboxOffers = defineTable({
  file: "sandbox/offers.csv",
  about: "Fictional products; who may buy one is in eligibility.csv, what it costs in tariffs.csv.",
  key: ["offer_id"],
  named: {
    columns: ["offer_id"],
    by: [{ file: "sandbox/eligibility.csv", columns: ["offer_id"] }],
    otherwise: "notSold",
  },
  columns: {
    ...OfferColumns.offerNameColumns("sandbox"),
    tariff: Column.reference("sandbox/tariffs.csv", "tariff", { about: "Rows of tariffs.csv." }),
    age_scale: Column.optional(
      Column.reference("sandbox/age_factors.csv", "age_scale", {
        about: "Rows of age_factors.csv; empty is flat per head.",
      }),
    ),
    ...OfferColumns.offerChargeColumns("sandbox"),
    ...OfferColumns.offerShowColumns,
    source: OfferColumns.source,
  },
})

/** Pricing zones by country; a country that is not listed is in the zone `world`. */
export const sandboxZones = defineTable({
  file: "sandbox/zones.csv",
  about: "Pricing zone of each country; every country that is not listed is in the zone world.",
  key: ["country"],
  columns: OfferColumns.zoneColumns,
})

const { intent, ...otherTripInputs } = OfferColumns.tripInputs

/** Who may buy which offer for which trip. */
export const sandboxEligibility = defineDecision({
  file: "sandbox/eligibility.csv",
  about: "Which offers match a trip; an offer may have several rows.",
  hitPolicy: "collect",
  inputs: {
    intent,
    residence_zone: Input.enumeration(pricingZones, { about: "Zone of the residence." }),
    ...otherTripInputs,
  },
  outputs: { offer_id: offerId },
})

/** The conditions of eligibility.csv that a traveller could do without or change. */
export const sandboxRelaxable = defineTable({
  file: "sandbox/relaxable.csv",
  about: "Conditions that can be relaxed: an offer that fails one of these alone is a near miss.",
  key: ["condition"],
  columns: {
    condition: Column.enumeration(
      ["all_schengen", "days", "oldest_age", "annual", "cancellation", "extreme_sports"],
      { about: "A condition column of eligibility.csv." },
    ),
    about: Column.text({ about: "What relaxing it means to the traveller." }),
  },
})

/** Base rates by zone and duration; the age band scales them through age_factors.csv. */
export const sandboxTariffs = defineDecision({
  file: "sandbox/tariffs.csv",
  about: "Base rate of a tariff: zone x duration band to a flat part and a part per day.",
  hitPolicy: "unique",
  inputs: {
    tariff: Input.reference("sandbox/offers.csv", "tariff", { about: "The tariff." }),
    zone: OfferColumns.tripInputs.zone,
    days: OfferColumns.tripInputs.days,
  },
  outputs: OfferColumns.headRateColumns,
  means: tariffMeanings(["days"], []),
})

/** How age scales a base rate. */
export const sandboxAgeFactors = defineDecision({
  file: "sandbox/age_factors.csv",
  about: "Percentage of the base rate that a traveller of an age pays.",
  hitPolicy: "unique",
  inputs: {
    age_scale: Input.reference("sandbox/offers.csv", "age_scale", { about: "The scale." }),
    age: Input.integer({ minimum: 0, maximum: 120, unit: "years", about: "Age of a traveller." }),
  },
  outputs: {
    factor_percent: Column.integer({
      minimum: 1,
      maximum: 2000,
      unit: "percent of the base rate",
      about: "What this traveller pays.",
    }),
  },
  means: ageFactorMeanings,
})

/** Cancellation cover as a share of the trip price. */
export const sandboxCancellationRates = defineDecision({
  file: "sandbox/cancellation_rates.csv",
  about: "Price of cancellation cover: a share of the trip price by the oldest traveller's age.",
  hitPolicy: "unique",
  inputs: OfferColumns.cancellationInputs("sandbox"),
  outputs: OfferColumns.cancellationOutputs,
  means: cancellationMeanings,
})

/** Surcharges for what makes a trip riskier. */
export const sandboxSurcharges = defineDecision({
  file: "sandbox/surcharges.csv",
  about: "Percentages added to the base premium; all rows that match add up.",
  hitPolicy: "collect",
  inputs: OfferColumns.surchargeInputs("sandbox"),
  outputs: OfferColumns.surchargeOutputs,
  means: surchargeMeanings,
})

/** Guarantee lines of the offers. */
export const sandboxGuarantees = defineTable({
  file: "sandbox/guarantees.csv",
  about: "What each offer covers; a line with an option counts only when that option is bought.",
  key: ["offer_id", "slug"],
  requires: [
    {
      every: [everyValueOf("sandbox/offers.csv", ["offer_id"])],
      otherwise: "noGuarantees",
    },
  ],
  columns: {
    offer_id: offerId,
    slug: Column.reference("reference/guarantees.csv", "slug", { about: "The guarantee." }),
    state: Column.enumeration(guaranteeStates, { about: "How it is covered." }),
    value: Column.optional(
      Column.decimal({
        minimum: "0",
        maximum: "1000000000",
        unit: "guarantee currency",
        about: "Ceiling, for the states value and per_day; empty for the others.",
      }),
    ),
    option: OfferColumns.optionColumn,
    excess: OfferColumns.excessColumn,
  },
})

/** Sales points and limits of the offers, in the order shown. */
export const sandboxHighlights = defineTable({
  file: "sandbox/highlights.csv",
  about: "What to say in short of what an offer includes and excludes, in the order shown.",
  key: ["offer_id", "kind", "slug", "says"],
  columns: OfferColumns.highlightColumns("sandbox"),
})

/** Destinations that make the sandbox misbehave on purpose. */
export const sandboxMagic = defineTable({
  file: "sandbox/magic.csv",
  about: "Destinations that rehearse failures in the sandbox; the first row that applies wins.",
  key: ["country"],
  columns: {
    country: Column.reference<CountryCode>("countries.csv", "code", {
      about: "ISO 3166-1 alpha-2 code.",
    }),
    outcome: Column.enumeration(["refused", "timed_out", "near_miss_only"], {
      about: "What pricing answers.",
    }),
  },
})
