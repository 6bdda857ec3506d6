import * as Column from "../../core/table/column.ts"
import { defineDecision } from "../../core/table/decision.ts"
import { defineTable } from "../../core/table/definition.ts"
import * as Input from "../../core/table/input.ts"
import { everyValueOf, everyWord } from "../../core/table/requirement.ts"
import { guaranteeStates } from "../../core/vocabulary/guarantee.ts"
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
  headlineVars,
  markets,
  origins,
  profileTiers,
  strengths,
  tripFlags,
  medicalSteps as steps,
} from "../coach/vocabulary.ts"
import { source, slug } from "./coach-columns.ts"

/** The covers that a trip needs. */
export const recommendedCover = defineDecision({
  file: "coach/recommended.csv",
  about: "Covers that a trip needs, by the currency of the card and what the trip is like.",
  hitPolicy: "collect",
  requires: [
    {
      every: [
        everyValueOf("coach/markets.csv", ["currency"]),
        everyValueOf("coach/recommended.csv", ["slug"]),
      ],
      otherwise: "trips with such a card never need the cover",
    },
  ],
  inputs: {
    currency: Input.reference("coach/markets.csv", "currency", { about: "Currency of the card." }),
    long_trip: Input.boolean({ about: "Whether the trip is long." }),
    friends: Input.boolean({ about: "Whether friends travel along." }),
    risky_activity: Input.boolean({ about: "Whether a risky activity is planned." }),
  },
  outputs: {
    slug,
    state: Column.note(Column.enumeration(guaranteeStates, { about: "How it should be held." })),
    basis: Column.enumeration(["target", "amount", "presence"], {
      about: "What the card is held against: the medical target, the amount here, or having it.",
    }),
    amount: Column.optional(
      Column.integer({ minimum: 1, unit: "units of currency", about: "Least ceiling." }),
    ),
    source,
  },
})

/** The conditions of card covers that a trip can break. */
export const cardConditions = defineDecision({
  file: "coach/card_conditions.csv",
  about: "Covers whose condition a trip breaks: they exist but may not answer.",
  hitPolicy: "collect",
  requires: [
    {
      every: [everyWord("flag", tripFlags), everyValueOf("coach/products.csv", ["country"])],
      otherwise: "such a trip breaks no condition of the cards there",
    },
  ],
  inputs: {
    flag: Input.enumeration(tripFlags, { about: "What the trip is like." }),
    country: Input.reference("coach/products.csv", "country", { about: "Country of the card." }),
    slug: Input.reference("reference/guarantees.csv", "slug", { about: "Guarantee." }),
  },
  outputs: {
    condition: Column.note(Column.text({ about: "The condition, in words of our own." })),
    source,
  },
})

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

/** The social proof shown beside a bilan. */
export const coachSocial = defineDecision({
  file: "coach/social.csv",
  about: "Share of travellers, by the first subject of the bilan; illustrative where unsourced.",
  hitPolicy: "first",
  inputs: {
    category: Input.optional(
      Input.enumeration(categories, { about: "First subject; unknown without arguments." }),
    ),
    market: Input.enumeration(markets, { about: "Market." }),
  },
  outputs: {
    pct: Column.integer({ minimum: 0, maximum: 100, unit: "percent", about: "The share." }),
    subject_key: Column.text({ about: "Message key of what they did." }),
    source,
  },
})

/** The headline of a bilan. */
export const coachHeadlines = defineDecision({
  file: "coach/headlines.csv",
  about: "Headline of a bilan.",
  hitPolicy: "first",
  inputs: {
    origin: Input.enumeration(origins, { about: "How the card was found." }),
    medical_ok: Input.boolean({ about: "Whether the card's medical ceiling meets the target." }),
    ceiling: Input.enumeration(ceilings, { about: "How the card's medical ceiling stands." }),
    breach: Input.boolean({
      about: "Whether the trip breaks a condition of the card's medical cover.",
    }),
    verified: Input.boolean({
      about: "Whether the card's medical cover could be confirmed, rather than recalled.",
    }),
    gaps: Input.integer({ minimum: 0, unit: "gaps", about: "Number of gaps." }),
  },
  outputs: {
    key: Column.text({ about: "Message key." }),
    vars: Column.list(
      Column.enumeration(headlineVars, {
        about: "Values that the text may show; `cardValue` only where the ceiling is printed.",
      }),
    ),
  },
})

/** How much arguments weigh. */
export const coachStrengths = defineTable({
  file: "coach/strengths.csv",
  about: "What an argument of each strength weighs when the subjects to focus on are chosen.",
  key: ["strength"],
  requires: [
    { every: [everyWord("strength", strengths)], otherwise: "such arguments weigh nothing" },
  ],
  columns: {
    strength: Column.enumeration(strengths, { about: "Strength." }),
    weight: Column.integer({ minimum: 0, unit: "points", about: "What each argument adds." }),
    source,
  },
})

/** Whether there is something to sell. */
export const coachSelling = defineDecision({
  file: "coach/selling.csv",
  about: "Whether a cover beside the card should be offered at all.",
  hitPolicy: "first",
  inputs: {
    arguments: Input.integer({ minimum: 0, unit: "arguments", about: "Number of arguments." }),
  },
  outputs: {
    should_sell: Column.boolean({ about: "Whether to offer one." }),
    source,
  },
})
