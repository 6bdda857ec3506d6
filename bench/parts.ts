import { makeBatchMemoryPart, makeBatchPart } from "./batch/part.ts"
import { httpParts } from "./http/parts.ts"
import { makeLedgerPart } from "./ledger/part.ts"
import { makeMemoryPart } from "./memory/part.ts"
import type { Part } from "./part.ts"
import { makeQuotasPart } from "./quotas/part.ts"
import { raceSubjects } from "./race-subjects.ts"
import { racesPart } from "./races.ts"
import { makeStartPart } from "./start/part.ts"

/** The parts of the bench, in the order in which they run. */
export const parts: ReadonlyArray<Part> = [
  ...raceSubjects.map(racesPart),
  ...httpParts,
  makeQuotasPart(),
  makeBatchPart(),
  makeStartPart(),
  makeBatchMemoryPart(),
  makeMemoryPart(),
  makeLedgerPart(),
]
