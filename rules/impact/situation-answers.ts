import { prepareArgumentGuards } from "../coach/arguments/argument-guards.ts"
import * as Result from "effect/Result"
import { prepareBilan } from "../coach/bilan.ts"
import { type CoachPieces, prepareCoachPieces } from "../coach/coach-pieces.ts"
import type { CoachRefusal } from "../coach/coach-refusal.ts"
import { cardModes } from "../coach/coach-vocabulary.ts"
import type { BilanResponse } from "../coach/response.ts"
import type { Situation } from "../corpus/situation.ts"
import { newAccountTerms } from "../fees/handling-fee.ts"
import type { PricingEngine } from "../pricing/engine.ts"
import { prepareLive } from "../pricing/live.ts"
import type { OfferLinks, PricedQuote, PricingUnavailable } from "../pricing/offer.ts"
import { prepareSandbox } from "../pricing/sandbox.ts"
import type { Tables } from "../tables/index.ts"
import { readQuoteRequest } from "../trip/request.ts"
import type { TripRefusal } from "../trip/trip-refusal.ts"
import { prepareTripVocabulary } from "../trip/trip-vocabulary.ts"
import { offlineContext } from "../coach/offline.ts"
import type { CoachContext } from "../coach/context.ts"

/** A quote, or why there is none. */
export type QuoteResult = Result.Result<PricedQuote, PricingUnavailable | TripRefusal>

/** What both endpoints answer to a situation: prices of the sandbox, and of the live catalogue's tables. */
export interface SituationAnswers {
  readonly bilan: Result.Result<BilanResponse, CoachRefusal>
  readonly quote: QuoteResult
  readonly live: QuoteResult
}

/** What bilans of a corpus depend on beside the tables: a caller who may send anything, uncredited. */
export const corpusContext: CoachContext = offlineContext("corpus")

/** Links of a corpus: the file or document itself, so that another host is no difference. */
export const corpusLinks: OfferLinks = {
  iconUrl: (file) => file,
  documentUrl: (offerId, kind) => `${offerId}/${kind}`,
}

/** Prices what a situation asks of the quote endpoint. */
export type AnswerQuote = (situation: Pick<Situation, "quote">) => QuoteResult

/** Prepares prices from one catalogue for a new account, over tables whose vocabulary reads the trips. */
export const prepareQuoteAnswers = (
  tables: Tables,
  { price }: Pick<PricingEngine, "price">,
): AnswerQuote => {
  const vocabulary = prepareTripVocabulary(tables)
  const terms = newAccountTerms(tables)
  return ({ quote }) =>
    Result.flatMap(readQuoteRequest(quote, vocabulary), ({ trip }): QuoteResult =>
      price(trip, terms, corpusLinks),
    )
}

/** Whether a field is part of an outcome. */
export const isSpoken = (field: string): boolean => !silent.has(field) && !sayAgain.test(field)

/** What a bilan says, or why there is none. */
export const bilanContent = (bilan: SituationAnswers["bilan"]): object =>
  Result.isSuccess(bilan) ? bilan.success : { refused: bilan.failure.code }

/** What a quote says, or why there is none. */
export const quoteContent = (quote: QuoteResult): object => {
  if (Result.isSuccess(quote)) {
    const { said, ...content } = quote.success
    return said === undefined ? content : { ...content, keptBack: said.map(({ reason }) => reason) }
  }
  return quote.failure._tag === "PricingUnavailable"
    ? { unavailable: quote.failure.reason }
    : { refused: quote.failure.code }
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
  const pieces = prepareCoachPieces(tables, prepareArgumentGuards)
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

/** One value of a flat outcome. */
export type FlatValue = string | number | boolean | null

/** A structure as one record: the path of each value to the value. */
export type Flat = Readonly<Record<string, FlatValue>>

/**
 * Makes one record of a structure of JSON: paths with dots to values. An item of a list is named by
 * its `id`, so that another item before it does not rename it; what is absent has no path.
 *
 * ```ts
 * import { flatten } from "../rules/impact/situation-answers.ts"
 *
 * flatten("card", { origin: "none", words: ["a", "b"] }) // => { "card.origin": "none", "card.words": "a | b" }
 * flatten("offers", [{ id: 7, price: 2 }]) // => { offers: "7", "offers.7.id": 7, "offers.7.price": 2 }
 * ```
 */
export const flatten = (path: string, value: unknown): Flat => {
  const flat: Record<string, FlatValue> = {}
  put(flat, path, value)
  return flat
}

/** What a situation comes to in a few named lines that people compare. */
export type OutcomeSummary = Readonly<Record<string, string>>

/**
 * Sums an outcome up: card, headline, target, gaps, arguments and social proof of the bilan, the
 * price of each offer in minor units and how many were left out, in the sandbox and live.
 *
 * ```ts
 * import { summarise } from "../rules/impact/situation-answers.ts"
 *
 * summarise({ "bilan.refused": "INVALID", "quote.offers.101.price.amountInCents": 4520 }) // => { bilan: "refused INVALID", offers: "101 4520", others: "", live: "", liveOthers: "" }
 * ```
 */
export const summarise = (outcome: Outcome): OutcomeSummary => ({
  ...bilanSummary(outcome),
  ...quoteSummary(outcome),
  ...liveSummary(outcome),
})

/** Fields that say nothing about the situation. */
const silent = new Set([
  "bilan.ok",
  "bilan.meta.engineVersion",
  "bilan.offer.quoteUrl",
  "bilan.destinations",
])

/** Prices are compared in minor units, so the same amount in main units would say it twice. */
const sayAgain = /^(?:quote|live)\.offers\.\d+\.(?:id|price\.amount)$/

/** What a situation comes to: all answers, and the catalogue id of the card that was found. */
interface Conclusion extends SituationAnswers {
  readonly catalogueId: number | null
}

/** Prepares all answers from one set of tables and its pieces, as production gives them. */
const prepareAnswers = (
  tables: Tables,
  pieces: CoachPieces,
): ((situation: Situation) => SituationAnswers) => {
  const bilans = prepareBilan(pieces)
  const sandbox = prepareQuoteAnswers(tables, prepareSandbox(tables))
  const live = prepareQuoteAnswers(tables, prepareLive(tables))
  return (situation) => ({
    bilan: bilans.make(situation.bilan, corpusContext),
    quote: sandbox(situation),
    live: live(situation),
  })
}

/**
 * All that a situation comes to as one record of named values that can be compared: everything that
 * all answers say (`bilan.card.guarantees.cancelTrip.badge`, `quote.offers.101.price.amountInCents`),
 * and the catalogue id of the card that was found. What an answer does not hold has no field.
 */
type Outcome = Flat

const spoken = (flat: Flat): Flat =>
  Object.fromEntries(Object.entries(flat).filter(([field]) => isSpoken(field)))

const put = (flat: Record<string, FlatValue>, path: string, value: unknown): void => {
  if (isFlatValue(value)) flat[path] = value
  else if (Array.isArray(value)) putItems(flat, path, value)
  else if (typeof value === "object" && value !== null) {
    for (const [name, inner] of Object.entries(value)) put(flat, `${path}.${name}`, inner)
  }
}

const isFlatValue = (value: unknown): value is FlatValue =>
  value === null ||
  typeof value === "string" ||
  typeof value === "number" ||
  typeof value === "boolean"

/** Items with ids go under their ids, and their order to the list itself; others are written out. */
const putItems = (
  flat: Record<string, FlatValue>,
  path: string,
  items: ReadonlyArray<unknown>,
): void => {
  const ids = items.map(idOf)
  if (ids.length > 0 && !ids.includes(undefined)) {
    flat[path] = ids.join(" ")
    for (const [index, item] of items.entries()) put(flat, `${path}.${ids[index]}`, item)
  } else flat[path] = items.every(isFlatValue) ? items.join(" | ") : JSON.stringify(items)
}

/** The id of an item of a list, by which it is named wherever it stands. */
const idOf = (item: unknown): string | undefined => {
  if (typeof item !== "object" || item === null || !("id" in item)) return undefined
  const { id } = item
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined
}

const quoteOutcome = (name: "quote" | "live", quote: QuoteResult): Flat =>
  spoken(flatten(name, quoteContent(quote)))

const bilanSummary = (outcome: Outcome): OutcomeSummary => {
  const refused = outcome["bilan.refused"]
  if (refused !== undefined) return { bilan: `refused ${text(refused)}` }
  return {
    card: `${text(outcome["bilan.card.origin"])} ${text(outcome["bilan.card.catalogueId"])}`,
    headline: text(outcome["bilan.bilan.headline.key"]),
    target: text(outcome["bilan.bilan.medical.target"]),
    gaps: listed(outcome, /^bilan\.card\.guarantees\.([^.]+)\.badge$/),
    arguments: text(outcome["bilan.bilan.arguments"]),
    social: text(outcome["bilan.bilan.social.pct"]),
  }
}

const text = (value: FlatValue | undefined): string => String(value ?? "none")

/** The fields whose path matches, as `name value` each, in their order. */
const listed = (outcome: Outcome, path: RegExp): string =>
  Object.entries(outcome)
    .flatMap(([field, value]) => {
      const name = path.exec(field)?.[1]
      return name === undefined ? [] : `${name} ${text(value)}`
    })
    .join(", ")

const quoteSummary = (outcome: Outcome): OutcomeSummary => {
  const refused = outcome["quote.refused"] ?? outcome["quote.unavailable"]
  if (refused !== undefined) return { offers: `refused ${text(refused)}` }
  return {
    offers: listed(outcome, /^quote\.offers\.(\d+)\.price\.amountInCents$/),
    others: listed(outcome, /^quote\.([a-zA-Z]+Count)$/),
  }
}

const liveSummary = (outcome: Outcome): OutcomeSummary => {
  const refused = outcome["live.refused"] ?? outcome["live.unavailable"]
  if (refused !== undefined) return { live: `refused ${text(refused)}` }
  return {
    live: listed(outcome, /^live\.offers\.(\d+)\.price\.amountInCents$/),
    liveOthers: listed(outcome, /^live\.([a-zA-Z]+Count)$/),
  }
}
