import * as Column from "../../../core/table/column.ts"
import { defineDecision } from "../../../core/table/decision.ts"
import { defineTable } from "../../../core/table/definition.ts"
import * as Input from "../../../core/table/input.ts"
import { everyValueOf, everyWord } from "../../../core/table/requirement.ts"
import { guaranteeStates } from "../../../core/vocabulary/guarantee.ts"
import {
  categories,
  ceilings,
  headlineVars,
  markets,
  origins,
  strengths,
  tripFlags,
} from "../coach-vocabulary.ts"
import { reachKinds } from "../trip-reach.ts"
import { source, slug } from "./columns.ts"

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
    reach: Input.enumeration(reachKinds, {
      about: "Whether the trip leaves home, and the territories where the usual cover holds.",
    }),
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
