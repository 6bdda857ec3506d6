import { makeBatchMemoryPart, makeBatchPart } from "./batch/part.ts"
import { conversionRace } from "./conversion.ts"
import { decisionTableRace } from "./decision-tables.ts"
import { httpParts } from "./http/parts.ts"
import { makeMemoryPart } from "./memory/part.ts"
import type { Part } from "./part.ts"
import { flatnessRace, pipelineRace } from "./pipeline.ts"
import { makeQuotasPart } from "./quotas/part.ts"
import { racesPart } from "./races.ts"
import { bilanEffectRace, bilanRace, quoteRace } from "./shipped-tables.ts"
import { makeStartPart } from "./start/part.ts"

/** The parts of the bench, in the order in which they run. */
export const parts: ReadonlyArray<Part> = [
  racesPart({ name: "bilan", about: "Offline bilans over the shipped tables." }, [
    bilanRace,
    bilanEffectRace,
  ]),
  racesPart({ name: "quote", about: "Sandbox quotes over the shipped tables." }, [quoteRace]),
  racesPart(
    { name: "conversion", about: "Exact currency conversion against libraries of decimals." },
    [undefined, "EUR"].map((from) => () => conversionRace(from)),
  ),
  racesPart({ name: "pipeline", about: "Live prices from raw premiums to the answer." }, [
    pipelineRace,
    flatnessRace,
  ]),
  racesPart(
    { name: "decision-tables", about: "Generated decision tables against rules engines." },
    [40, 1_000, 10_000].map((size) => () => decisionTableRace(size)),
  ),
  ...httpParts,
  makeQuotasPart(),
  makeBatchPart(),
  makeStartPart(),
  makeBatchMemoryPart(),
  makeMemoryPart(),
]
