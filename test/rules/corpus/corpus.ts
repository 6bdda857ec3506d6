import * as Result from "effect/Result"
import { prepareReadBilan } from "../../../rules/coach/request.ts"
import { cardModes } from "../../../rules/coach/coach-vocabulary.ts"
import type { Situation } from "../../../rules/corpus/situation.ts"
import { readQuoteRequest } from "../../../rules/trip/request.ts"
import { prepareTripVocabulary } from "../../../rules/trip/trip-vocabulary.ts"
import { shippedTables } from "../../support/tables.ts"

const readBilan = prepareReadBilan(shippedTables)
const vocabulary = prepareTripVocabulary(shippedTables)

/** Why the endpoints would refuse a situation: its name and the codes; empty when they take it. */
export const refusalsOf = ({ bilan, name, quote }: Situation): ReadonlyArray<string> => {
  // Over the wire a body is text, so what JSON cannot carry would show here.
  const sent = <Body>(body: Body): unknown => JSON.parse(JSON.stringify(body))
  const reading = readBilan(sent(bilan), cardModes)
  const trip = readQuoteRequest(sent(quote), vocabulary)
  return [
    ...(Result.isFailure(reading) ? [`${name}: ${reading.failure.code}`] : []),
    ...(Result.isFailure(trip) ? [`${name}: ${trip.failure.code} ${trip.failure.path}`] : []),
  ]
}
