import * as Result from "effect/Result"
import { prepareBilan } from "../coach/bilan.ts"
import { prepareCoachPieces, type CoachPieces } from "../coach/coach-pieces.ts"
import { cardModes } from "../coach/coach-vocabulary.ts"
import type { Tables } from "../tables/index.ts"
import { type SituationAnswers, prepareAnswers, type QuoteResult } from "./situation-answers.ts"
import { type Flat, flatten } from "./flatten.ts"
import type { Situation } from "../corpus/situation.ts"

/**
 * All that a situation comes to as one record of named values that can be compared: everything that
 * all answers say (`bilan.card.guarantees.cancelTrip.badge`, `quote.offers.101.price.amountInCents`),
 * and the catalogue id of the card that was found. What an answer does not hold has no field.
 */
export type Outcome = Flat

/** Fields that say nothing about the situation. */
const silent = new Set([
  "bilan.ok",
  "bilan.meta.engineVersion",
  "bilan.offer.quoteUrl",
  "bilan.destinations",
])

/** Prices are compared in minor units, so the same amount in main units would say it twice. */
const sayAgain = /^(?:quote|live)\.offers\.\d+\.(?:id|price\.amount)$/

/** Whether a field is part of an outcome. */
export const isSpoken = (field: string): boolean => !silent.has(field) && !sayAgain.test(field)

const spoken = (flat: Flat): Flat =>
  Object.fromEntries(Object.entries(flat).filter(([field]) => isSpoken(field)))

/** What a bilan says, or why there is none. */
export const bilanContent = (bilan: SituationAnswers["bilan"]): object =>
  Result.isSuccess(bilan) ? bilan.success : { refused: bilan.failure.code }

/** What a quote says, or why there is none. */
export const quoteContent = (quote: QuoteResult): object => {
  if (Result.isSuccess(quote)) return quote.success
  return quote.failure._tag === "PricingUnavailable"
    ? { unavailable: quote.failure.reason }
    : { refused: quote.failure.code }
}

const quoteOutcome = (name: "quote" | "live", quote: QuoteResult): Flat =>
  spoken(flatten(name, quoteContent(quote)))

/** What a situation comes to: all answers, and the catalogue id of the card that was found. */
export interface Conclusion extends SituationAnswers {
  readonly catalogueId: number | null
}

/** Prepares the catalogue ids of the cards that situations are found to hold. */
export const prepareCatalogueIds = (
  pieces: CoachPieces,
): ((situation: Pick<Situation, "bilan">) => number | null) => {
  const { resolver } = pieces
  const { placeOf } = prepareBilan(pieces)
  return ({ bilan }) => {
    const read = pieces.readRequest(bilan, cardModes)
    if (Result.isFailure(read)) return null
    return resolver.resolve(read.success.card, placeOf(read.success)).card?.catalogueId ?? null
  }
}

/** Prepares conclusions over one set of tables. */
export const prepareConclusions = (tables: Tables): ((situation: Situation) => Conclusion) => {
  const pieces = prepareCoachPieces(tables)
  const answersTo = prepareAnswers(tables, pieces)
  const catalogueIdOf = prepareCatalogueIds(pieces)
  return (situation) => ({ ...answersTo(situation), catalogueId: catalogueIdOf(situation) })
}

/** The outcome of a conclusion. */
export const outcomeOf = ({ bilan, catalogueId, live, quote }: Conclusion): Outcome => ({
  "bilan.card.catalogueId": catalogueId,
  ...spoken(flatten("bilan", bilanContent(bilan))),
  ...quoteOutcome("quote", quote),
  ...quoteOutcome("live", live),
})

/** A text that is the same for conclusions that are the same; cheaper than their outcomes. */
export const conclusionText = ({ bilan, catalogueId, live, quote }: Conclusion): string =>
  JSON.stringify([
    catalogueId,
    Result.isSuccess(bilan) ? bilan.success : bilan.failure,
    ...[quote, live].map((answer) => (Result.isSuccess(answer) ? answer.success : answer.failure)),
  ])
