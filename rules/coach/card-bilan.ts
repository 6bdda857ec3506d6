import { makeMemory, once } from "../../core/memory.ts"
import { writtenLanguages } from "../../core/vocabulary/written-language.ts"
import { type Told, weighingOf } from "./arguments/arguments.ts"
import type { OpenSentence } from "./arguments/headline.ts"
import { type ArgumentTemplate, fillTexts, type TargetPlace } from "./arguments/open-texts.ts"
import { type OpenBilan, openSaid } from "./bilan-json.ts"
import { makeProductNumbers } from "./card/products.ts"
import { isWithdrawn, type ResolvedCard, unmatchedOf } from "./card/resolve-card.ts"
import { tripNumber, tripNumbers } from "./covers/terms.ts"
import { type Demands, demandsKey, isDemanding } from "./formalities.ts"
import type { CoachPieces } from "./coach-pieces.ts"
import { reachCount, reachNumber, type TripReach } from "./trip-reach.ts"
import { type TravelWarning, travelWarningKey } from "./travel-warning.ts"
import type { TripFlags } from "./request.ts"
import type { BilanResponse, MedicalReading, Message, Social } from "./response.ts"
import { prepareTellGaps, type ToldGaps } from "./arguments/told-gaps.ts"
import type { Wording } from "./wording.ts"
import type { MarketRow } from "./tables/index.ts"
import type { BilanSituation } from "./bilan-situation.ts"
import {
  type Category,
  disclosureKeys,
  type MedicalStep,
  medicalSteps,
  origins,
  placeSports,
  type PlaceSports,
  unmatchedParts,
} from "./coach-vocabulary.ts"
import { type ZoneScheme, zoneSchemes } from "./market.ts"
import type { Found } from "./arguments/found-arguments.ts"

/** What a request asks of one card. */
export interface CardQuestion {
  readonly card: ResolvedCard
  readonly trip: TripFlags
  readonly marketRow: MarketRow
  /** How the answer speaks: in the language asked for, or that of the market. */
  readonly wording: Wording
  /** The day of the call; undefined where nobody tells it. */
  readonly today: string | undefined
  /** Whether the answer shows facts alone. */
  readonly factsOnly: boolean
  readonly step: MedicalStep
  readonly reach: TripReach
  /** The destination that sets the step. */
  readonly destination: string
  /** Whether it is known what care costs there. */
  readonly costKnown: boolean
  /** What opens public care there, if it is in the health zone. */
  readonly scheme: ZoneScheme
  /** What the destinations have for sports. */
  readonly sports: PlaceSports
}

/** What follows from the arguments. */
export interface Conclusions {
  readonly headline: OpenSentence
  /** How the medical cover stands against the target. */
  readonly line: OpenSentence
  /** Null where facts alone are shown. */
  readonly shouldSell: boolean | null
  readonly social: Social
  readonly focus: ReadonlyArray<Category>
  /** How far all of it may be relied on. */
  readonly reading: Message
}

/**
 * What a bilan says of one card on one kind of trip: of the destinations it depends on the medical
 * step and on their demands alone, but for their names.
 */
export interface CardBilan extends ToldGaps {
  readonly card: Pick<BilanResponse["card"], "origin" | "currency">
  readonly medical: Pick<MedicalReading, "target" | "targetValue" | "ceilingOk">
  /** What was found about the card, to be weighed together with what destinations bring. */
  readonly found: ReadonlyArray<Found>
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
  { conclusions, medical, templates }: Omit<CardBilan, "json">,
  place: TargetPlace,
): Omit<BilanResponse["bilan"], "arguments"> => {
  const { focus, headline, line, reading, shouldSell, social } = conclusions
  return {
    shouldSell,
    headline: { key: headline.key, ...fillTexts(headline.texts, place) },
    medical: { ...medical, key: line.key, ...fillTexts(line.texts, place) },
    argumentCount: templates.length,
    social,
    focusCategories: focus,
    reading,
    disclosures,
  }
}

/** A place that is not known yet. */
const nowhere: TargetPlace = { destination: "", destinationName: "", inPlace: "", inPlaces: "" }

/** What a traveller has to be told beside any bilan. */
const disclosures: ReadonlyArray<Message> = Object.freeze(
  disclosureKeys.map((key) =>
    Object.freeze({ key, vars: Object.freeze({}), values: Object.freeze({}) }),
  ),
)

const noVars = Object.freeze({})

/** That a bilan is a reading of a day, and what alone binds. */
const readingOf = ({ today, wording }: BilanSituation): Message => {
  const asOf = today === undefined ? undefined : wording.print.date(today)
  return asOf === undefined || today === undefined
    ? { key: "source.reading_undated", vars: noVars, values: noVars }
    : {
        key: "source.reading",
        vars: Object.freeze({ asOf }),
        values: Object.freeze({ asOf: today }),
      }
}

const withJson = (bilan: Omit<CardBilan, "json">): CardBilan => {
  const { card, guaranteesJson, templates } = bilan
  const json = once(() =>
    openSaid({ card, guaranteesJson, summary: summaryOf(bilan, nowhere), templates }),
  )
  return { ...bilan, json }
}

/** The bilans of so many kinds of card and trip are kept. */
const cardBilansMax = 16_384

/** What bilans of cards are made under whatever the destinations. */
const atEase: Circumstances = { demands: null, warning: null }

/** So many of them are kept under demands or warnings. */
const demandedMax = 4_096

/** What was not recognised of a card: nothing, or one of its parts. */
const unmatchedCount = unmatchedParts.length + 1

const unmatchedNumber = (card: ResolvedCard): number => {
  const part = unmatchedOf(card)
  return part === null ? 0 : unmatchedParts.indexOf(part) + 1
}

const caseCountOfMarket =
  origins.length *
  unmatchedCount *
  tripNumbers.length *
  reachCount *
  writtenLanguages.length *
  medicalSteps.length *
  4 *
  zoneSchemes.length *
  placeSports.length

/**
 * The number of a case of a product in one market: how it was found, the kind of trip, its reach, the
 * step, whether its costs are known, whether facts alone are shown, and what opens public care there.
 */
const caseOf = (question: CardQuestion): number => {
  const { card, costKnown, factsOnly, reach, scheme, sports, step, trip, wording } = question
  let number = origins.indexOf(card.origin)
  number = number * unmatchedCount + unmatchedNumber(card)
  number = number * tripNumbers.length + tripNumber(trip)
  number = number * reachCount + reachNumber(reach)
  number = number * writtenLanguages.length + writtenLanguages.indexOf(wording.language)
  number = number * medicalSteps.length + medicalSteps.indexOf(step)
  number = number * 2 + (costKnown ? 1 : 0)
  number = number * 2 + (factsOnly ? 1 : 0)
  number = number * zoneSchemes.length + zoneSchemes.indexOf(scheme)
  return number * placeSports.length + placeSports.indexOf(sports)
}

/** Prepares the bilans of cards. What answers share of them is frozen. */
export const prepareCardBilans = (pieces: CoachPieces): CardBilanOf => {
  const { focusOf, headline, markets: amounts, selling, social } = pieces
  const rules = pieces.arguments
  const numberOf = makeProductNumbers()
  const marketNumbers = new Map(
    pieces.tables.coachMarkets.rows.map(({ market }, index) => [market, index + 1]),
  )
  const caseCount = caseCountOfMarket * (marketNumbers.size + 1)
  /** A market that has no row is that of all residents, which then is made up. */
  const marketNumber = ({ market }: MarketRow): number => marketNumbers.get(market) ?? 0
  /** What is kept says of sources whether they are old: another day begins anew. */
  const keptOn = (day: string | undefined) => ({
    day,
    known: makeMemory<string | number, CardBilan>(cardBilansMax),
    demanded: makeMemory<string, CardBilan>(demandedMax),
    tellGaps: prepareTellGaps(),
  })
  let kept = keptOn(undefined)

  const conclude = (
    situation: BilanSituation,
    told: Told,
    templates: ReadonlyArray<ArgumentTemplate>,
  ): Conclusions => {
    const focus = Object.freeze(focusOf(weighingOf(templates)))
    const { factsOnly, market, reach, step, wording } = situation
    const category = focus[0] ?? null
    return {
      headline: headline.headlineFor(situation, told),
      line: headline.lineFor(situation, told),
      shouldSell: factsOnly ? null : selling.shouldSell(headline.sellingFactsFor(situation, told)),
      social: social.socialFor({
        market,
        category,
        reach: reach.kind,
        step,
        language: wording.language,
      }),
      focus,
      reading: Object.freeze(readingOf(situation)),
    }
  }

  const tell = (
    situation: BilanSituation,
    found: ReadonlyArray<Found>,
  ): Pick<CardBilan, "conclusions" | "templates"> => {
    const told = rules.tell(situation, found)
    const templates = rules.templatesOf(situation, told)
    return { templates, conclusions: conclude(situation, told, templates) }
  }

  const make = ({ card, marketRow, step }: CardQuestion, situation: BilanSituation): CardBilan => {
    const { medicalOk, target } = situation
    const targetValue = amounts.stepAmount(marketRow.currency, step)
    const found = rules.aboutCard(situation)
    return withJson({
      card: { origin: card.origin, currency: card.product.currency },
      ...kept.tellGaps(situation),
      medical: { target, targetValue, ceilingOk: medicalOk },
      found,
      ...tell(situation, found),
    })
  }

  const under = (bilan: CardBilan, situation: BilanSituation): CardBilan => {
    const ofPlaces = rules.aboutPlaces(situation)
    return ofPlaces.length === 0 && situation.travelWarning === null
      ? bilan
      : withJson({ ...bilan, ...tell(situation, [...bilan.found, ...ofPlaces]) })
  }

  return (question, circumstances, situation) => {
    const { demands, warning } = circumstances
    const { card, today } = question
    if (kept.day !== today) kept = keptOn(today)
    const { demanded, known } = kept
    const ofMarket = marketNumber(question.marketRow) * caseCountOfMarket + caseOf(question)
    const product = numberOf(card.product) * caseCount + ofMarket
    // A card that is no longer sold says so by its name.
    const number = isWithdrawn(card) ? `${product} ${card.card?.name}` : product
    const bilan = known.get(number, () => make(question, situation(atEase)))
    const demanding = demands !== null && isDemanding(demands)
    if (!demanding && warning === null) return bilan
    const key = `${number} ${demanding ? demandsKey(demands) : ""} ${travelWarningKey(warning)}`
    return demanded.get(key, () => under(bilan, situation(circumstances)))
  }
}
