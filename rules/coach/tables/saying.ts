import * as Column from "../../../core/table/column.ts"
import { defineDecision } from "../../../core/table/decision.ts"
import { defineTable } from "../../../core/table/definition.ts"
import * as Input from "../../../core/table/input.ts"
import { everyWord } from "../../../core/table/requirement.ts"
import {
  argumentConditions,
  categories,
  ceilings,
  foundations,
  headlineVars,
  homePlans,
  medicalStandings,
  medicalSteps as steps,
  origins,
  reachKinds,
  strengths,
  unmatchedParts,
} from "../coach-vocabulary.ts"
import { slug, source } from "./columns.ts"

const warning = Input.optional(
  Input.integer({ minimum: 3, maximum: 4, unit: "level", about: "Level of a travel warning." }),
)

const reach = Input.enumeration(reachKinds, { about: "How far the trip goes, seen from home." })

const confirmed = Input.boolean({
  about:
    "Whether what would make the card enough is known: at most coach_enough_unverified_max covers are unverified, and abroad its medical ceiling meets the target and repatriation is held.",
})

const strongest = Input.optional(
  Input.enumeration(strengths, {
    about: "Strength of the strongest argument; unknown without any.",
  }),
)

/** What headlines and the line under them are chosen by. */
const standing = {
  origin: Input.enumeration(origins, { about: "How the card was found." }),
  medical: Input.enumeration(medicalStandings, {
    about: "How the card's medical cover stands against the target.",
  }),
  ceiling: Input.enumeration(ceilings, { about: "How its ceiling stands." }),
  found: Input.optional(
    Input.enumeration(foundations, { about: "weak where one weak source says that it is held." }),
  ),
  step: Input.enumeration(steps, { about: "Step of the medical target." }),
}

/** The social proof shown beside a bilan. */
export const coachSocial = defineDecision({
  file: "coach/social.csv",
  about:
    "Which share of a market's cards is told, by the first subject of the bilan; the share itself is counted.",
  hitPolicy: "first",
  inputs: {
    category: Input.optional(
      Input.enumeration(categories, { about: "First subject; unknown without arguments." }),
    ),
    reach,
  },
  outputs: {
    subject_key: Column.text({ about: "Message key of what was counted." }),
    slug,
    counts: Column.enumeration(["below_target", "not_held"], {
      about: "Cards whose ceiling is below this trip's target, or cards without the cover.",
    }),
  },
})

/** The headline of a bilan. */
export const coachHeadlines = defineDecision({
  file: "coach/headlines.csv",
  about: "Headline of a bilan.",
  hitPolicy: "first",
  inputs: {
    warning,
    reach,
    plan: Input.enumeration(homePlans, { about: "Who pays for care at home." }),
    strongest,
    unmatched: Input.optional(
      Input.enumeration(unmatchedParts, { about: "What was not recognised of the card." }),
    ),
    ...standing,
    condition: Input.optional(
      Input.enumeration(argumentConditions, {
        about:
          "What the card's lasting too short, or else the first decisive or strong argument on a condition, is about.",
      }),
    ),
    limit_known: Input.boolean({ about: "Whether the day limit that a trip outlasts is known." }),
    confirmed,
  },
  outputs: {
    key: Column.text({ about: "Message key." }),
    facts_key: Column.text({ about: "Message key where an account shows facts alone." }),
    vars: Column.list(
      Column.enumeration(headlineVars, { about: "Values that the text may show." }),
    ),
  },
})

/** The line under the headline. */
export const medicalLines = defineDecision({
  file: "coach/medical_lines.csv",
  about: "Which sentence says how the card's medical cover stands against the target.",
  hitPolicy: "first",
  inputs: { warning, reach, ...standing },
  outputs: {
    key: Column.text({ pattern: /^[a-z_]+$/, about: "Message key." }),
    facts_key: Column.text({
      pattern: /^[a-z_]+$/,
      about:
        "Message key where an account shows facts alone; the same where it recommends nothing.",
    }),
    vars: Column.list(
      Column.enumeration(headlineVars, { about: "Values that the text may show." }),
    ),
  },
})

/** How much arguments weigh. */
export const coachStrengths = defineTable({
  file: "coach/strengths.csv",
  about: "What an argument of each strength weighs when the subjects to focus on are chosen.",
  key: ["strength"],
  requires: [{ every: [everyWord("strength", strengths)], otherwise: "weighsNothing" }],
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
  inputs: { strongest, warning, reach, confirmed },
  outputs: {
    should_sell: Column.boolean({ about: "Whether to offer one." }),
    source,
  },
})
