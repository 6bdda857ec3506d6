import { createHash } from "node:crypto"
import { caseSituations } from "../../rules/corpus/cases.ts"
import { conclusionText, outcomeOf, prepareConclusions } from "../../rules/impact/outcome.ts"
import { type OutcomeSummary, summarise } from "../../rules/impact/summary.ts"
import type { AllTables } from "../../rules/tables/index.ts"

/** What each of the analysts' cases comes to, by its name, with a hash of all that it comes to. */
export type CaseOutcomes = Readonly<Record<string, OutcomeSummary>>

/** A change of a case: what it came to and comes to; undefined where one of both is missing. */
export interface OutcomeChange {
  readonly case: string
  readonly field: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/** Hex digits of the hash of an outcome. */
const hashDigits = 12

const hashOf = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, hashDigits)

/** What the analysts' cases come to by some tables. */
export const caseOutcomes = (tables: AllTables): CaseOutcomes => {
  const conclude = prepareConclusions(tables)
  return Object.fromEntries(
    caseSituations(tables).map((situation) => {
      const conclusion = conclude(situation)
      const everything = hashOf(conclusionText(conclusion))
      return [situation.name, { ...summarise(outcomeOf(conclusion)), everything }]
    }),
  )
}

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
    const fields = [...new Set([...Object.keys(old), ...Object.keys(now)])]
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
