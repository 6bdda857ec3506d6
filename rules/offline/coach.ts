import * as Result from "effect/Result"
import { prepareWarnings, type Warned, warned } from "../../core/fields/request-warning.ts"
import { once } from "../../core/memory.ts"
import { plainMap, plainResult } from "../../core/plain-result.ts"
import { type ReadingError, fileError } from "../../core/table/error.ts"
import { loadDefinitions, loadPacked } from "../../core/table/load.ts"
import type { CoachTables } from "../coach/coach-tables.ts"
import { cardModes, type Market } from "../coach/coach-vocabulary.ts"
import { type Coach, prepareCoach } from "../coach/engine.ts"
import { prepareMarkets } from "../coach/market.ts"
import type { BilanRequest } from "../coach/request.ts"
import type { BilanResponse } from "../coach/response.ts"
import { offlineDefinitions } from "../tables/offline.ts"
import type { OwnTexts, PackedTables } from "./packed-tables.ts"
import { coachTexts, packedCoachTexts, versionOf } from "./table-texts.ts"
import { type BilanRefusal, type CoachFunctions } from "./coach-functions.ts"
import { offlineContext } from "../coach/offline.ts"
import type { CoachContext } from "../coach/context.ts"
import type { FieldShape } from "../../core/fields/shape.ts"
import { inMarketOnly } from "./market-only.ts"
import { bilanInput } from "./read-requests.ts"

/** What the Coach is made with beside its tables. */
export interface CoachParts {
  readonly engineVersion: string
  /** The market that the tables are for; all where it is left out. */
  readonly market?: Market | undefined
  /** The shape of requests, as their schema declares it. */
  readonly shape: FieldShape
  /** The day of bilans in UTC, `YYYY-MM-DD`; without it old advice counts as possibly out of date. */
  readonly today?: string | undefined
  /** Whether bilans show facts alone: `shouldSell` is null, and texts recommend nothing. */
  readonly factsOnly?: boolean | undefined
}

/** The Coach over one set of tables, and what its functions ask: single steps ask the same. */
export interface OpenCoach extends CoachFunctions {
  readonly engine: Coach
  readonly context: CoachContext
  /** Reads a request, and refuses what the tables are not for. */
  readonly read: (json: unknown) => Result.Result<BilanRequest, BilanRefusal>
}

/** Prepares the Coach over tables. */
export const coachOver = (
  tables: CoachTables,
  { engineVersion, factsOnly, market: own, shape, today }: CoachParts,
): OpenCoach => {
  const coach = prepareCoach(tables)
  const context = offlineContext(engineVersion, today, factsOnly)
  const warnings = once(() => prepareWarnings(shape, coach.words))
  const ofMarket = inMarketOnly(prepareMarkets(tables), own)

  const read = (json: unknown): Result.Result<BilanRequest, BilanRefusal> =>
    Result.flatMap(coach.read(json, cardModes), ofMarket)

  const withWarnings =
    (request: unknown) =>
    (answer: BilanResponse): BilanResponse & Warned =>
      warned(answer, warnings()(request))

  return {
    engine: coach,
    context,
    read,
    engineVersion,
    readBilan: (json) => plainMap(read(json), bilanInput),
    bilan: (request) =>
      plainMap(read(request), (asked) => withWarnings(request)(coach.answer(asked, context))),
    explainBilan: (request) =>
      plainResult(
        Result.flatMap(read(request), () =>
          Result.map(coach.explainBilan(request, context), ({ answer, explanation }) => ({
            answer: withWarnings(request)(answer),
            explanation,
          })),
        ),
      ),
    requestWarnings: (json) => warnings()(json),
    cards: (asked = {}) =>
      plainMap(
        coach.cards(asked, { keyId: "", mode: "live" }),
        ({ banks, countries, country, generic, ok, tiers }) => ({
          ok,
          country,
          countries,
          banks,
          generic,
          tiers,
        }),
      ),
  }
}

/** Opens the Coach over tables of the package; each is read when it is first needed. */
export const openCoachOver = (
  packed: ReadonlyArray<PackedTables>,
  parts: Pick<CoachParts, "factsOnly" | "shape" | "today">,
): OpenCoach =>
  coachOver(loadPacked(offlineDefinitions, packedCoachTexts(packed)), {
    ...parts,
    engineVersion: versionOf(packed),
    market: packed.find(({ market }) => market !== undefined)?.market,
  })

const known = new Set(Object.values(offlineDefinitions).map(({ file }) => file))

/** Texts under a name that no table has, which would be read by nobody. */
export const unknownFiles = (
  own: OwnTexts,
  files: ReadonlySet<string>,
): ReadonlyArray<ReadingError> =>
  Object.keys(own)
    .filter((file) => !files.has(file))
    .map((file) => fileError(file, { _tag: "TableFile" }))

/**
 * Makes the Coach over one's own tables, in place of those of the package with the same files or, where
 * none are given, alone: or every mistake in them, with file, line, column and what is expected there.
 */
export const makeCoachOver = (
  packed: ReadonlyArray<PackedTables>,
  own: OwnTexts,
  parts: CoachParts,
): Result.Result<OpenCoach, ReadonlyArray<ReadingError>> => {
  const unknown = unknownFiles(own, known)
  if (unknown.length > 0) return Result.fail(unknown)
  return Result.map(loadDefinitions(offlineDefinitions, coachTexts(packed, own)), (tables) =>
    coachOver(tables, parts),
  )
}
