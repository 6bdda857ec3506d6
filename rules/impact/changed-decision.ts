import { changedRows, changedText } from "../../core/difference/changed-rows.ts"
import { type Decision, type DecisionDefinition, loadDecision } from "../../core/table/decision.ts"
import type { AnyFacts } from "./watched-tables.ts"

/** The rows of a decision table that a change adds or takes away, as a table of their own. */
export interface ChangedDecision {
  readonly decision: Decision
  /** Whether one of them applies to some facts; where none does, both versions answer the same. */
  readonly answers: (facts: AnyFacts) => boolean
}

/** The texts of both versions of the tables, by their files. */
export interface TextsOfVersions {
  readonly before: ReadonlyMap<string, string>
  readonly after: ReadonlyMap<string, string>
}

/**
 * The changed rows of a decision table. What none of them applies to is answered by the rows that stay,
 * which stand in the same order. Undefined where that cannot be told from the texts.
 */
export const changedDecision = (
  definition: DecisionDefinition,
  texts: TextsOfVersions,
): ChangedDecision | undefined => {
  const { file, inputs, outputs } = definition
  const [before, after] = [texts.before.get(file), texts.after.get(file)]
  if (before === undefined || after === undefined) return undefined
  const columns = Object.keys(inputs).length + Object.keys(outputs).length
  const rows = changedRows(before, after, columns)
  if (rows === undefined) return undefined
  const { content, errors } = loadDecision(definition, changedText(rows))
  if (errors.length > 0) return undefined
  return { decision: content, answers: (facts) => content.evaluate(facts as never).length > 0 }
}
