import * as Effect from "effect/Effect"
import type * as Result from "effect/Result"
import * as Command from "effect/cli/Command"
import { limitOf } from "../../rules/trip/vocabulary.ts"
import { serverSettings } from "../config.ts"
import { makeIcons, readIcons } from "../open/icons.ts"
import { offerLinks } from "../open/offer-links.ts"
import { TableBundle } from "../tables/table-bundle.ts"
import { apiVersion } from "../version.ts"
import { answerRequests, requestOrigin } from "./answer-requests.ts"
import { answerText, explainFlag } from "./explanation-text.ts"
import { makeOfflineQuotes } from "./offline-quotes.ts"
import { jsonFlag } from "./output.ts"
import { makeReader, type RequestRefusal } from "./request-lines.ts"
import { requestArgument, type RequestOrigin } from "./request-origin.ts"

const quotes = Effect.fnUntraced(function* (
  origin: RequestOrigin,
  flags: { readonly explain: boolean; readonly json: boolean },
) {
  const { folder, hash, tables } = (yield* TableBundle).current()
  const { baseUrl } = yield* serverSettings
  const links = offerLinks(baseUrl, makeIcons(yield* readIcons(folder)))
  const bytesMax = limitOf(tables, "body_bytes_max")
  const { explainQuote, quote } = makeOfflineQuotes(tables, `${apiVersion}+${hash}`, links)
  const answer: (request: unknown) => Result.Result<object, RequestRefusal> = flags.explain
    ? explainQuote
    : quote
  return yield* answerRequests(origin, {
    noun: "quote",
    bytesMax,
    answer: makeReader(answer, bytesMax),
    text: answerText(flags.json, folder),
  })
})

const example = JSON.stringify({
  trip: {
    intent: "forTourism",
    startDate: "2027-07-01",
    endDate: "2027-07-14",
    countryResidence: "FR",
    arrivalCountries: ["US"],
    travellers: [{ age: 34 }],
  },
})

/** `viatica quote`: sandbox prices without network and database, one or one for each line. */
export const quoteCommand = Command.make(
  "quote",
  { request: requestArgument, explain: explainFlag, json: jsonFlag },
  Effect.fn("quote")(function* ({ request, ...flags }) {
    const origin = yield* requestOrigin("quote", request)
    return yield* Effect.provide(quotes(origin, flags), TableBundle.layer)
  }),
).pipe(
  Command.withDescription("Price a trip with the sandbox's fictional insurer, offline"),
  Command.withExamples([
    { command: `viatica quote '${example}'`, description: "The offers for a trip" },
    {
      command: "viatica quote --explain @trip.json",
      description: "The rows that decided each figure",
    },
  ]),
)
