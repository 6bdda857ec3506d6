import * as Column from "../../../core/table/column.ts"
import type { Decision, Inputs } from "../../../core/table/decision.ts"
import * as Input from "../../../core/table/input.ts"
import type { Hook } from "../../../core/table/own-table.ts"
import type { CurrencyCode } from "../../../core/vocabulary/codes.ts"
import { dayUnit } from "../../../core/vocabulary/day.ts"
import { typesetFrench } from "../../../core/vocabulary/french-typography.ts"
import { pricingZones } from "../zone.ts"
import { tripInputs, youngestAge } from "./offer-columns.ts"

const day = (about: string) =>
  Input.integer({ about, unit: dayUnit, minimum: 101, maximum: 99_991_231 })

/** The facts of an offer on a trip that guards may have conditions on. */
const offerFacts = {
  catalogue: Input.enumeration(["sandbox", "live"], { about: "Whose offers: sample or live." }),
  insurer: Input.reference("catalogue/insurers.csv", "insurer", {
    about: "Who sells the offer, of the live catalogue.",
  }),
  offer_id: Input.reference("catalogue/offers.csv", "offer_id", {
    about: "The offer, of the live catalogue.",
  }),
  intent: tripInputs.intent,
  residence: Input.reference("countries.csv", "code", { about: "Country of residence." }),
  destination: Input.reference("countries.csv", "code", {
    about: "A destination: a row applies where one of them meets it.",
  }),
  region: Input.reference("countries.csv", "region", {
    about: "The region of a destination: a row applies where one of them meets it.",
  }),
  zone: tripInputs.zone,
  residence_zone: Input.enumeration(pricingZones, { about: "Zone of the residence." }),
  domestic: Input.boolean({ about: "A destination is the country of residence." }),
  at_home: Input.boolean({ about: "Every destination is the country of residence." }),
  all_schengen: tripInputs.all_schengen,
  start_date: day("First day of cover, written 20270331."),
  end_date: day("Last day of cover, written 20270331."),
  days: tripInputs.days,
  travellers: tripInputs.travellers,
  youngest_age: youngestAge,
  oldest_age: tripInputs.oldest_age,
  annual: tripInputs.annual,
  cancellation: tripInputs.cancellation,
  extreme_sports: tripInputs.extreme_sports,
} satisfies Inputs

const reason = Column.text({
  pattern: /^[a-z][a-z0-9_]*$/,
  about: "Code of the reason, which explanations name.",
})

/** A reason, and what a traveller reads of it. */
const reasons = {
  reason,
  en: Column.text({ about: "The reason as a sentence, in English." }),
  fr: Column.text({ about: "The reason as a sentence, in French.", typeset: typesetFrench }),
}

const everyReason = [["reason", "en", "fr"]]

/** What guards do with offers. */
export const offerHooks = {
  refuse: {
    name: "refuse",
    place: "offers",
    about: "The offer is not sold for the trip: it is as if no row of eligibility matched.",
    facts: offerFacts,
    outputs: reasons,
    needs: everyReason,
  },
  refer: {
    name: "refer",
    place: "offers",
    about: "A person has to look at the trip: the offer matches and has no price.",
    facts: offerFacts,
    outputs: reasons,
    needs: everyReason,
  },
  surcharge: {
    name: "surcharge",
    place: "offers",
    about: "The premium rises, before the handling fee; all that apply add up.",
    facts: offerFacts,
    outputs: {
      rate_bps: Column.integer({
        minimum: 1,
        maximum: 20_000,
        unit: "basis points of the premium",
        about: "Added to what the tariff comes to, the least premium included.",
      }),
      amount_minor: Column.integer({
        minimum: 1,
        maximum: 10_000_000,
        unit: "minor units of the currency",
        about: "Added once for the contract.",
      }),
      currency: Column.reference<CurrencyCode>("currencies.csv", "code", {
        about: "Currency of the amount; it is converted at the reference rates, without margin.",
      }),
      reason,
    },
    needs: [["rate_bps"], ["amount_minor", "currency"]],
  },
} satisfies Readonly<Record<string, Hook>>

/** The name of what a guard does with offers. */
export type OfferHook = keyof typeof offerHooks

/** The guards of a catalogue: tables of one's own that its prices ask, by what they do. */
export interface GuardTables extends Readonly<Record<OfferHook, ReadonlyArray<Decision>>> {
  readonly catalogue: "sandbox" | "live"
}

/** Why an offer is not sold, or who has to look at it, for travellers. */
export interface GuardText {
  readonly reason: string
  readonly en: string
  readonly fr: string
}
