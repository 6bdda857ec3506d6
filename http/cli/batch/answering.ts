import * as Result from "effect/Result"
import { makeOfflineCoach } from "../../../rules/coach/offline.ts"
import { type CoachRefusal, describeCoachRefusal } from "../../../rules/coach/refusal.ts"
import type { Tables } from "../../../rules/tables/index.ts"
import { limitOf } from "../../../rules/trip/vocabulary.ts"
import { makeIcons } from "../../open/icons.ts"
import { offerLinks } from "../../open/offer-links.ts"
import { makeOfflineQuotes, type QuoteMode } from "../offline-quotes.ts"
import { type AnswerBytes, makeReader, type RequestRefusal } from "../request-reader.ts"

/** What requests are answered with, beside the tables; it can be sent to another thread. */
export type Answering = {
  readonly engineVersion: string
  readonly explain: boolean
} & (
  | { readonly _tag: "Bilan" }
  | {
      readonly _tag: "Quote"
      readonly mode: QuoteMode
      readonly baseUrl: string
      /** The texts of the icons by file name: their addresses depend on their content. */
      readonly icons: ReadonlyMap<string, string>
    }
)

type AnswerRequest = (request: unknown) => Result.Result<object, RequestRefusal>

const coachRefusal = (refused: CoachRefusal): RequestRefusal => ({
  error: refused.code,
  detail: describeCoachRefusal(refused),
})

const answerOf = (answering: Answering, tables: Tables): AnswerRequest => {
  const { engineVersion, explain } = answering
  switch (answering._tag) {
    case "Bilan": {
      const coach = makeOfflineCoach(tables, engineVersion)
      const make = (request: unknown): Result.Result<object, CoachRefusal> =>
        explain ? coach.explainBilan(request) : coach.bilan(request)
      return (request) => Result.mapError(make(request), coachRefusal)
    }
    case "Quote": {
      const { baseUrl, icons, mode } = answering
      const links = offerLinks(baseUrl, makeIcons(icons))
      const { explainQuote, quote } = makeOfflineQuotes(tables, engineVersion, links, mode)
      return explain ? explainQuote : quote
    }
  }
}

/** Prepares answers over a set of tables: the same on whatever thread, from the same tables. */
export const prepareAnswers = (answering: Answering, tables: Tables): AnswerBytes<object> =>
  makeReader(answerOf(answering, tables), limitOf(tables, "body_bytes_max"))
