import { createHash } from "node:crypto"
import {
  type CaseOutcomes,
  type OutcomeHash,
  outcomesOfCases,
  prepareOutcome,
} from "../../rules/changes/case-outcomes.ts"
import type { Situation } from "../../rules/corpus/situation.ts"
import type { AllTables } from "../../rules/tables/index.ts"
import type { OutcomeSummary } from "../../rules/impact/situation-answers.ts"

/** Hex digits of the hash of an outcome. */
const hashDigits = 12

/** The hash by which accepted outcomes of cases are told apart. */
export const outcomeHash: OutcomeHash = (text) =>
  createHash("sha256").update(text).digest("hex").slice(0, hashDigits)

/** Prepares what situations come to by some tables. */
export const prepareCaseOutcome = (tables: AllTables): ((situation: Situation) => OutcomeSummary) =>
  prepareOutcome(tables, outcomeHash)

/** What the analysts' cases come to by some tables. */
export const caseOutcomes = (tables: AllTables): CaseOutcomes =>
  outcomesOfCases(tables, outcomeHash)
