import type { OutcomeSummary } from "../../../../rules/impact/summary.ts"
import { type CaseOutcomes, outcomesText, withReason } from "../../../tables/case-outcomes.ts"
import { Unanswerable } from "../engine/serve-engine.ts"

/** The outcomes that a text records; none where there is no text yet. */
export const readOutcomes = (text: string): CaseOutcomes => {
  try {
    return text.trim() === "" ? {} : (JSON.parse(text) as CaseOutcomes)
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    throw new Unanswerable(
      "OutcomesUnreadable",
      `The accepted outcomes are no JSON: ${cause.message}`,
    )
  }
}

/** What is recorded anew: the order of all cases, and what some of them come to now. */
export interface OutcomesToRecord {
  /** The names of the cases, in the order of their rows. */
  readonly order: ReadonlyArray<string>
  /** By name; a case that is gone has none. */
  readonly chosen: ReadonlyMap<string, OutcomeSummary | undefined>
  /** Why they are accepted, where somebody said so. */
  readonly reason?: string
}

/**
 * The text of accepted outcomes in which what some cases come to now is recorded, in the order of the
 * cases; others stay as they were accepted.
 */
export const recordedText = (
  accepted: CaseOutcomes,
  { chosen, order, reason }: OutcomesToRecord,
): string => {
  const listed = new Set(order)
  const names = [...order, ...Object.keys(accepted).filter((name) => !listed.has(name))]
  return outcomesText(
    Object.fromEntries(
      names.flatMap((name) => {
        const outcome = chosen.get(name)
        const known = accepted[name]
        if (!chosen.has(name)) return known === undefined ? [] : [[name, known] as const]
        if (outcome === undefined) return []
        return [[name, reason === undefined ? outcome : withReason(outcome, reason)] as const]
      }),
    ),
  )
}
