import { caseSituations } from "../corpus/cases.ts"
import type { Situation } from "../corpus/situation.ts"
import type { AllTables } from "../tables/index.ts"
import {
  conclusionText,
  outcomeOf,
  prepareConclusions,
  type OutcomeSummary,
  summarise,
} from "../impact/situation-answers.ts"

/** What each of the analysts' cases comes to, by its name, with a hash of all that it comes to. */
export type CaseOutcomes = Readonly<Record<string, OutcomeSummary>>

/** A change of a case: what it came to and comes to; undefined where one of both is missing. */
export interface OutcomeChange {
  readonly case: string
  readonly field: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/** A short hash of a text, by which outcomes are told apart that read the same in short. */
export type OutcomeHash = (text: string) => string

/** The field of an accepted outcome that says why it was accepted, where somebody said so. */
const reasonField = "accepted"

/** Where the outcomes of a folder's cases lie in it, beside the cases. */
export const outcomesFile = "corpus/case_outcomes.json"

/** Prepares what situations come to by some tables. */
export const prepareOutcome = (
  tables: AllTables,
  hashOf: OutcomeHash,
): ((situation: Situation) => OutcomeSummary) => {
  const conclude = prepareConclusions(tables)
  return (situation) => {
    const conclusion = conclude(situation)
    const everything = hashOf(conclusionText(conclusion))
    return { ...summarise(outcomeOf(conclusion)), everything }
  }
}

/** What the analysts' cases come to by some tables. */
export const outcomesOfCases = (tables: AllTables, hashOf: OutcomeHash): CaseOutcomes => {
  const outcomeIn = prepareOutcome(tables, hashOf)
  return Object.fromEntries(
    caseSituations(tables).map((situation) => [situation.name, outcomeIn(situation)]),
  )
}

/** Why an outcome was accepted; undefined where nobody said. */
export const acceptedReason = (outcome: OutcomeSummary | undefined): string | undefined =>
  outcome?.[reasonField]

/**
 * An outcome with the reason for which it is accepted.
 *
 * ```ts
 * import { withReason } from "../rules/changes/case-outcomes.ts"
 *
 * withReason({ target: "5" }, "a new tariff") // => { target: "5", accepted: "a new tariff" }
 * ```
 */
export const withReason = (outcome: OutcomeSummary, reason: string): OutcomeSummary => ({
  ...outcome,
  [reasonField]: reason,
})

/** Outcomes with the reasons that some were accepted for: one holds as long as its outcome stays. */
export const withReasonsOf = (accepted: CaseOutcomes, outcomes: CaseOutcomes): CaseOutcomes =>
  Object.fromEntries(
    Object.entries(outcomes).map(([name, outcome]) => {
      const reason = acceptedReason(accepted[name])
      const stays = accepted[name]?.["everything"] === outcome["everything"]
      return [name, reason !== undefined && stays ? withReason(outcome, reason) : outcome]
    }),
  )

/** What differs between two sets of outcomes, case by case; the hash where nothing else does. */
export const outcomeChanges = (
  before: CaseOutcomes,
  after: CaseOutcomes,
): ReadonlyArray<OutcomeChange> =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const [old, now] = [before[name], after[name]]
    if (old === undefined || now === undefined) {
      const place = { case: name, field: "" }
      return [{ ...place, before: old && "a case", after: now && "a case" }]
    }
    const fields = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
      (field) => field !== reasonField,
    )
    const changed = fields.filter((field) => old[field] !== now[field])
    const telling = changed.filter((field) => field !== "everything")
    return (telling.length > 0 ? telling : changed).map((field) => ({
      case: name,
      field,
      before: old[field],
      after: now[field],
    }))
  })

const changeText = ({ after, before, field }: OutcomeChange): string => {
  if (field === "") return after === undefined ? "is gone" : "is new"
  if (field === "everything") return "changes in what the summary leaves out"
  return `${field}: ${before ?? "nothing"} -> ${after ?? "nothing"}`
}

/** The sentence of a change. */
export const describeOutcomeChange = (change: OutcomeChange): string =>
  `${change.case}: ${changeText(change)}`

/** The text of the file that outcomes are recorded in. */
export const outcomesText = (outcomes: CaseOutcomes): string =>
  `${JSON.stringify(outcomes, null, 2)}\n`
