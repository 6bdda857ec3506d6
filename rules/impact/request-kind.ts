import * as Result from "effect/Result"
import { type CoachRefusal, describeCoachRefusal } from "../coach/coach-refusal.ts"
import { cardModes } from "../coach/coach-vocabulary.ts"
import { prepareReadBilan } from "../coach/request.ts"
import type { Tables } from "../tables/index.ts"
import { readQuoteRequest } from "../trip/request.ts"
import { describeTripRefusal, type TripRefusal } from "../trip/trip-refusal.ts"
import { prepareTripVocabulary } from "../trip/trip-vocabulary.ts"

/** What tables are asked about: the body of a request for a bilan, of one for prices, or both. */
export interface BilanOrQuote {
  readonly bilan?: unknown
  readonly quote?: unknown
}

/** Why a request asks nothing. */
export interface RequestKindRefusal {
  readonly error: string
  readonly detail: string
}

/** Fields that only the body of a bilan has; a trip both have. */
const bilanFields = ["residence", "destinations", "card", "market"] as const

const neither: RequestKindRefusal = {
  error: "NO_REQUEST",
  detail:
    'neither a request of quotes ({"trip": …}) nor of a bilan ({"residence": …, "destinations": …})',
}

const tripRefused = (refused: TripRefusal): RequestKindRefusal => ({
  error: refused.code,
  detail: describeTripRefusal(refused),
})

const coachRefused = (refused: CoachRefusal): RequestKindRefusal => ({
  error: refused.code,
  detail: describeCoachRefusal(refused),
})

/**
 * Prepares to tell requests of quotes from those of bilans, as partners send them. What an endpoint
 * would refuse asks nothing, and is refused here with the same words.
 */
export const prepareRequestKind = (
  tables: Tables,
): ((request: unknown) => Result.Result<BilanOrQuote, RequestKindRefusal>) => {
  const vocabulary = prepareTripVocabulary(tables)
  const readBilan = prepareReadBilan(tables)
  return (request) => {
    if (typeof request !== "object" || request === null) return Result.fail(neither)
    if (bilanFields.some((name) => name in request)) {
      const read = readBilan(request, cardModes)
      return Result.mapBoth(read, {
        onFailure: coachRefused,
        onSuccess: () => ({ bilan: request }),
      })
    }
    if (!("trip" in request || "tripInfo" in request)) return Result.fail(neither)
    const read = readQuoteRequest(request, vocabulary)
    return Result.mapBoth(read, { onFailure: tripRefused, onSuccess: () => ({ quote: request }) })
  }
}
