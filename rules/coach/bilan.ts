import * as Result from "effect/Result"
import type { ByteText } from "../../core/json/byte-text.ts"
import { fillAll } from "./arguments/arguments.ts"
import { type TargetPlace, prepareWriteBilan, type BilanFrame } from "./bilan-json.ts"
import { type CardBilan, type CardQuestion, prepareCardBilans, summaryOf } from "./card-bilan.ts"
import type { CoachContext } from "./context.ts"
import type { Demands } from "./formalities/demand.ts"
import type { PreparedCoach } from "./prepared.ts"
import { anyCountry } from "./card/profiles.ts"
import type { CoachRefusal } from "./coach-refusal.ts"
import type { BilanRequest } from "./request.ts"
import type { MarketRow } from "./tables/index.ts"
import type { CardPlace } from "./card/resolve-card.ts"
import { abroad } from "./trip-reach.ts"
import type { BilanResponse } from "./response.ts"
import type { BilanSituation } from "./bilan-situation.ts"
import type { Warning } from "./coach-vocabulary.ts"

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
  /** Where the card of a request is looked for. */
  readonly placeOf: (request: BilanRequest) => CardPlace
  readonly situationOf: (request: BilanRequest, context: CoachContext) => BilanSituation
  readonly answerOf: AnswerBilan
  /** Writes what `answerOf` gives, sooner than it is written from that. */
  readonly writeOf: WriteBilan
}

/** Prepares bilans over the pieces; all results are plain total functions. */
export const prepareBilan = (pieces: PreparedCoach): Bilans => {
  const { amountTextFor, demandsOf, markets, measureTextFor, readCard, resolver } = pieces
  const { tables, targets } = pieces
  const cardBilanOf = prepareCardBilans(pieces)
  const write = prepareWriteBilan()
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

  const questionOf = (request: BilanRequest): CardQuestion => {
    const { destinations, residence, trip } = request
    const marketRow = markets.marketOf(residence, request.market)
    const card = resolver.resolve(request.card, placeIn(residence, marketRow))
    const { destination, step } = targets.targetOf(residence, destinations)
    return { card, trip, marketRow, step, destination }
  }

  const demandsFor = (request: BilanRequest, context: CoachContext): Demands | null => {
    const { destinationRules: rules = pieces.tableRules } = context
    return rules === null ? null : demandsOf(request, rules)
  }

  const situationIn = (question: CardQuestion, formalities: Demands | null): BilanSituation => {
    const { card, destination, marketRow, step, trip } = question
    const { currency, language, locale, market } = marketRow
    const targetValue = markets.stepAmount(card.product.currency, step)
    const countryName = countryNames[language]
    const reading = readCard(card.product, trip, targetValue)
    return {
      card,
      trip,
      market,
      step,
      reach: abroad,
      travelWarning: null,
      targetValue,
      gaps: reading.gaps,
      guarantees: reading.guarantees,
      guaranteesJson: reading.guaranteesJson,
      conditions: reading.conditions,
      medicalOk: reading.medicalOk,
      formalities,
      amountText: amountTextFor(locale, card.product.currency),
      moneyText: (amount, money) => amountTextFor(locale, money)(amount),
      measureText: measureTextFor(locale),
      target: amountTextFor(locale, currency)(markets.stepAmount(currency, step)),
      destination,
      destinationName: countryName(destination),
      countryName,
    }
  }

  const frameOf = (
    request: BilanRequest,
    context: CoachContext,
    { card, marketRow }: CardQuestion,
  ): BilanFrame => {
    const { destinations, residence } = request
    const { language: lang, market } = marketRow
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
        warnings: warningsOf(card.warning, request, context),
      },
    }
  }

  const partsOf = (request: BilanRequest, context: CoachContext): BilanParts => {
    const question = questionOf(request)
    const { destination, marketRow } = question
    const formalities = demandsFor(request, context)
    return {
      known: cardBilanOf(question, formalities, () => situationIn(question, formalities)),
      place: { destination, destinationName: countryNames[marketRow.language](destination) },
      frame: frameOf(request, context, question),
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
        ...summaryOf(known, place.destinationName),
        arguments: fillAll(templates, place),
      },
      destinations,
      offer,
      meta,
    }
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
    placeOf: ({ market, residence }) => placeIn(residence, markets.marketOf(residence, market)),
    situationOf: (request, context) =>
      situationIn(questionOf(request), demandsFor(request, context)),
    answerOf,
    writeOf,
  }
}
