import * as Column from "../../../core/table/column.ts"
import { defineDecision } from "../../../core/table/decision.ts"
import { defineTable } from "../../../core/table/definition.ts"
import * as Input from "../../../core/table/input.ts"
import {
  adviceScopes,
  certainties,
  demandWords,
  requirements,
  visaNeeds,
} from "../coach-vocabulary.ts"
import { countryCodeForm, type CountryCode } from "../../../core/vocabulary/codes.ts"
import { currency, source } from "./columns.ts"

/** What a destination asks of visitors. */
export const formalities = defineTable({
  file: "coach/formalities.csv",
  about: "What a destination asks of visitors in travel insurance.",
  key: ["destination", "position"],
  columns: {
    destination: Column.reference<CountryCode>("countries.csv", "code", { about: "Destination." }),
    position: Column.integer({ minimum: 1, about: "Number of the rule in its destination." }),
    requirement: Column.enumeration(requirements, { about: "Kind of rule." }),
    amount: Column.optional(
      Column.integer({ minimum: 0, unit: "units of currency", about: "Least cover asked." }),
    ),
    currency: Column.optional(currency),
    applies_to: Column.text({ about: "Which visitors it binds." }),
    certainty: Column.enumeration(certainties, { about: "How sure the fact is." }),
    note: Column.optional(Column.text({ about: "What else is asked." })),
    source,
  },
})

/** Who needs a visa where. */
export const visaObligations = defineTable({
  file: "coach/visa_obligations.csv",
  about:
    "Passports that need a visa for a destination whose visas ask for insurance; without a row none is needed, and a passport without any row is not known.",
  key: ["passport", "destination_area"],
  columns: {
    passport: Column.text<CountryCode>({
      pattern: countryCodeForm,
      about: "Country of the passport.",
    }),
    destination_area: Column.text({
      pattern: /^(schengen|[A-Z]{2})$/,
      about: "Country code, or schengen for every country of the Schengen area.",
    }),
    requirement: Column.enumeration(["visa", "e_visa"], {
      about: "A visa, or one that is applied for online.",
    }),
    source,
  },
})

/** What a rule of a destination means for a traveller. */
export const formalityRules = defineDecision({
  file: "coach/formality_rules.csv",
  about: "What a rule of a destination means for this traveller.",
  hitPolicy: "first",
  inputs: {
    resident: Input.boolean({ about: "Whether the destination is the residence." }),
    certainty: Input.enumeration(certainties, { about: "How sure the destination's rule is." }),
    requirement: Input.enumeration(requirements, { about: "Kind of the destination's rule." }),
    destination: Input.reference("countries.csv", "code", { about: "Destination." }),
    residence: Input.reference("countries.csv", "code", {
      about: "Residence, whose passport is assumed.",
    }),
    schengen_resident: Input.boolean({ about: "Whether the residence is in the Schengen area." }),
    visa: Input.optional(
      Input.enumeration(visaNeeds, {
        about: "What the passport needs there; unknown for a passport without data.",
      }),
    ),
    long_trip: Input.boolean({ about: "Whether the trip is long." }),
    risky_activity: Input.boolean({ about: "Whether a risky activity is planned." }),
  },
  outputs: {
    demand: Column.enumeration(demandWords, {
      about:
        "Insurance that visitors must have, of insurers that are recognised there, or some of them; that a visa needs; or nothing.",
    }),
    why: Column.note(Column.text({ about: "Why, in words of our own." })),
    source,
  },
})

/** What governments advise about travel to a country. */
export const travelWarnings = defineTable({
  file: "coach/travel_warnings.csv",
  about: "Governments' advice on travel to a country, as last read; it changes often.",
  key: ["country", "government"],
  columns: {
    country: Column.reference<CountryCode>("countries.csv", "code", {
      about: "Country that it is about.",
    }),
    government: Column.text<CountryCode>({
      pattern: countryCodeForm,
      about: "Country whose government advises.",
    }),
    issuer: Column.text({ about: "Who issues it, as they call themselves." }),
    level: Column.integer({
      minimum: 1,
      maximum: 4,
      about: "1 usual care, 2 more care, 3 only if one must, 4 against all travel.",
    }),
    scope: Column.enumeration(adviceScopes, {
      about: "How much of the country the level is about; `none` where nothing is advised against.",
    }),
    zones: Column.note(
      Column.optional(Column.text({ about: "What parts a level is about, where it is by zones." })),
    ),
    as_of: Column.day({ about: "Day of the advice." }),
    certainty: Column.enumeration(certainties, { about: "How sure it is; low is never told." }),
    source,
  },
})
