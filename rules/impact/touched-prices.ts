import { identity } from "effect/Function"
import * as Result from "effect/Result"
import type { Decision } from "../../core/table/decision.ts"
import type { QuoteBody, Situation } from "../corpus/situation.ts"
import { type ExchangeRates, prepareExchangeRates } from "../currency/exchange-rates.ts"
import type { CatalogueOffer } from "../pricing/catalogue.ts"
import { prepareEligibility } from "../pricing/eligibility.ts"
import type { PricingEngine } from "../pricing/engine.ts"
import type { TripFacts } from "../pricing/facts.ts"
import type { PricingDecisions } from "../pricing/pricing-tables.ts"
import { judgedFacts } from "../pricing/selection.ts"
import { chargesCancellation } from "../pricing/tariff.ts"
import { liveDecisions } from "../pricing/live.ts"
import { sandboxDecisions } from "../pricing/sandbox.ts"
import type { Tables } from "../tables/index.ts"
import { readQuoteRequest } from "../trip/request.ts"
import { prepareTripVocabulary } from "../trip/trip-vocabulary.ts"
import { changedDecision, type TextsOfVersions } from "./changed-decision.ts"
import type { Catalogue } from "./price-tally.ts"
import type { AnyFacts } from "./watched-tables.ts"

/** What the price of a trip asks decision tables about. */
export interface PriceQuestions {
  readonly facts: TripFacts
  /** The facts that rows of eligibility are asked with. */
  readonly judged: ReadonlyArray<TripFacts>
  readonly ages: ReadonlyArray<number>
  /** The offers that are rated. */
  readonly offers: ReadonlyArray<CatalogueOffer>
}

/** What a situation's prices ask; null where the trip is refused. */
export type PriceQuestionsOf = (situation: Pick<Situation, "quote">) => PriceQuestions | null

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

/** Whether changed rows of a table apply to anything that prices ask of it. */
type AsksChanged = (questions: PriceQuestions) => boolean

const asTariffs =
  (answers: (facts: AnyFacts) => boolean): AsksChanged =>
  ({ ages, facts: { days, zone }, offers }) =>
    offers.some(({ row: { tariff } }) =>
      ages.some((age) => tariff !== null && answers({ tariff, zone, days, age })),
    )

const asSurcharges =
  (answers: (facts: AnyFacts) => boolean): AsksChanged =>
  ({ facts: { atHome, extremeSports, intent, residenceZone }, offers }) =>
    offers.some(({ row }) =>
      answers({ offerId: String(row.offerId), intent, extremeSports, residenceZone, atHome }),
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

const asAgeFactors =
  (answers: (facts: AnyFacts) => boolean): AsksChanged =>
  ({ ages, offers }) =>
    offers.some(({ row: { ageScale = null } }) =>
      ages.some((age) => ageScale !== null && answers({ ageScale, age })),
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
