import * as Result from "effect/Result"
import type { ByteText } from "../../core/json/byte-text.ts"
import type { CountryCode } from "../../core/vocabulary/codes.ts"
import { fillAll } from "./arguments/arguments.ts"
import type { TargetPlace } from "./arguments/open-texts.ts"
import { prepareWriteBilan, type BilanFrame } from "./bilan-json.ts"
import {
  type CardBilan,
  type CardQuestion,
  type Circumstances,
  prepareCardBilans,
  summaryOf,
} from "./card-bilan.ts"
import type { Demands } from "./formalities.ts"
import type { CoachPieces } from "./coach-pieces.ts"
import { anyCountry, medicalSlug } from "./card/products.ts"
import type { CoachRefusal } from "./coach-refusal.ts"
import type { BilanRequest } from "./request.ts"
import type { CardPlace } from "./card/resolve-card.ts"
import { zoneSchemeOf } from "./market.ts"
import type { BilanSituation } from "./bilan-situation.ts"
import type { FoundWarning } from "./travel-warning.ts"
import type { BilanResponse } from "./response.ts"
import type { PlaceSports, Warning } from "./coach-vocabulary.ts"
import type { CoachContext } from "./context.ts"

/** Makes bilans: from parsed JSON of any shape and a context to an answer or a refusal. */
export type MakeBilan = (
  request: unknown,
  context: CoachContext,
) => Result.Result<BilanResponse, CoachRefusal>

/** Answers a request once read. */
export type AnswerBilan = (request: BilanRequest, context: CoachContext) => BilanResponse

/** Answers a request once read with the JSON of its answer in UTF-8. */
export type WriteBilan = (request: BilanRequest, context: CoachContext) => ByteText

/** The country whose profiles stand in: the residence, else the market's, when it has a bank list. */
const profileCountryOf = (
  hasBanks: (country: CountryCode) => boolean,
  residence: CountryCode,
  marketResidences: ReadonlyArray<string>,
): string => (hasBanks(residence) ? residence : (marketResidences.find(hasBanks) ?? anyCountry))

const warningsOf = (
  card: Warning | undefined,
  request: BilanRequest,
  context: CoachContext,
  stale: boolean,
): ReadonlyArray<Warning> => {
  const warnings: Array<Warning> = card === undefined ? [] : [card]
  if (context.destinationRules === null) warnings.push("FORMALITIES_UNAVAILABLE")
  if (stale) warnings.push("TRAVEL_WARNINGS_STALE")
  if (request.ref !== null && !context.refIsOwn) warnings.push("REF_IGNORED")
  return warnings
}

/** What the answer to a request is made of. */
interface BilanParts {
  readonly known: CardBilan
  readonly place: TargetPlace
  readonly frame: BilanFrame
}

/** Makes bilans, as a whole and in the steps that servers and explanations follow. */
export interface Bilans {
  /** Reads, then answers. */
  readonly make: MakeBilan
  /** Where the card of a request is looked for, whatever market it asks for. */
  readonly placeOf: (request: BilanRequest) => CardPlace
  readonly situationOf: (request: BilanRequest, context: CoachContext) => BilanSituation
  /** What is asked about the card of a request, whatever its destinations demand. */
  readonly questionOf: (
    request: BilanRequest,
    context: Pick<CoachContext, "factsOnly" | "today">,
  ) => CardQuestion
  /** The warning against the trip with the advice that gives it. */
  readonly warningFor: (request: BilanRequest, context: CoachContext) => FoundWarning | null
  readonly answerOf: AnswerBilan
  /** The arguments of the answer alone, in its order. */
  readonly argumentsOf: (
    request: BilanRequest,
    context: CoachContext,
  ) => BilanResponse["bilan"]["arguments"]
  /** Writes what `answerOf` gives, sooner than it is written from that. */
  readonly writeOf: WriteBilan
}

/** Prepares bilans over the pieces; all results are plain total functions. */
export const prepareBilan = (pieces: CoachPieces): Bilans => {
  const { amountTextFor, benchmarkIn, demandsOf, gaps, homePlaces, inMarket, markets } = pieces
  const { measureTextFor, readCard, resolver, tables, targets } = pieces
  const cardBilanOf = prepareCardBilans(pieces)
  const write = prepareWriteBilan()

  const placeIn = (residence: CountryCode): CardPlace => {
    const { currency, residences } = markets.marketOf(residence, null)
    const home = tables.cardHomes.get(residence)?.country ?? residence
    return {
      residence: home,
      profileCountry: profileCountryOf(pieces.catalogue.listsBanks, home, residences),
      currency,
    }
  }

  /** What the destinations have for sports, all together. */
  const sportsOf = (destinations: ReadonlyArray<string>): PlaceSports => {
    const rows = destinations.flatMap((code) => tables.destinationSports.get(code) ?? [])
    const snow = rows.some((row) => row.snow)
    const sea = rows.some((row) => row.sea)
    if (snow) return sea ? "both" : "snow"
    return sea ? "sea" : "neither"
  }

  /** The destination that sets the target, and all of them together, in words. */
  const targetPlace = (
    { destinations }: BilanRequest,
    { destination, wording }: CardQuestion,
  ): TargetPlace => {
    const inPlace = wording.inPlace(destination) ?? wording.word("there")
    const count = destinations.length
    return {
      destination,
      destinationName: wording.place(destination) ?? destination,
      inPlace,
      inPlaces: count > 1 ? wording.inCountries(count) : inPlace,
    }
  }

  const questionOf: Bilans["questionOf"] = (request, { factsOnly = false, today }) => {
    const { destinations, residence, trip } = request
    const marketRow = markets.marketOf(residence, request.market)
    const wording = pieces.wordingFor(request.lang ?? marketRow.language, marketRow.market)
    const card = resolver.resolve(request.card, placeIn(residence))
    const { destination, step } = targets.targetOf(residence, destinations)
    const reach = homePlaces.reachOf(residence, destinations)
    const costKnown =
      step === "zone" || (tables.countries.get(destination)?.costTier ?? null) !== null
    const facts = step === "zone" ? targets.zoneFacts(residence, destination) : undefined
    const scheme = zoneSchemeOf(facts?.full?.zone)
    const sports = sportsOf(destinations)
    return {
      card,
      trip,
      marketRow,
      wording,
      today,
      factsOnly,
      step,
      reach,
      destination,
      costKnown,
      scheme,
      sports,
    }
  }

  const demandsFor = (request: BilanRequest, context: CoachContext): Demands | null => {
    const { destinationRules: rules = pieces.tableRules } = context
    return rules === null ? null : demandsOf(request, rules)
  }

  /** The warning against the trip, from the source of formalities where that tells any. */
  const warningFor = (request: BilanRequest, context: CoachContext): FoundWarning | null => {
    const told = context.destinationRules?.adviceOf
    const { adviceOf } = pieces.tableRules
    return pieces.warningOf(request, (code) => told?.(code) ?? adviceOf(code), context.today)
  }

  const circumstancesOf = (request: BilanRequest, context: CoachContext): Circumstances => ({
    demands: demandsFor(request, context),
    warning: warningFor(request, context)?.warning ?? null,
  })

  /** What is recommended of a guarantee, in the currency of the market. */
  const marketNeedOf =
    ({ marketRow: { currency }, reach, step, trip }: CardQuestion) =>
    (slug: string): number | null => {
      if (slug === medicalSlug) return markets.stepAmount(currency, step)
      const needs = gaps.needsOf(currency, trip, reach.kind)
      return needs.find((need) => need.slug === slug)?.amount ?? null
    }

  const situationIn = (
    question: CardQuestion,
    { demands, warning }: Circumstances,
  ): BilanSituation => {
    const { card, costKnown, destination, factsOnly, marketRow, reach, scheme, sports } = question
    const { step, today, trip, wording } = question
    const { locale } = wording
    const { currency, market } = marketRow
    const targetOfMarket = markets.stepAmount(currency, step)
    const targetValue = benchmarkIn(targetOfMarket, currency, card.product.currency)
    const moneyText = (amount: number, money: string): string =>
      amountTextFor(locale, money)(amount)
    const countryName = (code: string): string => wording.place(code) ?? code
    const benchmarks = { marketCurrency: currency, target: targetValue }
    const hasSnow = sports === "snow" || sports === "both"
    const reading = readCard(card.product, trip, reach.kind, benchmarks, hasSnow)
    return {
      card,
      trip,
      market,
      step,
      reach,
      travelWarning: warning,
      targetValue,
      gaps: reading.gaps,
      others: reading.others,
      conditions: reading.conditions,
      medicalOk: reading.medicalOk,
      formalities: demands,
      marketCurrency: currency,
      inMarket,
      marketNeed: marketNeedOf(question),
      moneyText,
      measureText: measureTextFor(locale),
      wording,
      factsOnly,
      today,
      costKnown,
      scheme,
      sports,
      target: amountTextFor(locale, currency)(targetOfMarket),
      destination,
      destinationName: countryName(destination),
      countryName,
    }
  }

  const frameOf = (
    request: BilanRequest,
    context: CoachContext,
    { card, marketRow, wording }: CardQuestion,
    { warning }: Circumstances,
  ): BilanFrame => {
    const { destinations, residence } = request
    const { market } = marketRow
    const lang = wording.language
    const ref = context.refIsOwn ? request.ref : null
    return {
      detected: card.detected,
      destinations,
      offer: { quoteUrl: context.quoteUrl({ residence, lang, ref }) },
      meta: {
        engineVersion: context.engineVersion,
        market,
        lang,
        passport: context.destinationRules === null ? null : residence,
        warnings: warningsOf(card.warning, request, context, warning?.stale === true),
      },
    }
  }

  const partsOf = (request: BilanRequest, context: CoachContext): BilanParts => {
    const question = questionOf(request, context)
    const circumstances = circumstancesOf(request, context)
    return {
      known: cardBilanOf(question, circumstances, (under) => situationIn(question, under)),
      place: targetPlace(request, question),
      frame: frameOf(request, context, question, circumstances),
    }
  }

  const answerOf: Bilans["answerOf"] = (request, context) => {
    const { frame, known, place } = partsOf(request, context)
    const { destinations, detected, meta, offer } = frame
    const { card, guarantees, templates } = known
    return {
      ok: true,
      card: { ...card, ...(detected === undefined ? {} : { detected }), guarantees },
      bilan: {
        ...summaryOf(known, place),
        arguments: fillAll(templates, place),
      },
      destinations,
      offer,
      meta,
    }
  }

  const argumentsOf: Bilans["argumentsOf"] = (request, context) => {
    const { known, place } = partsOf(request, context)
    return fillAll(known.templates, place)
  }

  const writeOf: Bilans["writeOf"] = (request, context) => {
    const { frame, known, place } = partsOf(request, context)
    return write(known.json(), place, frame)
  }

  const make: MakeBilan = (request, context) => {
    const read = pieces.readRequest(request, context.allowedCardModes)
    return Result.isFailure(read)
      ? Result.fail(read.failure)
      : Result.succeed(answerOf(read.success, context))
  }

  return {
    make,
    placeOf: ({ residence }) => placeIn(residence),
    questionOf,
    situationOf: (request, context) =>
      situationIn(questionOf(request, context), circumstancesOf(request, context)),
    warningFor,
    answerOf,
    argumentsOf,
    writeOf,
  }
}
