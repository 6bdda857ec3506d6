import * as Column from "../../../core/table/column.ts"
import { defineDecision } from "../../../core/table/decision.ts"
import * as Input from "../../../core/table/input.ts"
import { everyValueOf, everyWord } from "../../../core/table/requirement.ts"
import {
  argumentScopes,
  argumentVars,
  badges,
  bases,
  categories,
  ceilings,
  coverTermWords,
  demandKinds,
  figures,
  markets,
  origins,
  profileTiers,
  strengths,
  tripFlags,
  medicalSteps as steps,
} from "../coach-vocabulary.ts"
import { source } from "./columns.ts"

/** The sales arguments. */
export const coachArguments = defineDecision({
  file: "coach/arguments.csv",
  about: "Arguments for a cover beside the card, by gap, by terms and by what the trip is like.",
  hitPolicy: "collect",
  requires: [
    {
      every: [
        everyWord("scope", ["gap"]),
        everyValueOf("coach/recommended.csv", ["slug"]),
        everyWord("badge", ["missing"]),
      ],
      otherwise: "nothing is said where the card lacks it",
    },
    {
      every: [
        everyWord("scope", ["breach"]),
        everyValueOf("coach/card_conditions.csv", ["broken"], ["flag"]),
      ],
      otherwise: "nothing is said where the trip breaks it",
    },
    {
      every: [everyWord("scope", ["term"]), everyValueOf("coach/usual_terms.csv", ["term"])],
      otherwise: "nothing is said of such a condition",
    },
    {
      every: [everyWord("scope", ["demand"]), everyWord("demand", demandKinds)],
      otherwise: "nothing is said where a destination demands it",
    },
  ],
  inputs: {
    scope: Input.enumeration(argumentScopes, {
      about:
        "Asked once for each gap, each kind of breach, each term of the covers, each demand of a destination, and once for the trip.",
    }),
    slug: Input.optional(
      Input.reference("reference/guarantees.csv", "slug", {
        about: "Guarantee of the gap or the term.",
      }),
    ),
    badge: Input.optional(Input.enumeration(badges, { about: "Kind of gap." })),
    broken: Input.optional(
      Input.enumeration(tripFlags, {
        about: "What breaks a condition: of the gap, asked for each, or of covers in general.",
      }),
    ),
    ceiling: Input.optional(
      Input.enumeration(ceilings, { about: "How the ceiling of the gap's cover stands." }),
    ),
    shortfall_percent: Input.optional(
      Input.integer({
        minimum: 0,
        maximum: 100,
        unit: "percent of the recommended amount",
        about: "How much is lacking, rounded down; unknown without both amounts.",
      }),
    ),
    term: Input.optional(Input.enumeration(coverTermWords, { about: "The term." })),
    demand: Input.optional(Input.enumeration(demandKinds, { about: "The demand." })),
    amount_known: Input.optional(
      Input.boolean({ about: "Whether the term, the demand or the limit broken has an amount." }),
    ),
    basis: Input.enumeration(bases, {
      about: "What the statement rests on: this card, its range, its country, or no card.",
    }),
    origin: Input.enumeration(origins, { about: "How the card was found." }),
    tier: Input.optional(
      Input.enumeration(profileTiers, { about: "Range of the card; unknown without one." }),
    ),
    long_trip: Input.boolean({ about: "Whether the trip is long." }),
    friends: Input.boolean({ about: "Whether friends travel along." }),
    risky_activity: Input.boolean({ about: "Whether a risky activity is planned." }),
    medical_ok: Input.boolean({ about: "Whether the card's medical ceiling meets the target." }),
    step: Input.enumeration(steps, { about: "Step of the medical target." }),
    market: Input.enumeration(markets, { about: "Market." }),
  },
  outputs: {
    id: Column.text({ pattern: /^[a-z0-9_]+$/, about: "Name of the argument." }),
    category: Column.enumeration(categories, { about: "What it speaks about." }),
    strength: Column.enumeration(strengths, { about: "How much it weighs." }),
    rank: Column.integer({ minimum: 1, about: "Order within strength and category." }),
    figure: Column.enumeration(figures, {
      about: "What is shown; what is recommended, or a dash, where the notice has no such amount.",
    }),
    hook: Column.text({ about: "Message key of the opening." }),
    fact: Column.text({ about: "Message key of the fact." }),
    pitch: Column.text({ about: "Message key of the offer." }),
    vars: Column.list(
      Column.enumeration(argumentVars, {
        about: "Values that its texts may show; it is not made where one is not known.",
      }),
    ),
    source,
  },
})
