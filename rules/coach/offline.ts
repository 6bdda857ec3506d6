import * as Result from "effect/Result"
import type { ByteText } from "../../core/json/byte-text.ts"
import { prepareWarnings, type RequestWarning } from "../../core/fields/request-warning.ts"
import type { Explained } from "../explanation/explanation.ts"
import type { CoachContext } from "./context.ts"
import { prepareCoach } from "./engine.ts"
import type { CoachRefusal } from "./coach-refusal.ts"
import type { BilanResponse } from "./response.ts"
import type { CoachTables } from "./coach-tables.ts"
import { cardModes } from "./coach-vocabulary.ts"
import type { FieldShape } from "../../core/fields/shape.ts"

/** Bilans without network, database or files. */
export interface OfflineCoach {
  readonly bilan: (request: unknown) => Result.Result<BilanResponse, CoachRefusal>
  /**
   * The JSON of the same bilan in UTF-8, byte for byte as `JSON.stringify` writes it, but sooner; its
   * bytes are the units of the text, which Node writes as `latin1`.
   */
  readonly bilanJson: (request: unknown) => Result.Result<ByteText, CoachRefusal>
  /** The same bilan with the rows that decided each of its figures, by file and line. */
  readonly explainBilan: (request: unknown) => Result.Result<Explained<BilanResponse>, CoachRefusal>
  /**
   * What of a request is not read, refused or not: fields and words that are not known. It takes the
   * shape of requests; without one nothing is found.
   */
  readonly warningsOf: (request: unknown) => ReadonlyArray<RequestWarning>
}

/**
 * What bilans without a server depend on beside the tables: a caller who may send anything, uncredited,
 * and shows what an account shows that is not set to facts alone, unless it says so.
 */
export const offlineContext = (
  engineVersion: string,
  today?: string,
  factsOnly = false,
): CoachContext => ({
  allowedCardModes: cardModes,
  refIsOwn: false,
  quoteUrl: () => null,
  engineVersion,
  factsOnly,
  ...(today === undefined ? {} : { today }),
})

/**
 * The Coach for importers: every card mode may be sent, nobody is credited (`quoteUrl` is null),
 * and a `ref` is ignored with a warning. `engineVersion` names package and tables; without `today`
 * (`YYYY-MM-DD`) advice on travel counts as possibly out of date, and without the `shape` of requests,
 * as their schema declares it, nothing warns of what is not read.
 */
export const makeOfflineCoach = (
  tables: CoachTables,
  engineVersion = "offline",
  today?: string,
  shape?: FieldShape,
): OfflineCoach => {
  const coach = prepareCoach(tables)
  const context = offlineContext(engineVersion, today)
  const bilan = (request: unknown) => coach.bilan(request, context)
  return {
    bilan,
    bilanJson: (request) =>
      Result.map(coach.read(request, context.allowedCardModes), (read) =>
        coach.write(read, context),
      ),
    explainBilan: (request) => coach.explainBilan(request, context),
    warningsOf: shape === undefined ? () => [] : withBin(prepareWarnings(shape, coach.words)),
  }
}

/** Names a BIN that is a text, and not read, as it is not digits throughout. */
const withBin =
  (warningsOf: OfflineCoach["warningsOf"]): OfflineCoach["warningsOf"] =>
  (request) => {
    const warnings = warningsOf(request)
    const bin = binIn(request)
    if (typeof bin !== "string" || /^\d+$/.test(bin)) return warnings
    return [...warnings, binIgnored]
  }

const binIn = (request: unknown): unknown => {
  const card: unknown =
    typeof request === "object" && request !== null ? Reflect.get(request, "card") : undefined
  return typeof card === "object" && card !== null ? Reflect.get(card, "bin") : undefined
}

const binIgnored: RequestWarning = {
  code: "IGNORED_VALUE",
  path: "card.bin",
  detail: "card.bin is ignored; it should be digits",
}
