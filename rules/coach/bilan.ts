import * as Result from "effect/Result"
import type { CoachContext } from "./context.ts"
import type { PreparedCoach } from "./prepared.ts"
import { anyCountry } from "./card/profiles.ts"
import type { CoachRefusal } from "./refusal.ts"
import type { BilanRequest } from "./request.ts"
import type { MarketRow } from "../tables/coach.ts"
import type { CardPlace } from "./card/resolve-card.ts"
import type { BilanResponse } from "./response.ts"
import type { Situation } from "./situation.ts"
import type { Warning } from "./vocabulary.ts"

/** Makes bilans: from parsed JSON of any shape and a context to an answer or a refusal. */
export type MakeBilan = (
  request: unknown,
  context: CoachContext,
) => Result.Result<BilanResponse, CoachRefusal>

/** Answers a request once read. */
export type AnswerBilan = (request: BilanRequest, context: CoachContext) => BilanResponse

/** The country whose profiles stand in: the residence, else the market's, when it has a bank list. */
const profileCountryOf = (
  served: ReadonlySet<string>,
  residence: string,
  marketResidences: ReadonlyArray<string>,
): string =>
  served.has(residence)
    ? residence
    : (marketResidences.find((country) => served.has(country)) ?? anyCountry)

const warningsOf = (
  card: Warning | undefined,
  request: BilanRequest,
  context: CoachContext,
): ReadonlyArray<Warning> => {
  const warnings: Array<Warning> = card === undefined ? [] : [card]
  if (context.destinationRules === null) warnings.push("FORMALITIES_UNAVAILABLE")
  if (request.ref !== null && !context.refIsOwn) warnings.push("REF_IGNORED")
  return warnings
}

/** Makes bilans, as a whole and in the steps that servers and explanations follow. */
export interface Bilans {
  /** Reads, then answers. */
  readonly make: MakeBilan
  /** Where the card of a request is looked for. */
  readonly placeOf: (request: BilanRequest) => CardPlace
  readonly situationOf: (request: BilanRequest, context: CoachContext) => Situation
  readonly answerOf: AnswerBilan
}

/** Prepares bilans over the pieces; all results are plain total functions. */
export const prepareBilan = (pieces: PreparedCoach): Bilans => {
  const { amountTextFor, demandsOf, markets, resolver, tables, targets } = pieces
  const { focusOf, measureTextFor, selling } = pieces
  const { argumentsFor } = pieces.arguments
  const { headlineFor } = pieces.headline
  const { socialFor } = pieces.social
  const { readCard } = pieces
  const served = new Set(pieces.catalogue.banks.map((bank) => bank.country))

  const placeIn = (residence: string, { currency, residences }: MarketRow): CardPlace => {
    const home = tables.cardHomes.get(residence)?.country ?? residence
    return {
      residence: home,
      profileCountry: profileCountryOf(served, home, residences),
      currency,
    }
  }

  const countryNames = {
    fr: (code: string): string => tables.countries.get(code)?.nameFr ?? code,
    en: (code: string): string => tables.countries.get(code)?.nameEn ?? code,
  }

  const situationOf: Bilans["situationOf"] = (request, context) => {
    const { destinations, residence, trip } = request
    const marketRow = markets.marketOf(residence, request.market)
    const { currency, language, locale, market } = marketRow
    const card = resolver.resolve(request.card, placeIn(residence, marketRow))
    const { destination, step } = targets.targetOf(residence, destinations)
    const targetValue = markets.stepAmount(card.product.currency, step)
    const { destinationRules: rules = pieces.tableRules } = context
    const countryName = countryNames[language]
    return {
      card,
      trip,
      market,
      step,
      targetValue,
      ...readCard(card.product, trip, targetValue),
      formalities: rules === null ? null : demandsOf(request, rules),
      amountText: amountTextFor(locale, card.product.currency),
      moneyText: (amount, money) => amountTextFor(locale, money)(amount),
      measureText: measureTextFor(locale),
      target: amountTextFor(locale, currency)(markets.stepAmount(currency, step)),
      destination,
      destinationName: countryName(destination),
      countryName,
    }
  }

  const answerOf: Bilans["answerOf"] = (request, context) => {
    const { destinations, residence } = request
    const { currency, language, market } = markets.marketOf(residence, request.market)
    const situation = situationOf(request, context)
    const { card, guarantees, medicalOk, step, target } = situation
    const { all, weighing } = argumentsFor(situation)
    const focus = focusOf(weighing)
    return {
      ok: true,
      card: {
        origin: card.origin,
        currency: card.product.currency,
        ...(card.detected === undefined ? {} : { detected: card.detected }),
        guarantees,
      },
      bilan: {
        shouldSell: selling.shouldSell(all.length),
        headline: headlineFor(situation),
        medical: {
          target,
          targetValue: markets.stepAmount(currency, step),
          ceilingOk: medicalOk,
        },
        argumentCount: all.length,
        social: socialFor(market, focus[0] ?? null),
        focusCategories: focus,
        arguments: all,
      },
      destinations,
      offer: {
        quoteUrl: context.quoteUrl({
          residence,
          lang: language,
          ref: context.refIsOwn ? request.ref : null,
        }),
      },
      meta: {
        engineVersion: context.engineVersion,
        market,
        lang: language,
        passport: context.destinationRules === null ? null : residence,
        warnings: warningsOf(card.warning, request, context),
      },
    }
  }

  const make: MakeBilan = (request, context) => {
    const read = pieces.readRequest(request, context.allowedCardModes)
    return Result.isFailure(read)
      ? Result.fail(read.failure)
      : Result.succeed(answerOf(read.success, context))
  }

  return {
    make,
    placeOf: ({ market, residence }) => placeIn(residence, markets.marketOf(residence, market)),
    situationOf,
    answerOf,
  }
}
