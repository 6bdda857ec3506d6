import { identity } from "effect/Function"
import * as Result from "effect/Result"
import { changedRows } from "../../core/difference/changed-rows.ts"
import type { Decision } from "../../core/table/decision.ts"
import type { CountryCode } from "../../core/vocabulary/codes.ts"
import { argumentFacts } from "../coach/arguments/arguments.ts"
import type { SocialCase } from "../coach/arguments/social.ts"
import { cardSubjects, placeSubjects } from "../coach/arguments/subjects.ts"
import type { Bilans } from "../coach/bilan.ts"
import type { CardQuestion } from "../coach/card-bilan.ts"
import type { ResolvedCard } from "../coach/card/resolve-card.ts"
import type { CoachPieces } from "../coach/coach-pieces.ts"
import type { BilanRequest } from "../coach/request.ts"
import { coachArguments } from "../coach/tables/arguments.ts"
import { coachBenefits } from "../coach/tables/cards.ts"
import type { QuoteBody, Situation } from "../corpus/situation.ts"
import { type ExchangeRates, prepareExchangeRates } from "../currency/exchange-rates.ts"
import type { Catalogue } from "./price-impact.ts"
import { corpusContext, type SituationAnswers } from "./situation-answers.ts"
import { type AnyFacts, changedDecision, type TextsOfVersions } from "./watched-tables.ts"
import type { CatalogueOffer } from "../pricing/catalogue.ts"
import { judgedFacts, prepareEligibility } from "../pricing/selection.ts"
import type { PricingEngine } from "../pricing/engine.ts"
import { liveDecisions } from "../pricing/live.ts"
import type { PricingDecisions, TripFacts } from "../pricing/pricing-tables.ts"
import { sandboxDecisions } from "../pricing/sandbox.ts"
import { chargesCancellation } from "../pricing/tariff.ts"
import { saysOfTravel, type Tables } from "../tables/index.ts"
import { readQuoteRequest } from "../trip/request.ts"
import { prepareTripVocabulary } from "../trip/trip-vocabulary.ts"

/** Which answers a change of tables can touch. */
export interface TouchedAnswers {
  readonly bilan: boolean
  readonly quote: boolean
  readonly live: boolean
}

/** Every answer. */
export const allAnswers: TouchedAnswers = { bilan: true, quote: true, live: true }

/**
 * The answers that can differ where these tables do, by their files: what a catalogue says touches its
 * own prices alone, texts and pictures touch none.
 *
 * ```ts
 * import { touchedAnswers } from "../rules/impact/touched-answers.ts"
 *
 * touchedAnswers(["catalogue/tariffs.csv"]) // => { bilan: false, quote: false, live: true }
 * touchedAnswers(["fees.csv"]) // => { bilan: true, quote: true, live: true }
 * touchedAnswers(["messages/arguments.csv"]) // => { bilan: false, quote: false, live: false }
 * ```
 */
export const touchedAnswers = (files: Iterable<string>): TouchedAnswers => {
  const touched = { bilan: false, quote: false, live: false }
  for (const file of files) {
    if (!saysOfTravel(file)) continue
    const answer = readers.find(([folder]) => file.startsWith(folder))?.[1]
    if (answer === undefined) return allAnswers
    touched[answer] = true
  }
  return touched
}

/** What makes bilans by one set of tables. */
export interface BilanSide {
  readonly pieces: CoachPieces
  readonly bilans: Bilans
}

/** A request for a bilan as the version before reads it, and what that asks about its card. */
export interface AskedBilan {
  readonly request: BilanRequest
  readonly question: CardQuestion
}

/** Reads what a situation asks of the Coach; null where it is refused. */
export const askedBilan = (
  { bilans, pieces }: BilanSide,
  { bilan }: Pick<Situation, "bilan">,
): AskedBilan | null => {
  const read = pieces.readRequest(bilan, corpusContext.allowedCardModes)
  if (Result.isFailure(read)) return null
  return { request: read.success, question: bilans.questionOf(read.success, corpusContext) }
}

/**
 * Prepares which bilans a change can touch; undefined where files change that any bilan may read.
 */
export const narrowBilans = (
  before: () => BilanSide,
  after: () => BilanSide,
  changedFiles: ReadonlyArray<string>,
  texts: TextsOfVersions,
): TouchesBilan | undefined => {
  const touches: Array<TouchesBilan> = []
  for (const file of changedFiles) {
    const found =
      file === coachBenefits.file
        ? touchedByBenefits(before(), after(), texts)
        : file === coachArguments.file
          ? touchedByArguments(before(), texts)
          : undefined
    if (found === undefined) return undefined
    touches.push(found)
  }
  return (asked, answer) => touches.some((touched) => touched(asked, answer))
}

/** What the price of a trip asks decision tables about. */
export interface PriceQuestions {
  readonly facts: TripFacts
  /** The facts that rows of eligibility are asked with. */
  readonly judged: ReadonlyArray<TripFacts>
  readonly ages: ReadonlyArray<number>
  /** The offers that are rated. */
  readonly offers: ReadonlyArray<CatalogueOffer>
}

/** Prepares what prices ask by one set of tables. */
export const preparePriceQuestions = (
  tables: Tables,
  { plan }: Pick<PricingEngine, "plan">,
): PriceQuestionsOf => {
  const vocabulary = prepareTripVocabulary(tables)
  const rates: ExchangeRates = prepareExchangeRates(tables.currencies.rows)
  return ({ quote }: { readonly quote: QuoteBody }) => {
    const read = readQuoteRequest(quote, vocabulary)
    if (Result.isFailure(read)) return null
    const { trip } = read.success
    const { facts, requests, selection } = plan(trip, rates)
    return {
      facts,
      judged: judgedFacts(facts, selection),
      ages: trip.travellers.map(({ age }) => age),
      offers: requests.flatMap((request) => request.offers),
    }
  }
}

/**
 * Prepares which prices of a catalogue a change can touch: those that ask one of the changed rows. Prices
 * ask decision tables one question after another; where the first question that a changed row could
 * answer is never asked, both versions go the same way. Undefined where files of other kinds change,
 * which any price may read.
 */
export const narrowPrices = (
  tables: Tables,
  catalogue: Catalogue,
  changedFiles: ReadonlyArray<string>,
  texts: TextsOfVersions,
): AsksChanged | undefined => {
  const live = catalogue === "live"
  const decisions = live ? liveDecisions(tables) : sandboxDecisions(tables)
  const relaxed = live ? tables.catalogueRelaxable : tables.sandboxRelaxable
  const relaxable = relaxed.rows.map(({ condition }) => condition)
  const asked: Array<AsksChanged> = []
  for (const file of changedFiles) {
    const name = decisionNames.find((each) => decisions[each]?.definition.file === file)
    const definition = name === undefined ? undefined : decisions[name]?.definition
    const changed = definition === undefined ? undefined : changedDecision(definition, texts)
    if (name === undefined || changed === undefined) return undefined
    asked.push(asksOf(name, changed, relaxable))
  }
  return (questions) => asked.some((asks) => asks(questions))
}

/** Tables whose answers are their own: no other answer reads them. */
const readers: ReadonlyArray<readonly [folder: string, answer: keyof TouchedAnswers]> = [
  ["sandbox/", "quote"],
  ["catalogue/", "live"],
  ["printed/", "live"],
  ["coach/", "bilan"],
]

/** Whether a change can touch a bilan, of which the answer before is known. */
type TouchesBilan = (asked: AskedBilan, answer: SituationAnswers["bilan"]) => boolean

/**
 * Bilans read what cards hold in four ways: what the card of the request holds, which card that is where
 * several could be, what any card can hold at all where there is no card, and the share of the cards on
 * sale that lack something. A bilan that all four leave alone stays as it is.
 */
const touchedByBenefits = (
  before: BilanSide,
  after: BilanSide,
  texts: TextsOfVersions,
): TouchesBilan | undefined => {
  const { columns, file } = coachBenefits
  const [older, newer] = [texts.before.get(file), texts.after.get(file)]
  if (older === undefined || newer === undefined) return undefined
  const rows = changedRows(older, newer, Object.keys(columns).length)
  if (rows === undefined) return undefined
  const changed = new Set([
    ...productsOnLines(before, rows.gone),
    ...productsOnLines(after, rows.come),
  ])
  const carried = ({ pieces }: BilanSide) => [...pieces.gaps.carriedBy.keys()]
  const carriedChange = !sameText(carried(before), carried(after))
  const socials = new Map<string, boolean>()
  const socialChanges = (facts: SocialCase): boolean => {
    const key = JSON.stringify(facts)
    const known = socials.get(key)
    if (known !== undefined) return known
    const [was, is] = [before, after].map(({ pieces }) => pieces.social.socialFor(facts))
    const changes = !sameText(was, is)
    socials.set(key, changes)
    return changes
  }
  return ({ question, request }, answer) => {
    const { card, marketRow, reach, step, wording } = question
    if (Result.isFailure(answer)) return true
    if (changed.has(productKey(card.product.country, card.product.name))) return true
    if (card.product.country === null && carriedChange) return true
    const category = answer.success.bilan.focusCategories[0] ?? null
    const facts = {
      market: marketRow.market,
      category,
      reach: reach.kind,
      step,
      language: wording.language,
    }
    if (socialChanges(facts)) return true
    const place = after.bilans.placeOf(request)
    return cardText(card) !== cardText(after.pieces.resolver.resolve(request.card, place))
  }
}

/** The products of which something stands on some lines of the benefits. */
const productsOnLines = (
  { pieces }: BilanSide,
  rows: ReadonlyArray<{ readonly line: number }>,
): ReadonlyArray<string> => {
  const benefits = pieces.tables.coachBenefits
  const lines = new Set(rows.map(({ line }) => line))
  return benefits.rows.flatMap((row, index) =>
    lines.has(benefits.lines[index] ?? 0) ? productKey(row.country, row.product) : [],
  )
}

const productKey = (country: CountryCode | null, name: string): string => `${country} ${name}`

const sameText = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** What of a card that was found an answer tells or depends on, but for what the product holds. */
const cardText = ({ card, detected, origin, product, unmatched, warning }: ResolvedCard) =>
  JSON.stringify([
    origin,
    detected,
    warning,
    unmatched,
    product.country,
    product.name,
    product.tier,
    product.currency,
    card === undefined ? null : [card.catalogueId, card.name, card.withdrawn],
  ])

/** Arguments are chosen by what the table answers to each subject of a bilan. */
const touchedByArguments = (
  { bilans }: BilanSide,
  texts: TextsOfVersions,
): TouchesBilan | undefined => {
  const changed = changedDecision(coachArguments, texts)
  if (changed === undefined) return undefined
  return ({ request }) => {
    const situation = bilans.situationOf(request, corpusContext)
    return [...cardSubjects(situation), ...placeSubjects(situation)].some(({ facts }) =>
      changed.answers(argumentFacts(situation, facts)),
    )
  }
}

/** What a situation's prices ask; null where the trip is refused. */
type PriceQuestionsOf = (situation: Pick<Situation, "quote">) => PriceQuestions | null

/** Whether changed rows of a table apply to anything that prices ask of it. */
type AsksChanged = (questions: PriceQuestions) => boolean

const decisionNames = [
  "ageFactors",
  "cancellationRates",
  "eligibility",
  "surcharges",
  "tariffs",
] as const satisfies ReadonlyArray<keyof PricingDecisions>

const asksOf = (
  name: (typeof decisionNames)[number],
  { answers, decision }: NonNullable<ReturnType<typeof changedDecision>>,
  relaxable: ReadonlyArray<string>,
): AsksChanged => {
  switch (name) {
    case "ageFactors":
      return asAgeFactors(answers)
    case "cancellationRates":
      return asCancellationRates(answers)
    case "eligibility":
      return asEligibility(decision, relaxable)
    case "surcharges":
      return asSurcharges(answers)
    case "tariffs":
      return asTariffs(answers)
  }
}

const asAgeFactors =
  (answers: (facts: AnyFacts) => boolean): AsksChanged =>
  ({ ages, offers }) =>
    offers.some(({ row: { ageScale = null } }) =>
      ages.some((age) => ageScale !== null && answers({ ageScale, age })),
    )

const asCancellationRates =
  (answers: (facts: AnyFacts) => boolean): AsksChanged =>
  ({ facts, offers }) =>
    offers.some(
      (offer) =>
        chargesCancellation(offer, facts) &&
        offer.row.cancellationScale !== null &&
        answers({
          cancellationScale: offer.row.cancellationScale,
          oldestAge: facts.oldestAge,
        }),
    )

const asEligibility = (decision: Decision, relaxable: ReadonlyArray<string>): AsksChanged => {
  const eligible = prepareEligibility<TripFacts, Decision["rows"][number]>(
    decision,
    relaxable,
    identity,
  )
  return ({ judged }) =>
    judged.some((facts) => {
      const { matched, nearMisses } = eligible(facts)
      return matched.length + nearMisses.length > 0
    })
}

const asSurcharges =
  (answers: (facts: AnyFacts) => boolean): AsksChanged =>
  ({ facts: { atHome, extremeSports, intent, residenceZone }, offers }) =>
    offers.some(({ row }) =>
      answers({ offerId: String(row.offerId), intent, extremeSports, residenceZone, atHome }),
    )

const asTariffs =
  (answers: (facts: AnyFacts) => boolean): AsksChanged =>
  ({ ages, facts: { days, zone }, offers }) =>
    offers.some(({ row: { tariff } }) =>
      ages.some((age) => tariff !== null && answers({ tariff, zone, days, age })),
    )
