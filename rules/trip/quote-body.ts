import * as Schema from "effect/Schema"
import { defaultLanguage } from "./trip-vocabulary.ts"
import type { tripRequest } from "./trip.ts"

/** The language of an answer's texts. */
export const Language = Schema.String.annotate({
  description: `One of the languages of GET /travel/meta; default ${defaultLanguage}.`,
  examples: [defaultLanguage],
  vocabulary: "languages",
})

/** The body of a request for prices. */
export const quoteBody = (trip: ReturnType<typeof tripRequest>) =>
  Schema.Struct({
    trip,
    sessionId: Schema.optionalKey(
      Schema.String.annotate({
        description: "The traveller's session, as an earlier answer gave it.",
        examples: ["qs_4f9c….a1b2…"],
      }),
    ),
    language: Schema.optionalKey(Language),
  }).annotate({ identifier: "QuoteRequest" })

/** The names of its fields; `tripInfo` is another name of `trip`. */
export type QuoteField = keyof ReturnType<typeof quoteBody>["Type"] | "tripInfo"
