import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { cardModes } from "../../../rules/coach/coach-vocabulary.ts"
import { prepareCoach } from "../../../rules/coach/engine.ts"
import { corpusOf, corpusSeed } from "../../../rules/corpus/corpus.ts"
import type { Situation } from "../../../rules/corpus/situation.ts"
import { collectAskedFacts } from "../../../rules/impact/mutation.ts"
import { answerOf } from "../../../rules/impact/watched-tables.ts"
import { prepareKeepTrip } from "../../../rules/trip/kept-trip.ts"
import { readQuoteRequest } from "../../../rules/trip/request.ts"
import { prepareTripVocabulary } from "../../../rules/trip/trip-vocabulary.ts"
import { shippedTables } from "../../support/tables.ts"

const coach = prepareCoach(shippedTables)
const vocabulary = prepareTripVocabulary(shippedTables)
const keepTrip = prepareKeepTrip(shippedTables)

const keptOf = ({ bilan, name, origin, quote }: Situation): Situation => {
  const trip = readQuoteRequest(quote, vocabulary)
  const request = coach.read(bilan, cardModes)
  return {
    name,
    origin,
    ...(Result.isSuccess(trip) ? { quote: keepTrip(trip.success.trip) } : {}),
    ...(Result.isSuccess(request) ? { bilan: coach.kept(request.success) } : {}),
  } as Situation
}

/** The rows of decision tables that some requests exercise. */
const exercisedBy = (asked: ReadonlyArray<Situation>): ReadonlySet<string> => {
  const rows = new Set<string>()
  for (const [name, questions] of collectAskedFacts(shippedTables, asked)) {
    for (const { facts } of questions) {
      for (const { line } of answerOf(shippedTables, name, facts)) rows.add(`${name} ${line}`)
    }
  }
  return rows
}

describe("the requests of the corpus as they are kept", () => {
  it("exercise nearly all rows that they exercise as they are, and hardly any other", () => {
    const corpus = corpusOf(shippedTables, corpusSeed, 500)
    const [before, after] = [exercisedBy(corpus), exercisedBy(corpus.map(keptOf))]
    const lost = [...before].filter((row) => !after.has(row))
    const added = [...after].filter((row) => !before.has(row))
    assert.isAbove(before.size, 1_500)
    assert.isBelow(lost.length / before.size, 0.02, lost.join("\n"))
    assert.isBelow(added.length / before.size, 0.02, added.join("\n"))
  })
})
