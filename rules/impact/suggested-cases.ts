import { caseLine } from "../corpus/case-line.ts"
import type { TableScore } from "./mutation-score.ts"
import type { Situation } from "../corpus/situation.ts"

/** A generated situation that would notice slips that no case notices, as a row of cases.csv. */
export interface SuggestedCase {
  readonly notices: number
  readonly line: string
}

/**
 * Few generated situations that together notice every surviving slip that any of them notices: the
 * one that notices most first.
 */
export const suggestCases = (scores: ReadonlyArray<TableScore>): ReadonlyArray<SuggestedCase> => {
  const open = new Set(
    scores.flatMap(({ survivors }) =>
      survivors.filter(({ verdict }) => verdict.generated.length > 0),
    ),
  )
  const suggested: Array<SuggestedCase> = []
  while (open.size > 0) {
    const counts = new Map<Situation, number>()
    for (const { verdict } of open) {
      for (const one of verdict.generated) counts.set(one, (counts.get(one) ?? 0) + 1)
    }
    const [best] = [...counts].sort(([, left], [, right]) => right - left)
    if (best === undefined) break
    const [situation, notices] = best
    const files = new Set<string>()
    for (const survivor of open) {
      if (!survivor.verdict.generated.includes(situation)) continue
      open.delete(survivor)
      files.add(survivor.mutant.file)
    }
    const about = `notices slips in ${[...files].join(" and ")}`
    suggested.push({ notices, line: caseLine(situation, situation.name, about) })
  }
  return suggested
}
