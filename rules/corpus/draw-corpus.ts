import { corpusOf } from "./corpus.ts"
import type { CorpusTables } from "./corpus-tables.ts"
import type { Situation } from "./situation.ts"

/** What a corpus was made of. */
export interface CorpusRun {
  readonly seed: number
  readonly cases: number
  readonly generated: number
}

/** Which situations a corpus holds. */
export interface CorpusChoice {
  readonly casesOnly: boolean
  readonly count: number
  readonly seed: number
}

/** The situations of a choice, and what they were made of. */
export const drawCorpus = (
  tables: CorpusTables,
  { casesOnly, count, seed }: CorpusChoice,
): { readonly corpus: ReadonlyArray<Situation>; readonly run: CorpusRun } => {
  const corpus = corpusOf(tables, seed, casesOnly ? 0 : count)
  const cases = corpus.filter(({ origin }) => origin === "case").length
  return { corpus, run: { seed, cases, generated: corpus.length - cases } }
}
