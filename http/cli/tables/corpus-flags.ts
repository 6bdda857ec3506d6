import * as Flag from "effect/cli/Flag"
import { corpusSeed, generatedCount } from "../../../rules/corpus/corpus.ts"

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
