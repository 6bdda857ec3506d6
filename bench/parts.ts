import { capacityPart } from "./http/capacity.ts"
import { columnsPart } from "./columns.ts"
import { httpParts } from "./http/parts.ts"
import { memoryPart } from "./memory.ts"
import type { Part } from "./part.ts"
import { plausibilityPart } from "./plausibility.ts"
import { quotasPart } from "./quotas/part.ts"
import { allRaces, racesPart } from "./races.ts"
import { requestTablesPart } from "./request-tables.ts"
import { startPart } from "./start/part.ts"
import { tablesPart } from "./tables/part.ts"
import { differencePart } from "./tables/difference.ts"
import { workbenchPart } from "./workbench.ts"

/** The parts of the bench, in the order in which they run. */
export const parts: ReadonlyArray<Part> = [
  ...allRaces.map(racesPart),
  ...httpParts,
  capacityPart,
  quotasPart,
  requestTablesPart,
  columnsPart,
  startPart,
  tablesPart,
  differencePart,
  workbenchPart,
  memoryPart,
  plausibilityPart,
]
