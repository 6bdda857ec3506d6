import { availableParallelism } from "node:os"
import * as Flag from "effect/cli/Flag"

/** More threads than any machine has cores for. */
const workersMax = 1024

/** `--workers`: how many threads answer lines; 1 is this process alone. */
export const workersFlag = Flag.Int("workers").pipe(
  Flag.withDescription("Threads that answer lines: all available cores unless given, 1 for none"),
  Flag.filter(
    (count) => count >= 1 && count <= workersMax,
    () => `Expected a number from 1 to ${workersMax}`,
  ),
  Flag.map((count): number => count),
  Flag.withDefault(availableParallelism()),
)
