import * as Result from "effect/Result"
import { prepareWarnings, type Warned, warned } from "../../core/fields/request-warning.ts"
import { once } from "../../core/memory.ts"
import { plainMap } from "../../core/plain-result.ts"
import { loadPacked } from "../../core/table/load.ts"
import { definitionsIn, type Outlines } from "../../core/table/outline.ts"
import { prepareBilan } from "../coach/bilan.ts"
import { cardModes } from "../coach/coach-vocabulary.ts"
import { prepareMarkets } from "../coach/market.ts"
import { prepareCoachPieces } from "../coach/coach-pieces.ts"
import type { offlineDefinitions } from "../tables/offline.ts"
import type { BilanRefusal, CoachFunctions } from "./coach-functions.ts"
import type { BilanInput } from "./requests.ts"
import type { BilanRequest } from "../coach/request.ts"
import type { BilanResponse } from "../coach/response.ts"
import { type WrittenLanguage, writtenLanguages } from "../../core/vocabulary/written-language.ts"
import type { BilanTables, PackedTables } from "./packed-tables.ts"
import { packedCoachTexts, versionOf } from "./table-texts.ts"
import { prepareRequestWords } from "../coach/request-words.ts"
import { offlineContext } from "../coach/offline.ts"
import type { FieldShape } from "../../core/fields/shape.ts"
import { inMarketOnly } from "./market-only.ts"
import { bilanInput } from "./read-requests.ts"

/** A request for a bilan in a language whose words the tables do not hold. */
export interface LanguageRefusal {
  readonly _tag: "LanguageRefusal"
  readonly code: "OTHER_LANGUAGE"
  /** The language of the request, and those of the tables. */
  readonly lang: WrittenLanguage
  readonly languages: ReadonlyArray<WrittenLanguage>
}

/** Bilans over one set of tables, without their explanations. */
export interface BilanFunctions extends Pick<CoachFunctions, "engineVersion" | "requestWarnings"> {
  /** What a bank card's travel cover lacks for a trip. */
  readonly bilan: (
    request: BilanInput,
  ) => Result.Result<BilanResponse & Warned, BilanRefusal | LanguageRefusal>
  /** Reads what came as JSON, of any shape: a request, or why it is refused. */
  readonly readBilan: (json: unknown) => Result.Result<BilanInput, BilanRefusal | LanguageRefusal>
}

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
  // Packed tables have none of one's own among them.
  const pieces = prepareCoachPieces(tables, () => undefined)
  const { answerOf } = prepareBilan(pieces)
  const context = offlineContext(engineVersion, today)
  const warnings = once(() => prepareWarnings(shape, prepareRequestWords(pieces)))
  const ofMarket = inMarketOnly(
    prepareMarkets(tables),
    packed.find(({ market }) => market !== undefined)?.market,
  )
  const spoken = packed.flatMap((each) => (each._tag === "BilanTables" ? [each.languages] : []))
  const inLanguages = inLanguagesOnly(spoken[0] ?? writtenLanguages)
  const read = (json: unknown) =>
    Result.flatMap(Result.flatMap(pieces.readRequest(json, cardModes), ofMarket), inLanguages)
  return {
    engineVersion,
    readBilan: (json) => plainMap(read(json), bilanInput),
    bilan: (request) =>
      plainMap(read(request), (asked) => warned(answerOf(asked, context), warnings()(request))),
    requestWarnings: (json) => warnings()(json),
  }
}

/** Refuses requests for a language whose words the tables do not hold: their answers would have blanks. */
const inLanguagesOnly =
  (languages: ReadonlyArray<WrittenLanguage>) =>
  (request: BilanRequest): Result.Result<BilanRequest, LanguageRefusal> => {
    const { lang } = request
    return lang === null || languages.includes(lang)
      ? Result.succeed(request)
      : Result.fail({ _tag: "LanguageRefusal", code: "OTHER_LANGUAGE", lang, languages })
  }
