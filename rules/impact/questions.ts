import { prepareArgumentGuards } from "../coach/arguments/argument-guards.ts"
import * as Result from "effect/Result"
import { prepareArguments, prepareSelling, weighingOf } from "../coach/arguments/arguments.ts"
import { prepareBilan } from "../coach/bilan.ts"
import { prepareDemands } from "../coach/formalities.ts"
import { conditionsBroken } from "../coach/covers/gaps.ts"
import { prepareHeadline } from "../coach/arguments/headline.ts"
import { prepareCoachPieces } from "../coach/coach-pieces.ts"
import { type ExchangeRates, prepareExchangeRates } from "../currency/exchange-rates.ts"
import { tripFlagsOf } from "../coach/covers/terms.ts"
import { prepareReadAfresh } from "../guarantees/printed/prepare.ts"
import { memo } from "../../core/memory.ts"
import { ageFactorRow, type CatalogueOffer } from "../pricing/catalogue.ts"
import type { PricingEngine } from "../pricing/engine.ts"
import { prepareGuards } from "../pricing/guards.ts"
import { liveDecisions, livePricingTables, prepareLive } from "../pricing/live.ts"
import { rehearsedOutcome } from "../pricing/magic.ts"
import { judgedFacts } from "../pricing/selection.ts"
import { prepareSandbox, sandboxDecisions } from "../pricing/sandbox.ts"
import type { OfferRow, PricingDecisions } from "../pricing/pricing-tables.ts"
import type { Tables } from "../tables/index.ts"
import type { Trip } from "../trip/trip.ts"
import { readQuoteRequest } from "../trip/request.ts"
import { prepareTripVocabulary } from "../trip/trip-vocabulary.ts"
import { corpusContext } from "./situation-answers.ts"
import type { BilanOrQuote } from "./request-kind.ts"
import { type AskInstead, watchTables } from "./watched-tables.ts"
import { tripRating } from "../pricing/rating.ts"

/**
 * Asks the decision tables what they are asked to answer a bilan, prices or both, one question after another,
 * through `ask`. Production prepares some answers for every combination and remembers others; what
 * is asked here is what these answers need, and nothing else.
 */
export type AskAbout = (asked: BilanOrQuote, ask: AskInstead) => void

const prepareBilanQuestions = (tables: Tables): AskAbout => {
  const pieces = prepareCoachPieces(tables, prepareArgumentGuards)
  const bilans = prepareBilan(pieces)
  return ({ bilan }, ask) => {
    const read = pieces.readRequest(bilan, corpusContext.allowedCardModes)
    if (Result.isFailure(read)) return
    const watched = watchTables(tables, ask)
    const situation = bilans.situationOf(read.success, corpusContext)
    const { reach, trip } = situation
    const { product } = situation.card
    const { country } = product
    const currency = situation.marketCurrency
    watched.recommendedCover.evaluate({ currency, ...trip, reach: reach.kind })
    for (const slug of pieces.gaps.heldNeedsOf(product, currency, trip, reach.kind)) {
      for (const flag of tripFlagsOf(trip)) {
        const limit = flag === "long_trip" ? pieces.terms.dayLimitOf(product, slug) : undefined
        if (limit !== undefined || country === null) continue
        conditionsBroken(watched, country, flag, slug)
      }
    }
    prepareDemands(watched)(read.success, pieces.tableRules)
    // Prepared anew, so that nothing is remembered from the situation before.
    const rules = prepareArguments(watched, prepareArgumentGuards)
    const said = rules.toldFor(situation)
    const headline = prepareHeadline(watched)
    headline.rowFor(situation, said)
    headline.lineRowFor(situation)
    prepareSelling(watched).shouldSell(headline.sellingFactsFor(situation, said))
    const category = pieces.focusOf(weighingOf(rules.templatesOf(situation, said)))[0] ?? null
    watched.coachSocial.evaluate({ category, reach: reach.kind })
  }
}

/** Asks what the price of a trip needs, who may buy what, then the rate of each offer; and which they are. */
const askPrices = (
  { pieces, plan }: PricingEngine,
  decisions: PricingDecisions,
  trip: Trip,
  rates: ExchangeRates,
): ReadonlyArray<CatalogueOffer> => {
  const planned = plan(trip, rates)
  const { countries } = pieces.tables
  prepareGuards({ countries, guards: decisions.guards })?.(
    trip,
    planned.facts,
    planned.selection.matched,
  )
  for (const facts of judgedFacts(planned.facts, planned.selection)) {
    decisions.eligibility.evaluate(facts)
  }
  const magic = rehearsedOutcome(pieces.tables.magic?.rows ?? [], trip)
  if (magic === "near_miss_only") return []
  const rate = tripRating(decisions, planned)
  const offers = planned.requests.flatMap((request) => request.offers)
  for (const offer of offers) {
    rate(offer)
    const { ageScale = null } = offer.row
    if (ageScale === null) continue
    for (const { age } of trip.travellers) ageFactorRow(decisions.ageFactors, ageScale, age)
  }
  return offers
}

type PrintedFacts = Parameters<Tables["printedStates"]["evaluate"]>[0]

/** The questions to the states of printed guarantees that reading the lines of an offer puts. */
const preparePrintedQuestions = (
  tables: Tables,
): ((offer: OfferRow) => ReadonlyArray<PrintedFacts>) => {
  const { printedStates } = tables
  const asked: Array<PrintedFacts> = []
  const evaluate = (facts: PrintedFacts) => {
    asked.push(facts)
    return printedStates.evaluate(facts)
  }
  const watched = { ...tables, printedStates: { ...printedStates, evaluate } }
  const { linesOf } = livePricingTables(tables, prepareReadAfresh(watched))
  return memo((offer) => {
    linesOf(offer)
    return asked.splice(0)
  })
}

const preparePricingQuestions = (tables: Tables): AskAbout => {
  const vocabulary = prepareTripVocabulary(tables)
  const rates = prepareExchangeRates(tables.currencies.rows)
  const sandbox = prepareSandbox(tables)
  const live = prepareLive(tables)
  const printedFacts = preparePrintedQuestions(tables)
  return ({ quote }, ask) => {
    const read = readQuoteRequest(quote, vocabulary)
    if (Result.isFailure(read)) return
    const { trip } = read.success
    const rehearsed = rehearsedOutcome(tables.sandboxMagic.rows, trip)
    const watched = watchTables(tables, ask)
    if (rehearsed !== "refused" && rehearsed !== "timed_out") {
      askPrices(sandbox, sandboxDecisions(watched), trip, rates)
    }
    for (const offer of askPrices(live, liveDecisions(watched), trip, rates)) {
      for (const facts of printedFacts(offer.row)) watched.printedStates.evaluate(facts)
    }
  }
}

/** Prepares the questions of requests over one set of tables. */
export const prepareQuestions = (tables: Tables): AskAbout => {
  const aboutBilan = prepareBilanQuestions(tables)
  const aboutPrices = preparePricingQuestions(tables)
  return (asked, ask) => {
    if (asked.bilan !== undefined) aboutBilan(asked, ask)
    if (asked.quote !== undefined) aboutPrices(asked, ask)
  }
}
