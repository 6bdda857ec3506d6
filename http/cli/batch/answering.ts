import * as Result from "effect/Result"
import type { ByteText } from "../../../core/json/byte-text.ts"
import { makeOfflineCoach } from "../../../rules/coach/offline.ts"
import { type CoachRefusal, describeCoachRefusal } from "../../../rules/coach/refusal.ts"
import type { Tables } from "../../../rules/tables/index.ts"
import { limitOf } from "../../../rules/trip/vocabulary.ts"
import { makeIcons } from "../../open/icons.ts"
import { offerLinks } from "../../open/offer-links.ts"
import { makeOfflineQuotes, type QuoteMode } from "../offline-quotes.ts"
import {
  type AnswerBytes,
  type Answers,
  makeReader,
  objectAnswers,
  type RequestRefusal,
} from "../request-reader.ts"
import type { WriteJson } from "./text-bytes.ts"
import { writtenAnswers } from "./written-answers.ts"

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

const coachRefusal = (refused: CoachRefusal): RequestRefusal => ({
  error: refused.code,
  detail: describeCoachRefusal(refused),
})

/** Answers as objects, and as what writes their JSON. */
interface PreparedAnswers {
  readonly objects: Answers<object>
  readonly written: Answers<WriteJson>
}

/** Answers whose JSON is made of the object. */
const stringified = (answer: Answers<object>["answer"]): PreparedAnswers => ({
  objects: objectAnswers(answer),
  written: writtenAnswers((request) =>
    Result.map(answer(request), (found) => (bytes) => bytes.write(JSON.stringify(found))),
  ),
})

/** Answers whose JSON is put together from parts that are written once. */
const putTogether = (
  answer: Answers<object>["answer"],
  json: Answers<ByteText>["answer"],
): PreparedAnswers => ({
  objects: objectAnswers(answer),
  written: writtenAnswers((request) =>
    Result.map(json(request), (found) => (bytes) => bytes.copy(found)),
  ),
})

const answersOf = (answering: Answering, tables: Tables): PreparedAnswers => {
  const { engineVersion, explain } = answering
  switch (answering._tag) {
    case "Bilan": {
      const { bilan, bilanJson, explainBilan } = makeOfflineCoach(tables, engineVersion)
      const refusing =
        <Answer>(make: (request: unknown) => Result.Result<Answer, CoachRefusal>) =>
        (request: unknown) =>
          Result.mapError(make(request), coachRefusal)
      return explain
        ? stringified(refusing(explainBilan))
        : putTogether(refusing(bilan), refusing(bilanJson))
    }
    case "Quote": {
      const { baseUrl, icons, mode } = answering
      const links = offerLinks(baseUrl, makeIcons(icons))
      const quotes = makeOfflineQuotes(tables, engineVersion, links, mode)
      return explain
        ? stringified(quotes.explainQuote)
        : putTogether(quotes.quote, quotes.quoteJson)
    }
  }
}

/** What answers the bytes of requests: with an object, or with what writes its JSON. */
export interface BytesAnswered {
  readonly answer: AnswerBytes<object>
  readonly write: AnswerBytes<WriteJson>
}

/** Prepares answers over a set of tables: the same on whatever thread, from the same tables. */
export const prepareAnswers = (answering: Answering, tables: Tables): BytesAnswered => {
  const bytesMax = limitOf(tables, "body_bytes_max")
  const { objects, written } = answersOf(answering, tables)
  return { answer: makeReader(objects, bytesMax), write: makeReader(written, bytesMax) }
}
