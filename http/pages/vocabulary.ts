import * as Effect from "effect/Effect"
import type { ReadText } from "../../rules/messages/read-text.ts"
import { vocabularyOf } from "../../rules/messages/vocabulary.ts"
import { answeringDefinitions, type Tables } from "../../rules/tables/index.ts"
import { jsonAnswer } from "../api/answer.ts"
import { openEndpoints } from "../api/api.ts"
import type { OpenRoute } from "../api/open-route.ts"
import { answerOf, tagged } from "./validated.ts"

/** It changes with the tables only; a client that keeps it asks again after some minutes, by its tag. */
const headers = { "cache-control": "public, max-age=300" }

/** What the vocabulary is made of, and what reads its texts, which is loaded when it is needed. */
export interface VocabularyRouteParts {
  readonly tables: Tables
  readonly version: string
  readonly loadReadText: () => Promise<ReadText>
}

/** `GET /api/v1/coach/vocabulary.json`: made when it is first asked for, the same for everyone. */
export const makeVocabularyRoute = ({ loadReadText, tables, version }: VocabularyRouteParts) =>
  Effect.gen(function* () {
    const vocabulary = yield* Effect.cached(
      Effect.map(Effect.promise(loadReadText), (readText) => {
        const definitions = answeringDefinitions
        const response = vocabularyOf({ definitions, tables, readText, version })
        return tagged(jsonAnswer(200, response, headers))
      }).pipe(Effect.uninterruptible),
    )
    const route: OpenRoute = {
      pattern: openEndpoints.vocabulary.path,
      answer: (call) => Effect.map(vocabulary, (answer) => answerOf(answer, call)),
    }
    return route
  })
