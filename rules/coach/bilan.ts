import * as Result from "effect/Result"
import { makeAmountTexts } from "./amount-text.ts"
import { prepareArguments } from "./arguments.ts"
import type { CatalogueIndex } from "./catalogue-index.ts"
import type { CoachContext } from "./context.ts"
import { prepareEntryRules } from "./entry-rules.ts"
import { focusCategories } from "./focus.ts"
import { type Gap, type NamedGap, prepareGaps, reaches } from "./gaps.ts"
import { prepareHeadline } from "./headline.ts"
import { prepareMarkets } from "./market.ts"
import { prepareMedicalTargets } from "./medical-target.ts"
import { coverOf, medicalSlug } from "./products.ts"
import { anyCountry } from "./profiles.ts"
import type { CoachRefusal } from "./refusal.ts"
import { type BilanRequest, readBilanRequest } from "./request.ts"
import type { CardResolver } from "./resolve-card.ts"
import type { BilanResponse } from "./response.ts"
import type { Situation } from "./situation.ts"
import { prepareSocial } from "./social.ts"
import type { CoachTables } from "./tables.ts"
import type { Warning } from "./vocabulary.ts"

/** Makes bilans: from parsed JSON of any shape and a context to an answer or a refusal. */
export type MakeBilan = (
  request: unknown,
  context: CoachContext,
) => Result.Result<BilanResponse, CoachRefusal>

const guaranteesOf = (gaps: ReadonlyArray<NamedGap>): Readonly<Record<string, Gap>> => {
  const guarantees: Record<string, Gap> = {}
  for (const { gap, slug } of gaps) guarantees[slug] = gap
  return guarantees
}

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
  if (!context.formalitiesAvailable) warnings.push("FORMALITIES_UNAVAILABLE")
  if (request.ref !== null && !context.isOwnRef(request.ref)) warnings.push("REF_IGNORED")
  return warnings
}

const ownRef = (request: BilanRequest, context: CoachContext): string | null =>
  request.ref !== null && context.isOwnRef(request.ref) ? request.ref : null

/** Prepares everything that bilans share, once; the result is a plain total function. */
export const prepareBilan = (
  tables: CoachTables,
  catalogue: CatalogueIndex,
  resolver: CardResolver,
): MakeBilan => {
  const markets = prepareMarkets(tables)
  const targets = prepareMedicalTargets(tables)
  const gapRules = prepareGaps(tables)
  const argumentRules = prepareArguments(tables)
  const entryRules = prepareEntryRules(tables)
  const headlineFor = prepareHeadline(tables)
  const socialFor = prepareSocial(tables)
  const amountTextFor = makeAmountTexts()
  const served = new Set(catalogue.banks.map((bank) => bank.country))

  const situationOf = (request: BilanRequest, context: CoachContext): Situation => {
    const { destinations, residence, trip } = request
    const { currency, language, locale, market, residences } = markets.marketOf(
      residence,
      request.market,
    )
    const profileCountry = profileCountryOf(served, residence, residences)
    const card = resolver.resolve(request.card, { residence, profileCountry, currency })
    const { destination, step } = targets.targetOf(residence, destinations)
    const targetValue = markets.stepAmount(card.product.currency, step)
    const country = tables.countries.get(destination)
    return {
      card,
      trip,
      market,
      step,
      targetValue,
      gaps: gapRules.gapsOf(card.product, trip, targetValue),
      medicalOk: reaches(coverOf(card.product, medicalSlug), targetValue, true),
      mandatoryInsurance: context.formalitiesAvailable
        ? entryRules.asksForInsurance(residence, destinations)
        : null,
      amountText: amountTextFor(locale, card.product.currency),
      target: amountTextFor(locale, currency)(markets.stepAmount(currency, step)),
      destination,
      destinationName: (language === "fr" ? country?.nameFr : country?.nameEn) ?? destination,
    }
  }

  const answer = (request: BilanRequest, context: CoachContext): BilanResponse => {
    const { destinations, residence } = request
    const { currency, language, market } = markets.marketOf(residence, request.market)
    const situation = situationOf(request, context)
    const { card, gaps, medicalOk, step, target } = situation
    const args = argumentRules.argumentsFor(situation)
    const focus = focusCategories(args)
    return {
      ok: true,
      card: {
        origin: card.origin,
        currency: card.product.currency,
        ...(card.detected === undefined ? {} : { detected: card.detected }),
        guarantees: guaranteesOf(gaps),
      },
      bilan: {
        shouldSell: args.length > 0,
        headline: headlineFor(situation),
        medical: {
          target,
          targetValue: markets.stepAmount(currency, step),
          ceilingOk: medicalOk,
        },
        argumentCount: args.length,
        social: socialFor(market, focus[0] ?? null),
        focusCategories: focus,
        arguments: args,
      },
      destinations,
      offer: {
        quoteUrl: context.quoteUrl({ residence, lang: language, ref: ownRef(request, context) }),
      },
      meta: {
        engineVersion: context.engineVersion,
        market,
        lang: language,
        passport: context.formalitiesAvailable ? residence : null,
        warnings: warningsOf(card.warning, request, context),
      },
    }
  }

  return (request, context) => {
    const read = readBilanRequest(request, context.allowedCardModes)
    return Result.isFailure(read)
      ? Result.fail(read.failure)
      : Result.succeed(answer(read.success, context))
  }
}
