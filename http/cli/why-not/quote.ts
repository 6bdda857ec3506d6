import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { prepareExchangeRates } from "../../../rules/currency/exchange-rates.ts"
import { newAccountTerms } from "../../../rules/fees/handling-fee.ts"
import type { CatalogueOffer } from "../../../rules/pricing/catalogue.ts"
import { prepareLive } from "../../../rules/pricing/live.ts"
import { prepareSandbox } from "../../../rules/pricing/sandbox.ts"
import { prepareWhyNoOffer } from "../../../rules/pricing/why-not.ts"
import { limitOf } from "../../../rules/reference/limits.ts"
import { definitionsIn } from "../../../rules/tables/index.ts"
import { wordsOfSources } from "../../../rules/tables/compare-versions.ts"
import { readQuoteRequest } from "../../../rules/trip/request.ts"
import { describeTripRefusal } from "../../../rules/trip/trip-refusal.ts"
import { prepareTripVocabulary } from "../../../rules/trip/trip-vocabulary.ts"
import { type RequestOrigin } from "../../bulk/request-origin.ts"
import type { QuoteMode } from "../../bulk/offline-quotes.ts"
import { loneRequest, whyNotText } from "./why-not.ts"
import { refusal } from "../../terminal/command-refused.ts"
import { answeringTables } from "../../bulk/answering-tables.ts"

/** The names that an offer goes by: its id, its code, product and plan, and both together. */
const namesOf = ({ code, row }: CatalogueOffer): ReadonlyArray<string> => [
  String(row.offerId),
  code,
  `${row.name} ${row.plan}`,
  row.plan,
  row.name,
]

/** No address is shown of an offer that is asked about. */
const noLinks = { iconUrl: () => "", documentUrl: () => "" }

/** `viatica quote --why-not OFFER`: why an offer is not in the quote of a request. */
export const whyNotInQuote = Effect.fnUntraced(function* (
  origin: RequestOrigin,
  {
    json,
    mode,
    wanted,
  }: { readonly wanted: string; readonly mode: QuoteMode; readonly json: boolean },
) {
  const { folder, sources, tables } = yield* answeringTables
  const request = yield* loneRequest(origin, limitOf(tables, "body_bytes_max"))
  const engine = mode === "live" ? prepareLive(tables) : prepareSandbox(tables)
  const offers = [...engine.pieces.offers.values()]
  const named = offers.filter((offer) =>
    namesOf(offer).some((name) => name.toLowerCase() === wanted.toLowerCase()),
  )
  if (named.length === 0) {
    return yield* refusal("name-unknown", {
      noun: mode,
      id: wanted,
      known: offers.flatMap(namesOf),
    })
  }
  const read = readQuoteRequest(request, prepareTripVocabulary(tables))
  if (Result.isFailure(read)) {
    const { failure } = read
    return yield* refusal("request-refused", {
      error: failure.code,
      detail: describeTripRefusal(failure),
    })
  }
  const { trip } = read.success
  const whyNot = prepareWhyNoOffer(
    engine,
    wordsOfSources(Object.values(definitionsIn(sources)), sources),
  )
  const plan = engine.plan(trip, prepareExchangeRates(tables.currencies.rows))
  const priced = engine.price(trip, newAccountTerms(tables), noLinks)
  const answer = Result.isSuccess(priced) ? priced.success : undefined
  const found = named.map((offer) => whyNot(trip, plan, answer, offer))
  return yield* Console.log(
    json
      ? JSON.stringify(found)
      : found.map((each) => whyNotText(each, folder, "offered")).join("\n"),
  )
})
