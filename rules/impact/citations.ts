import * as Result from "effect/Result"
import { prepareCoach } from "../coach/engine.ts"
import type { Explained, Reason } from "../explanation/explanation.ts"
import { newAccountTerms } from "../fees/new-account-terms.ts"
import { prepareLive } from "../pricing/live.ts"
import { prepareSandbox } from "../pricing/sandbox.ts"
import type { Tables } from "../tables/index.ts"
import { readQuoteRequest } from "../trip/request.ts"
import { prepareTripVocabulary } from "../trip/trip-vocabulary.ts"
import { corpusContext, corpusLinks } from "./situation-answers.ts"
import type { BilanOrQuote } from "./request-kind.ts"

/** The rows that the explanations of all answers to what is asked cite; a row may come several times. */
export type CitationsOf = (asked: BilanOrQuote) => ReadonlyArray<Pick<Reason, "file" | "line">>

const reasonsIn = (explained: Result.Result<Explained<unknown>, unknown>): ReadonlyArray<Reason> =>
  Result.isSuccess(explained) ? explained.success.explanation.flatMap(({ because }) => because) : []

/** Prepares citations over one set of tables. */
export const prepareCitations = (tables: Tables): CitationsOf => {
  const coach = prepareCoach(tables)
  const engines = [prepareSandbox(tables), prepareLive(tables)]
  const vocabulary = prepareTripVocabulary(tables)
  const terms = newAccountTerms(tables)
  return ({ bilan, quote }) => {
    const trip = quote === undefined ? undefined : readQuoteRequest(quote, vocabulary)
    return [
      ...(bilan === undefined ? [] : reasonsIn(coach.explainBilan(bilan, corpusContext))),
      ...(trip !== undefined && Result.isSuccess(trip)
        ? engines.flatMap(({ explain }) =>
            reasonsIn(explain(trip.success.trip, terms, corpusLinks)),
          )
        : []),
    ]
  }
}
