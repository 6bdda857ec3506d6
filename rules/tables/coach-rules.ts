import * as Column from "../../core/table/column.ts"
import { defineDecision } from "../../core/table/decision.ts"
import * as Input from "../../core/table/input.ts"
import { everyValueOf, everyWord } from "../../core/table/requirement.ts"
import { guaranteeStates } from "../../core/vocabulary/guarantee.ts"
import {
  badges,
  categories,
  figures,
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
  about: "Arguments for a cover beside the card, by gap and by what the trip is like.",
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
  ],
  inputs: {
    scope: Input.enumeration(["gap", "trip"], {
      about: "Asked once for each gap, and once for the trip as a whole.",
    }),
    slug: Input.optional(
      Input.reference("reference/guarantees.csv", "slug", { about: "Guarantee of the gap." }),
    ),
    badge: Input.optional(Input.enumeration(badges, { about: "Kind of gap." })),
    origin: Input.enumeration(origins, { about: "How the card was found." }),
    tier: Input.optional(
      Input.enumeration(profileTiers, { about: "Range of the card; unknown without one." }),
    ),
    long_trip: Input.boolean({ about: "Whether the trip is long." }),
    friends: Input.boolean({ about: "Whether friends travel along." }),
    risky_activity: Input.boolean({ about: "Whether a risky activity is planned." }),
    medical_ok: Input.boolean({ about: "Whether the card's medical ceiling meets the target." }),
    step: Input.enumeration(steps, { about: "Step of the medical target." }),
    mandatory_insurance: Input.optional(
      Input.boolean({
        about: "Whether a destination asks for insurance; unknown without formalities.",
      }),
    ),
    market: Input.enumeration(markets, { about: "Market." }),
  },
  outputs: {
    id: Column.text({ pattern: /^[a-z0-9_]+$/, about: "Name of the argument." }),
    category: Column.enumeration(categories, { about: "What it speaks about." }),
    strength: Column.enumeration(strengths, { about: "How much it weighs." }),
    rank: Column.integer({ minimum: 1, about: "Order within strength and category." }),
    figure: Column.enumeration(figures, { about: "Which amount is shown." }),
    hook: Column.text({ about: "Message key of the opening." }),
    fact: Column.text({ about: "Message key of the fact." }),
    pitch: Column.text({ about: "Message key of the offer." }),
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
    medical_held: Input.boolean({ about: "Whether the card holds medical cover at all." }),
    gaps: Input.integer({ minimum: 0, unit: "gaps", about: "Number of gaps." }),
  },
  outputs: { key: Column.text({ about: "Message key." }) },
})
