import * as Column from "../../../core/table/column.ts"
import { defineDecision } from "../../../core/table/decision.ts"
import * as Input from "../../../core/table/input.ts"
import { everyValueOf, everyWord } from "../../../core/table/requirement.ts"
import {
  argumentConditions,
  argumentScopes,
  argumentVars,
  badges,
  bases,
  categories,
  ceilings,
  coverTermWords,
  demandKinds,
  figures,
  foundations,
  gatherings,
  homePlans,
  medicalSteps as steps,
  origins,
  reachKinds,
  strengths,
  tripFlags,
  unmatchedParts,
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
        everyWord("badge", ["missing", "unverified"]),
      ],
      otherwise: "lackUntold",
    },
    {
      every: [
        everyWord("scope", ["breach"]),
        everyValueOf("coach/card_conditions.csv", ["broken"], ["flag"]),
      ],
      otherwise: "breachUntold",
    },
    {
      every: [everyWord("scope", ["demand"]), everyWord("demand", demandKinds)],
      otherwise: "demandUntold",
    },
  ],
  inputs: {
    scope: Input.enumeration(argumentScopes, {
      about:
        "Asked once for each gap, each kind of breach, each term of a cover, each demand of a destination, the gravest travel warning, and once for the trip.",
    }),
    slug: Input.optional(
      Input.reference("reference/guarantees.csv", "slug", {
        about: "Guarantee of the gap or the term.",
      }),
    ),
    badge: Input.optional(Input.enumeration(badges, { about: "Kind of gap." })),
    broken: Input.optional(
      Input.enumeration(tripFlags, { about: "What of the trip breaks a condition." }),
    ),
    ceiling: Input.optional(
      Input.enumeration(ceilings, {
        about: "How the ceiling of the cover stands; for the trip, of the medical cover.",
      }),
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
    basis: Input.enumeration(bases, {
      about: "What the statement rests on: this card, its range, its country, or no card.",
    }),
    found: Input.optional(
      Input.enumeration(foundations, {
        about:
          "weak where one weak source says that the cover is held, none where nothing is known, derived where other cards of the kind lack it.",
      }),
    ),
    origin: Input.enumeration(origins, { about: "How the card was found." }),
    unmatched: Input.optional(
      Input.enumeration(unmatchedParts, { about: "What was not recognised of the card." }),
    ),
    withdrawn: Input.boolean({ about: "Whether the card is no longer sold." }),
    warning: Input.optional(
      Input.integer({
        minimum: 3,
        maximum: 4,
        unit: "level",
        about: "Level of a travel warning; asked for the warning alone.",
      }),
    ),
    reach: Input.enumeration(reachKinds, { about: "How far the trip goes, seen from home." }),
    plan: Input.enumeration(homePlans, { about: "Who pays for care at home." }),
    long_trip: Input.boolean({ about: "Whether the trip is long." }),
    medical_ok: Input.boolean({ about: "Whether the card's medical ceiling meets the target." }),
    step: Input.enumeration(steps, { about: "Step of the medical target." }),
  },
  outputs: {
    id: Column.text({ pattern: /^[a-z0-9_]+$/, about: "Name of the argument." }),
    category: Column.enumeration(categories, { about: "What it speaks about." }),
    strength: Column.enumeration(strengths, { about: "How much it weighs." }),
    rank: Column.integer({ minimum: 1, about: "Order within strength and category." }),
    joins: Column.boolean({
      about: "Whether the row only adds to the argument, which another row must make.",
    }),
    gathers: Column.optional(
      Column.enumeration(gatherings, {
        about: "What the row adds to the list of its argument: covers, or terms.",
      }),
    ),
    condition: Column.optional(
      Column.enumeration(argumentConditions, {
        about: "What it is about, for the headline, where it stands against a target that is met.",
      }),
    ),
    figure: Column.enumeration(figures, { about: "What is shown; a dash where it is not known." }),
    hook: Column.text({ about: "Message key of the opening." }),
    fact: Column.text({ about: "Message key of the fact." }),
    pitch: Column.text({ about: "Message key of the offer." }),
    vars: Column.list(
      Column.enumeration(argumentVars, {
        about: "Values that its texts may show; it is not made where one is not known.",
      }),
    ),
    optional_vars: Column.list(
      Column.enumeration(argumentVars, { about: "Values that its texts show where known." }),
    ),
    source,
  },
})
