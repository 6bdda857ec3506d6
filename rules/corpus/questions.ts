import * as Result from "effect/Result"
import { prepareArguments } from "../coach/arguments/arguments.ts"
import { prepareBilan } from "../coach/bilan.ts"
import { prepareDemands } from "../coach/formalities/demands.ts"
import { conditionsBroken } from "../coach/covers/gaps.ts"
import { prepareHeadline } from "../coach/arguments/headline.ts"
import { preparePieces } from "../coach/prepared.ts"
import { prepareSelling } from "../coach/arguments/selling.ts"
import { tripFlagsOf } from "../coach/covers/trip-flags.ts"
import { handlingFeeBps } from "../fees/handling-fee.ts"
import { newAccountTerms } from "../fees/new-account-terms.ts"
import { ageFactorRow } from "../pricing/catalogue.ts"
import { tripFacts } from "../pricing/facts.ts"
import { preparePricingPieces, tariffTablesOf } from "../pricing/prepared.ts"
import { rehearsedOutcome } from "../pricing/sandbox.ts"
import { offerPricing } from "../pricing/trip-pricing.ts"
import type { Tables } from "../tables/index.ts"
import { readQuoteRequest } from "../trip/request.ts"
import { prepareTripVocabulary } from "../trip/vocabulary.ts"
import { corpusContext } from "./answers.ts"
import type { Situation } from "./situation.ts"
import { type AskInstead, watchTables } from "./watched-tables.ts"

/**
 * Asks the decision tables what they are asked to answer a situation, one question after another,
 * through `ask`. Production prepares some answers for every combination and remembers others; what
 * is asked here is what this situation needs, and nothing else.
 */
export type AskAbout = (situation: Situation, ask: AskInstead) => void

const prepareBilanQuestions = (tables: Tables): AskAbout => {
  const pieces = preparePieces(tables)
  const bilans = prepareBilan(pieces)
  return ({ bilan }, ask) => {
    const read = pieces.readRequest(bilan, corpusContext.allowedCardModes)
    if (Result.isFailure(read)) return
    const watched = watchTables(tables, ask)
    const situation = bilans.situationOf(read.success, corpusContext)
    const { trip } = situation
    const { product } = situation.card
    const { country, currency } = product
    watched.recommendedCover.evaluate({ currency, ...trip })
    for (const slug of pieces.gaps.heldNeedsOf(product, trip)) {
      for (const flag of tripFlagsOf(trip)) {
        const limit = flag === "long_trip" ? pieces.terms.dayLimitOf(product, slug) : undefined
        if (limit !== undefined || country === null) continue
        conditionsBroken(watched, country, flag, slug)
      }
    }
    prepareDemands(watched)(read.success, pieces.tableRules)
    // Prepared anew, so that nothing is remembered from the situation before.
    const made = prepareArguments(watched).argumentsFor(situation)
    prepareHeadline(watched).rowFor(situation)
    const category = pieces.focusOf(made.weighing)[0] ?? null
    prepareSelling(watched).shouldSell(made.all.length)
    watched.coachSocial.evaluate({ category, market: situation.market })
  }
}

const preparePricingQuestions = (tables: Tables): AskAbout => {
  const vocabulary = prepareTripVocabulary(tables)
  const { geography, select } = preparePricingPieces(tables)
  const feeBps = handlingFeeBps(newAccountTerms(tables))
  return ({ quote }, ask) => {
    const read = readQuoteRequest(quote, vocabulary)
    if (Result.isFailure(read)) return
    const { trip } = read.success
    const rehearsed = rehearsedOutcome(tables.sandboxMagic.rows, trip)
    if (rehearsed === "refused" || rehearsed === "timed_out") return
    const watched = watchTables(tables, ask)
    const facts = tripFacts(trip, geography)
    watched.sandboxEligibility.evaluate(facts)
    if (rehearsed === "near_miss_only") return
    const tariffs = tariffTablesOf(watched)
    const { price } = offerPricing({ trip, facts, feeBps, tariffs, currencies: tables.currencies })
    for (const offer of select(facts).matched) {
      if (offer.row.soldByRedirect) continue
      price(offer)
      const { ageScale } = offer.row
      if (ageScale === null) continue
      for (const { age } of trip.travellers) ageFactorRow(watched.sandboxAgeFactors, ageScale, age)
    }
  }
}

/** Prepares the questions of situations over one set of tables. */
export const prepareQuestions = (tables: Tables): AskAbout => {
  const aboutBilan = prepareBilanQuestions(tables)
  const aboutPrices = preparePricingQuestions(tables)
  return (situation, ask) => {
    aboutBilan(situation, ask)
    aboutPrices(situation, ask)
  }
}
