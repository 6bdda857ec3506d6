import * as Effect from "effect/Effect"
import type { InsurerAnswer, RatingRequest } from "../../../rules/pricing/rating.ts"
import type { InsurerRules } from "../../ports/insurers.ts"

/** The answer of an insurer that cannot be asked. */
export const refusedAnswer: InsurerAnswer = { _tag: "Refused" }

/** Answers for an insurer from its tariff tables; a defect in rating is a refusal. */
export const answerByTariff = (
  { rateByTariff }: InsurerRules,
  request: RatingRequest,
): Effect.Effect<InsurerAnswer> =>
  Effect.sync((): InsurerAnswer => ({ _tag: "Rated", offers: rateByTariff(request) })).pipe(
    Effect.catchDefect((defect) =>
      Effect.logError("rating by tariff failed").pipe(
        Effect.annotateLogs({ insurer: request.insurer.insurer, defect: String(defect) }),
        Effect.as(refusedAnswer),
      ),
    ),
  )
