import { makeMemory } from "../../core/memory.ts"
import { once } from "../../core/once.ts"
import { type ToldArgument, weighingOf } from "./arguments/arguments.ts"
import { type OpenBilan, openBilan } from "./bilan-json.ts"
import { makeProductNumbers } from "./card/product-numbers.ts"
import type { ResolvedCard } from "./card/resolve-card.ts"
import { tripNumber, tripNumbers } from "./covers/trip-flags.ts"
import type { PreparedCoach } from "./prepared.ts"
import type { TripFlags } from "./request.ts"
import type { BilanResponse, Headline, MedicalReading, Social } from "./response.ts"
import type { MarketRow } from "../tables/coach.ts"
import type { Situation } from "./situation.ts"
import {
  type Category,
  type Market,
  markets,
  type MedicalStep,
  medicalSteps,
  origins,
} from "./vocabulary.ts"

/** What a request asks of one card. */
export interface CardQuestion {
  readonly card: ResolvedCard
  readonly trip: TripFlags
  readonly marketRow: MarketRow
  readonly step: MedicalStep
  /** The destination that sets the step. */
  readonly destination: string
}

/** What follows from the arguments. */
export interface Conclusions {
  readonly shouldSell: boolean
  readonly social: Social
  readonly focus: ReadonlyArray<Category>
}

/** The arguments of an answer and what follows from them. */
export interface Said {
  readonly told: ReadonlyArray<ToldArgument>
  readonly conclusions: Conclusions
}

/**
 * What a bilan says of one card on one kind of trip: of the destinations it depends on the medical
 * step alone, but for their names and demands.
 */
export interface CardBilan extends Said, Pick<Situation, "guarantees" | "guaranteesJson"> {
  readonly card: Pick<BilanResponse["card"], "origin" | "currency">
  readonly medical: MedicalReading
  readonly headlineAt: (destinationName: string) => Headline
  /** Its JSON, open where a request's own goes. */
  readonly json: () => OpenBilan
}

/** Bilans of cards. */
export interface CardBilans {
  /** The bilan of a card; the situation is asked for where it is not known yet. */
  readonly cardBilanOf: (question: CardQuestion, situation: () => Situation) => CardBilan
  readonly conclude: (told: ReadonlyArray<ToldArgument>, market: Market) => Conclusions
}

/** An answer's summary at a destination. */
export const summaryOf = (
  { headlineAt, medical }: Pick<CardBilan, "headlineAt" | "medical">,
  { conclusions, told }: Said,
  destinationName: string,
): Omit<BilanResponse["bilan"], "arguments"> => {
  const { focus, shouldSell, social } = conclusions
  return {
    shouldSell,
    headline: headlineAt(destinationName),
    medical: { ...medical },
    argumentCount: told.length,
    social,
    focusCategories: focus,
  }
}

/** The JSON of a card's bilan with what is said here, open where a request's own goes. */
export const openCardBilan = (known: Omit<CardBilan, "json">, said: Said): OpenBilan => {
  const { card, guaranteesJson } = known
  return openBilan({ card, guaranteesJson, summary: summaryOf(known, said, ""), told: said.told })
}

/** The bilans of so many kinds of card and trip are kept. */
const cardBilansMax = 16_384

const caseCount = origins.length * 2 * tripNumbers.length * medicalSteps.length * markets.length

/** The number of a case of a product: how it was found, the kind of trip, the step and the market. */
const caseOf = ({ card, marketRow, step, trip }: CardQuestion): number => {
  let number = origins.indexOf(card.origin)
  number = number * 2 + (card.tierAssumed === true ? 1 : 0)
  number = number * tripNumbers.length + tripNumber(trip)
  number = number * medicalSteps.length + medicalSteps.indexOf(step)
  return number * markets.length + markets.indexOf(marketRow.market)
}

/** Prepares the bilans of cards. What answers share of them is frozen. */
export const prepareCardBilans = (pieces: PreparedCoach): CardBilans => {
  const { focusOf, selling } = pieces
  const stepAmount = pieces.markets.stepAmount
  const numberOf = makeProductNumbers()
  const known = makeMemory<number, CardBilan>(cardBilansMax)

  const conclude: CardBilans["conclude"] = (told, market) => {
    const focus = focusOf(weighingOf(told))
    return {
      shouldSell: selling.shouldSell(told.length),
      social: pieces.social.socialFor(market, focus[0] ?? null),
      focus: Object.freeze(focus),
    }
  }

  const make = ({ card, marketRow, step }: CardQuestion, situation: Situation): CardBilan => {
    const { guarantees, guaranteesJson, medicalOk, target } = situation
    const targetValue = stepAmount(marketRow.currency, step)
    const told = pieces.arguments.aboutCard(situation)
    const made = {
      card: { origin: card.origin, currency: card.product.currency },
      guarantees,
      guaranteesJson,
      medical: { target, targetValue, ceilingOk: medicalOk },
      headlineAt: pieces.headline.headlineAt(situation),
      told,
      conclusions: conclude(told, marketRow.market),
    }
    return { ...made, json: once(() => openCardBilan(made, made)) }
  }

  return {
    cardBilanOf: (question, situation) =>
      known.get(numberOf(question.card.product) * caseCount + caseOf(question), () =>
        make(question, situation()),
      ),
    conclude,
  }
}
