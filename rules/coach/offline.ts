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

/** What bilans without a server depend on beside the tables: a caller who may send anything, uncredited. */
export const offlineContext = (engineVersion: string, today?: string): CoachContext => ({
  allowedCardModes: cardModes,
  refIsOwn: false,
  quoteUrl: () => null,
  engineVersion,
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
    warningsOf: shape === undefined ? () => [] : prepareWarnings(shape, coach.words),
  }
}
