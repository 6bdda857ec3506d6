import { caseLine } from "../corpus/case-line.ts"
import type { Survivor, TableScore } from "./mutation-score.ts"
import type { Situation } from "../corpus/situation.ts"

/** A generated situation that would notice slips that no case notices, as a row of cases.csv. */
export interface SuggestedCase {
  readonly notices: number
  readonly line: string
}

/** A generated situation, and the surviving slips that it would notice. */
export interface NoticingSituation {
  readonly situation: Situation
  readonly noticed: ReadonlyArray<Survivor>
}

/**
 * Few generated situations that together notice every surviving slip that any of them notices: the
 * one that notices most first.
 */
export const noticingSituations = (
  scores: ReadonlyArray<TableScore>,
): ReadonlyArray<NoticingSituation> => {
  const open = new Set(
    scores.flatMap(({ survivors }) =>
      survivors.filter(({ verdict }) => verdict.generated.length > 0),
    ),
  )
  const suggested: Array<NoticingSituation> = []
  while (open.size > 0) {
    const counts = new Map<Situation, number>()
    for (const { verdict } of open) {
      for (const one of verdict.generated) counts.set(one, (counts.get(one) ?? 0) + 1)
    }
    const [best] = [...counts].sort(([, left], [, right]) => right - left)
    if (best === undefined) break
    const [situation] = best
    const noticed = [...open].filter(({ verdict }) => verdict.generated.includes(situation))
    for (const survivor of noticed) open.delete(survivor)
    suggested.push({ situation, noticed })
  }
  return suggested
}

/** The same as rows of cases.csv, with what each is there for. */
export const suggestCases = (scores: ReadonlyArray<TableScore>): ReadonlyArray<SuggestedCase> =>
  noticingSituations(scores).map(({ noticed, situation }) => {
    const files = new Set(noticed.map(({ mutant }) => mutant.file))
    const about = `notices slips in ${[...files].join(" and ")}`
    return { notices: noticed.length, line: caseLine(situation, situation.name, about) }
  })
