import { caseSituations } from "./cases.ts"
import type { CorpusTables } from "./corpus-tables.ts"
import { situations } from "./generate.ts"
import type { Situation } from "./situation.ts"

/** The seed of generated situations unless another is asked for, so that reports compare. */
export const corpusSeed = 20_261_121

/** How many situations are generated unless another number is asked for. */
export const generatedCount = 2_000

/** The analysts' cases, then generated situations. */
export const corpusOf = (
  tables: CorpusTables,
  seed = corpusSeed,
  count = generatedCount,
): ReadonlyArray<Situation> => [...caseSituations(tables), ...situations(tables, seed, count)]

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
