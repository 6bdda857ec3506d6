import type { Situation } from "../corpus/situation.ts"
import type { CountSituation, ImpactTally } from "../impact/impact-tally.ts"
import type { TouchedAnswers } from "../impact/touched-answers.ts"
import { type CorpusChoice } from "../corpus/draw-corpus.ts"

/** What a thread is given: the texts of both versions, the corpus to draw, and whose turn is next. */
export interface ImpactJob {
  readonly before: ReadonlyMap<string, string>
  readonly after: ReadonlyMap<string, string>
  /** The tables that the corpus is drawn from. */
  readonly drawn: ReadonlyMap<string, string>
  readonly touched: TouchedAnswers
  readonly choice: CorpusChoice
  /** One number that all threads share: the place of the next situation that nobody has taken. */
  readonly next: Int32Array<SharedArrayBuffer>
}

/** What a thread answers. */
export type ImpactAnswer = ImpactTally

/** How many situations a thread takes at a time. */
const shareSize = 100

/** Counts situations, as many as are left to take, while others do the same. */
export const countShare = (
  corpus: ReadonlyArray<Situation>,
  next: ImpactJob["next"],
  count: CountSituation,
): void => {
  for (;;) {
    const from = Atomics.add(next, 0, shareSize)
    if (from >= corpus.length) return
    for (const [index, situation] of corpus.slice(from, from + shareSize).entries()) {
      count(situation, from + index)
    }
  }
}
