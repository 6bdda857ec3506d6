import * as Result from "effect/Result"
import { prepareWarnings, warned } from "../../core/fields/request-warning.ts"
import { once } from "../../core/memory.ts"
import { loadPacked } from "../../core/table/load.ts"
import { definitionsIn, type Outlines } from "../../core/table/outline.ts"
import { prepareBilan } from "../coach/bilan.ts"
import { cardModes } from "../coach/coach-vocabulary.ts"
import { prepareMarkets } from "../coach/market.ts"
import { prepareCoachPieces } from "../coach/coach-pieces.ts"
import type { offlineDefinitions } from "../tables/offline.ts"
import { type CoachFunctions } from "./coach-functions.ts"
import type { BilanTables, PackedTables } from "./packed-tables.ts"
import { packedCoachTexts, versionOf } from "./table-texts.ts"
import { prepareRequestWords } from "../coach/request-words.ts"
import { offlineContext } from "../coach/offline.ts"
import type { FieldShape } from "../../core/fields/shape.ts"
import { inMarketOnly } from "./market-only.ts"
import { bilanInput } from "./read-requests.ts"

/** Bilans over one set of tables, without their explanations. */
export type BilanFunctions = Pick<
  CoachFunctions,
  "bilan" | "engineVersion" | "readBilan" | "requestWarnings"
>

/** What bilans are made with beside their tables. */
export interface LeanBilanParts {
  /** What the tables are, as far as packed ones are read by it. */
  readonly outlines: Outlines<typeof offlineDefinitions>
  /** The shape of requests, as their schema declares it. */
  readonly shape: FieldShape
  /** The day of bilans in UTC, `YYYY-MM-DD`; without it old advice counts as possibly out of date. */
  readonly today?: string | undefined
}

/** Opens bilans over tables of the package; each is read when it is first needed, and as far as it is. */
export const openBilansOver = (
  packed: ReadonlyArray<BilanTables | PackedTables>,
  { outlines, shape, today }: LeanBilanParts,
): BilanFunctions => {
  const tables = loadPacked(definitionsIn(outlines), packedCoachTexts(packed))
  const engineVersion = versionOf(packed)
  const pieces = prepareCoachPieces(tables)
  const { answerOf } = prepareBilan(pieces)
  const context = offlineContext(engineVersion, today)
  const warnings = once(() => prepareWarnings(shape, prepareRequestWords(pieces)))
  const ofMarket = inMarketOnly(
    prepareMarkets(tables),
    packed.find(({ market }) => market !== undefined)?.market,
  )
  const read = (json: unknown) => Result.flatMap(pieces.readRequest(json, cardModes), ofMarket)
  return {
    engineVersion,
    readBilan: (json) => Result.map(read(json), bilanInput),
    bilan: (request) =>
      Result.map(read(request), (asked) => warned(answerOf(asked, context), warnings()(request))),
    requestWarnings: (json) => warnings()(json),
  }
}
