import { makeMemory } from "../../core/memory.ts"
import { once } from "../../core/once.ts"
import { type ArgumentTemplate, weighingOf } from "./arguments/arguments.ts"
import { type OpenBilan, type OpenSaid, prepareOpenBilan } from "./bilan-json.ts"
import { makeProductNumbers } from "./card/product-numbers.ts"
import type { ResolvedCard } from "./card/resolve-card.ts"
import { tripNumber, tripNumbers } from "./covers/trip-flags.ts"
import { type Demands, demandsKey, isDemanding } from "./formalities/demand.ts"
import type { PreparedCoach } from "./prepared.ts"
import { reachCount, reachNumber, type TripReach } from "./trip-reach.ts"
import { type TravelWarning, travelWarningKey } from "./warnings/travel-warning.ts"
import type { TripFlags } from "./request.ts"
import type { BilanResponse, Headline, MedicalReading, Social } from "./response.ts"
import type { MarketRow } from "./tables/index.ts"
import type { BilanSituation } from "./bilan-situation.ts"
import {
  type Category,
  type Market,
  markets,
  type MedicalStep,
  medicalSteps,
  origins,
} from "./coach-vocabulary.ts"

/** What a request asks of one card. */
export interface CardQuestion {
  readonly card: ResolvedCard
  readonly trip: TripFlags
  readonly marketRow: MarketRow
  readonly step: MedicalStep
  readonly reach: TripReach
  /** The destination that sets the step. */
  readonly destination: string
}

/** What follows from the arguments. */
export interface Conclusions {
  readonly shouldSell: boolean
  readonly social: Social
  readonly focus: ReadonlyArray<Category>
}

/**
 * What a bilan says of one card on one kind of trip: of the destinations it depends on the medical
 * step and on their demands alone, but for their names.
 */
export interface CardBilan extends Pick<BilanSituation, "guarantees" | "guaranteesJson"> {
  readonly card: Pick<BilanResponse["card"], "origin" | "currency">
  readonly medical: MedicalReading
  readonly headlineAt: (destinationName: string) => Headline
  readonly templates: ReadonlyArray<ArgumentTemplate>
  readonly conclusions: Conclusions
  /** Its JSON, open where a request's own goes. */
  readonly json: () => OpenBilan
}

/** What the destinations bring that a bilan of a card is made under: their demands, and what warns of them. */
export interface Circumstances {
  /** Null when formalities are not available. */
  readonly demands: Demands | null
  readonly warning: TravelWarning | null
}

/**
 * The bilan of a card under the demands of the destinations and what warns of them; the situation is
 * asked for where it is not known yet.
 */
export type CardBilanOf = (
  question: CardQuestion,
  circumstances: Circumstances,
  situation: (circumstances: Circumstances) => BilanSituation,
) => CardBilan

/** An answer's summary at a destination. */
export const summaryOf = (
  { conclusions, headlineAt, medical, templates }: Omit<CardBilan, "json">,
  destinationName: string,
): Omit<BilanResponse["bilan"], "arguments"> => {
  const { focus, shouldSell, social } = conclusions
  return {
    shouldSell,
    headline: headlineAt(destinationName),
    medical: { ...medical },
    argumentCount: templates.length,
    social,
    focusCategories: focus,
  }
}

const withJson = (bilan: Omit<CardBilan, "json">, open: OpenSaid): CardBilan => {
  const { card, guaranteesJson, templates } = bilan
  const json = once(() => open({ card, guaranteesJson, summary: summaryOf(bilan, ""), templates }))
  return { ...bilan, json }
}

/** The bilans of so many kinds of card and trip are kept. */
const cardBilansMax = 16_384

/** What bilans of cards are made under whatever the destinations. */
const atEase: Circumstances = { demands: null, warning: null }

/** So many of them are kept under demands or warnings. */
const demandedMax = 4_096

const caseCount =
  origins.length * 2 * tripNumbers.length * reachCount * medicalSteps.length * markets.length

/** The number of a case of a product: how it was found, the kind of trip, its reach, the step and the market. */
const caseOf = ({ card, marketRow, reach, step, trip }: CardQuestion): number => {
  let number = origins.indexOf(card.origin)
  number = number * 2 + (card.tierAssumed === true ? 1 : 0)
  number = number * tripNumbers.length + tripNumber(trip)
  number = number * reachCount + reachNumber(reach)
  number = number * medicalSteps.length + medicalSteps.indexOf(step)
  return number * markets.length + markets.indexOf(marketRow.market)
}

/** Prepares the bilans of cards. What answers share of them is frozen. */
export const prepareCardBilans = (pieces: PreparedCoach): CardBilanOf => {
  const { focusOf, selling } = pieces
  const { aboutCard, withDemands } = pieces.arguments
  const stepAmount = pieces.markets.stepAmount
  const numberOf = makeProductNumbers()
  const open = prepareOpenBilan()
  const known = makeMemory<number, CardBilan>(cardBilansMax)
  const demanded = makeMemory<string, CardBilan>(demandedMax)

  const conclude = (templates: ReadonlyArray<ArgumentTemplate>, market: Market): Conclusions => {
    const focus = focusOf(weighingOf(templates))
    return {
      shouldSell: selling.shouldSell(templates.length),
      social: pieces.social.socialFor(market, focus[0] ?? null),
      focus: Object.freeze(focus),
    }
  }

  const make = ({ card, marketRow, step }: CardQuestion, situation: BilanSituation): CardBilan => {
    const { guarantees, guaranteesJson, medicalOk, target } = situation
    const targetValue = stepAmount(marketRow.currency, step)
    const templates = aboutCard(situation)
    const bilan = {
      card: { origin: card.origin, currency: card.product.currency },
      guarantees,
      guaranteesJson,
      medical: { target, targetValue, ceilingOk: medicalOk },
      headlineAt: pieces.headline.headlineAt(situation),
      templates,
      conclusions: conclude(templates, marketRow.market),
    }
    return withJson(bilan, open)
  }

  const under = (bilan: CardBilan, situation: BilanSituation): CardBilan => {
    const templates = withDemands(bilan.templates, situation)
    if (templates === bilan.templates && situation.travelWarning === null) return bilan
    return withJson(
      {
        ...bilan,
        headlineAt: pieces.headline.headlineAt(situation),
        templates,
        conclusions: conclude(templates, situation.market),
      },
      open,
    )
  }

  return (question, circumstances, situation) => {
    const { demands, warning } = circumstances
    const number = numberOf(question.card.product) * caseCount + caseOf(question)
    const bilan = known.get(number, () => make(question, situation(atEase)))
    const demanding = demands !== null && isDemanding(demands)
    if (!demanding && warning === null) return bilan
    const key = `${number} ${demanding ? demandsKey(demands) : ""} ${travelWarningKey(warning)}`
    return demanded.get(key, () => under(bilan, situation(circumstances)))
  }
}
