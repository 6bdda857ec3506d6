import type { NamedFacts } from "../../core/analysis/region.ts"
import type { WordsOf } from "../../core/analysis/space.ts"
import { whyNot } from "../../core/explain/why-not.ts"
import type { Fact } from "../../core/table/condition.ts"
import type { Decision } from "../../core/table/decision.ts"
import { camelCase } from "../../core/table/names.ts"
import { citeRow } from "../explanation/cite.ts"
import {
  nearestRow,
  rowReason,
  type RowWhyNot,
  type WhyNotAnswer,
  type WhyNotReason,
} from "../explanation/why-not.ts"
import type { Trip } from "../trip/trip.ts"
import type { CatalogueOffer } from "./catalogue.ts"
import type { PricingEngine } from "./engine.ts"
import { factFields } from "./explanation/offer.ts"
import { unratedTexts } from "./explanation/quote.ts"
import { keptReasons } from "./explanation/quote-case.ts"
import { magicRow } from "./magic.ts"
import type { PricedQuote } from "./offer.ts"
import type { QuotePlan } from "./plan.ts"
import { type Unrated } from "./tariff.ts"
import { judgedFacts } from "./selection.ts"
import { tripRating } from "./rating.ts"
import type { TripFacts } from "./pricing-tables.ts"

/** Tells why an offer is not among the offers of a trip; `answer` is undefined where the quote is refused. */
export type WhyNoOffer = (
  trip: Trip,
  plan: QuotePlan,
  answer: PricedQuote | undefined,
  offer: CatalogueOffer,
) => WhyNotAnswer

const nameOf = ({ row }: CatalogueOffer): string => `${row.name} ${row.plan} ${row.offerId}`

/** The facts of a trip as the columns of a table name them, and more of its own. */
const factsFor = (
  { definition }: Pick<Decision, "definition">,
  facts: Readonly<Record<string, unknown>>,
): NamedFacts =>
  Object.fromEntries(
    Object.keys(definition.inputs).map((name) => [name, (facts[camelCase(name)] ?? null) as Fact]),
  )

/** A decision table of pricing as what explains it reads it. */
const asDecision = (table: unknown): Decision => table as Decision

const fromRequest = (fact: string): ReadonlyArray<string> =>
  (factFields[fact] ?? []).map((field) => field.replace(/^request\./, ""))

/** Prepares to tell why an offer is missing, over the very tables that the engine prices by. */
export const prepareWhyNoOffer = (
  { pieces }: Pick<PricingEngine, "pieces">,
  wordsOf: WordsOf,
): WhyNoOffer => {
  const { tables } = pieces

  /** The nearest row of a table among those that a condition takes, and what it needs. */
  const nearestOf = (
    decision: Decision,
    facts: NamedFacts,
    takes: (row: Readonly<Record<string, unknown>>, index: number) => boolean,
  ): RowWhyNot | undefined =>
    nearestRow(
      decision.rows.flatMap((row, index) =>
        takes(row, index)
          ? { line: row.line, answer: whyNot(decision, facts, index, wordsOf) }
          : [],
      ),
    )

  /**
   * The rows of an offer are asked with the facts that they were judged by: those of an individual product
   * as for the largest party below groups, where no group product takes the party.
   */
  const unmatched = (
    { facts, selection }: QuotePlan,
    offer: CatalogueOffer,
  ): ReadonlyArray<WhyNotReason> => {
    const decision = asDecision(tables.eligibility)
    const id = String(offer.row.offerId)
    const nearest = nearestRow(
      judgedFacts(facts, selection).flatMap(
        (judged) =>
          nearestOf(decision, factsFor(decision, { ...judged }), ({ offerId }) => offerId === id) ??
          [],
      ),
    )
    if (nearest === undefined) {
      return [
        citeRow(tables.offers, offer.row, "no row of eligibility names it: nobody may buy it"),
      ]
    }
    return [rowReason(decision, nearest, "match", fromRequest)]
  }

  /** The row of a rating table that is nearest to giving a rate under a name of the offer's own. */
  const unrated = (
    table: unknown,
    key: string,
    facts: Readonly<Record<string, unknown>>,
  ): ReadonlyArray<WhyNotReason> => {
    const decision = asDecision(table)
    const column = Object.keys(decision.definition.inputs).indexOf(key)
    const named = facts[camelCase(key)]
    const nearest = nearestOf(decision, factsFor(decision, facts), (_, index) => {
      const test = decision.tests[index]?.[column]
      return test !== undefined && "words" in test && test.words.some((word) => word === named)
    })
    return nearest === undefined ? [] : [rowReason(decision, nearest, "have a rate", fromRequest)]
  }

  const whyUnrated = (
    trip: Trip,
    facts: TripFacts,
    { insurer, row }: CatalogueOffer,
    lacks: Unrated,
  ): ReadonlyArray<WhyNotReason> => {
    const own = citeRow(tables.offers, row, unratedTexts[lacks])
    const oldest = { ...facts, age: facts.oldestAge }
    switch (lacks) {
      case "rated_by_insurer":
        return [
          own,
          citeRow(
            tables.insurers,
            tables.insurers.get(insurer.insurer),
            `${insurer.name} rates its offers itself`,
          ),
        ]
      case "no_tariff":
        return [own, ...unrated(tables.tariffs, "tariff", { ...oldest, tariff: row.tariff })]
      case "no_age_factor":
        return [
          own,
          ...unrated(tables.ageFactors, "age_scale", { ...oldest, ageScale: row.ageScale }),
        ]
      case "no_trip_price": {
        const priced =
          trip.tripPrice === undefined
            ? "trip.tripPrice were given"
            : `trip.currency were one of ${tables.currencies.file}`
        return [{ ...own, says: `${own.says}; would be priced if ${priced}` }]
      }
      case "no_cancellation_rate":
        return [
          own,
          ...(row.cancellationScale === null
            ? []
            : unrated(tables.cancellationRates, "cancellation_scale", {
                ...oldest,
                cancellationScale: row.cancellationScale,
              })),
        ]
    }
  }

  const unpriced = (
    trip: Trip,
    plan: QuotePlan,
    offer: CatalogueOffer,
  ): ReadonlyArray<WhyNotReason> => {
    const { facts, guarded, rates } = plan
    const referred = guarded?.referred.get(offer)
    if (referred !== undefined) return keptReasons(offer, referred, "referred")
    const rating = tripRating(tables, { trip, facts, rates })(offer)
    if (typeof rating === "string") return whyUnrated(trip, facts, offer, rating)
    return [
      citeRow(
        tables.offers,
        offer.row,
        "its price is nothing once rounded, or too much to be counted exactly",
      ),
    ]
  }

  const rehearsed = (trip: Trip): ReadonlyArray<WhyNotReason> => {
    const { magic } = tables
    const row = magic && magicRow(magic.rows, trip)
    if (magic === undefined || row === undefined) return []
    const says = `${row.country} among the destinations rehearses ${row.outcome}: no offer is given; without it, see below`
    return [citeRow(magic, row, says, "outcome")]
  }

  return (trip, plan, answer, offer) => {
    const id = String(offer.row.offerId)
    const about = { id, name: nameOf(offer) }
    const shown = answer?.offers.find(({ id: given }) => given === offer.row.offerId)
    const rows = plan.selection.eligible.matched.filter(({ offerId }) => offerId === id)
    const { file } = tables.eligibility.definition
    const matches = rows.map(({ line }) => ({ file, line, says: "its row matches the trip" }))
    if (shown !== undefined) {
      const { amount, currency } = shown.price
      const says = `is in the answer, at place ${shown.position} for ${amount} ${currency}`
      return {
        ...about,
        told: true,
        reasons: [citeRow(tables.offers, offer.row, says), ...matches],
      }
    }
    const kept = rehearsed(trip)
    if (rows.length === 0) {
      return { ...about, told: false, reasons: [...kept, ...unmatched(plan, offer)] }
    }
    const refused = plan.guarded?.refused.get(offer)
    const dropped =
      refused !== undefined
        ? keptReasons(offer, refused, "refused")
        : offer.row.soldByRedirect
          ? [
              citeRow(
                tables.offers,
                offer.row,
                "matches, and is sold on the insurer's own site only; would be given if sold_by_redirect were false",
                "sold_by_redirect",
              ),
            ]
          : kept.length > 0
            ? []
            : unpriced(trip, plan, offer)
    return { ...about, told: false, reasons: [...kept, ...dropped, ...matches] }
  }
}
