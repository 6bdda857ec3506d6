import * as Flag from "effect/cli/Flag"
import { corpusOf, corpusSeed, generatedCount } from "../../../rules/corpus/corpus.ts"
import type { Situation } from "../../../rules/corpus/situation.ts"
import type { CorpusTables } from "../../../rules/corpus/corpus-tables.ts"
import type { Run } from "./coverage-text.ts"

/** A whole number from 0 up to a million. */
export const countFlag = (name: string, about: string) =>
  Flag.Int(name).pipe(
    Flag.withDescription(about),
    Flag.filter(
      (count) => count >= 0 && count <= 1_000_000,
      () => "Expected a number from 0 to 1000000",
    ),
  )

/** `--seed`: where everything that is drawn begins. */
export const seedFlag = Flag.Int("seed").pipe(
  Flag.withDescription("Seed of what is drawn: the same seed draws the same"),
  Flag.withDefault(corpusSeed),
)

/** The flags of commands that run over situations: which ones. */
export const corpusFlags = {
  casesOnly: Flag.Boolean("cases-only").pipe(
    Flag.withDescription("Take the analysts' own cases and generate none"),
    Flag.withDefault(false),
  ),
  count: countFlag("count", "How many situations to generate besides the analysts' cases").pipe(
    Flag.withDefault(generatedCount),
  ),
  seed: seedFlag,
}

/** What the flags of a corpus say. */
export interface CorpusChoice {
  readonly casesOnly: boolean
  readonly count: number
  readonly seed: number
}

/** The situations that the flags ask for, and what they were made of. */
export const drawCorpus = (
  tables: CorpusTables,
  { casesOnly, count, seed }: CorpusChoice,
): { readonly corpus: ReadonlyArray<Situation>; readonly run: Run } => {
  const corpus = corpusOf(tables, seed, casesOnly ? 0 : count)
  const cases = corpus.filter(({ origin }) => origin === "case").length
  return { corpus, run: { seed, cases, generated: corpus.length - cases } }
}
