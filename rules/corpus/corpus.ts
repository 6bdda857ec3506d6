import { caseSituations } from "./cases.ts"
import { situations } from "./generate.ts"
import type { Situation } from "./situation.ts"
import type { CorpusTables } from "./corpus-tables.ts"

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
