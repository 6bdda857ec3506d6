import * as Column from "../../../core/table/column.ts"
import { defineDecision } from "../../../core/table/decision.ts"
import * as Input from "../../../core/table/input.ts"
import { everyValueOf, everyWord } from "../../../core/table/requirement.ts"
import { guaranteeStates } from "../../../core/vocabulary/guarantee.ts"
import { reachKinds, tripFlags } from "../coach-vocabulary.ts"
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
      otherwise: "neverNeeded",
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
      about: "What the card is measured by: the medical target, the amount here, or having it.",
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
      otherwise: "nothingBroken",
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
