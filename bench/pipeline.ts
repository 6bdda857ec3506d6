import * as Result from "effect/Result"
import { loadDecision } from "../core/table/decision.ts"
import { daysInclusive } from "../core/vocabulary/day.ts"
import { prepareExchangeRates } from "../rules/currency/exchange-rates.ts"
import { prepareReadPrinted } from "../rules/guarantees/printed/prepare.ts"
import { prepareEngine } from "../rules/pricing/engine.ts"
import { livePricingTables } from "../rules/pricing/live.ts"
import type { InsurerAnswer } from "../rules/pricing/rating.ts"
import type { PricingTables } from "../rules/pricing/pricing-tables.ts"
import { catalogueEligibility } from "../rules/pricing/tables/catalogue.ts"
import { shippedTables as tables } from "../test/support/tables.ts"
import type { Race } from "./compare.ts"
import { atLeast } from "./figure.ts"
import { makeChoices } from "./inputs.ts"
import { drawTrip, links } from "./trips.ts"

const feeBps = 1_000

const everyTrip = Object.keys(catalogueEligibility.inputs).map(() => "")

/** The live catalogue with as many offers as asked for, all of which match every trip. */
const catalogueOf = (offerCount: number): PricingTables => {
  const shipped = livePricingTables(tables, prepareReadPrinted(tables))
  const models = shipped.offers.rows.filter(({ soldByRedirect }) => !soldByRedirect)
  const offers = Array.from({ length: offerCount }, (_, index) => {
    const model = models[index % models.length]
    if (model === undefined) throw new Error("the catalogue holds no offer")
    return { model, row: { ...model, offerId: 10_001 + index } }
  })
  const modelOf = new Map(offers.map(({ model, row }) => [row.offerId, model]))
  const header = [...Object.keys(catalogueEligibility.inputs), "offer_id"].join(",")
  const rows = offers.map(({ row }) => [...everyTrip, String(row.offerId)].join(","))
  const loaded = loadDecision(catalogueEligibility, [header, ...rows, ""].join("\n"))
  return {
    ...shipped,
    offers: { ...shipped.offers, rows: offers.map(({ row }) => row) },
    eligibility: loaded.content,
    linesOf: (offer) => shipped.linesOf(modelOf.get(offer.offerId) ?? offer),
  }
}

/** How many trips are priced in turn. */
const tripCount = 64

/**
 * The pure pipeline over a catalogue of so many offers: from a normal trip and the raw premiums of
 * all insurers to the object that the endpoint answers with, its session aside.
 */
const makePipeline = (offerCount: number, trips = tripCount): ((index: number) => object) => {
  const { below } = makeChoices()
  const rates = prepareExchangeRates(tables.currencies.rows)
  const { plan, settle } = prepareEngine(catalogueOf(offerCount))
  const tripChoices = makeChoices()
  const inputs = Array.from({ length: trips }, () => {
    const trip = drawTrip(tripChoices)
    const answers = plan(trip, rates).requests.map(({ offers }): InsurerAnswer => ({
      _tag: "Rated",
      offers: offers.map((offer) => ({
        offer,
        premium: { numerator: BigInt(1_000 + below(100_000)), denominator: 100n },
      })),
    }))
    return { trip, answers }
  })
  return (index) => {
    const input = inputs[index % trips]
    if (input === undefined) throw new Error("no trips")
    const { answers, trip } = input
    const priced = Result.getOrThrow(settle(plan(trip, rates), answers, feeBps, links))
    const quote = {
      mode: "live",
      days: daysInclusive(trip.startDate, trip.endDate),
      travellers: trip.travellers.length,
    }
    return { ok: true, mode: "live", ...priced, trip, quote }
  }
}

const offersIn = (answer: object): number =>
  "offers" in answer && Array.isArray(answer.offers) ? answer.offers.length : 0

/** The pipeline over 40 offers against writing its own answers as JSON. */
export const pipelineRace = (): Race => {
  const answer = makePipeline(40)
  const answers = Array.from({ length: tripCount }, (_, index) => answer(index))
  if (answers.some((each) => offersIn(each) !== 40)) throw new Error("an answer lacks offers")
  return {
    work: { name: "live pipeline, normal trip and 40 raw premiums to the answer object", answer },
    peers: [
      {
        name: "JSON.stringify of the same answers",
        answer: (index) => JSON.stringify(answers[index % tripCount]),
        target: atLeast(1),
      },
    ],
    checkedInputs: 0,
  }
}

/**
 * A thousand offers in one quote against the same number in a hundred quotes: the cost of one offer.
 * Both go through as many premiums before they meet the first ones again.
 */
export const flatnessRace = (): Race => {
  const large = makePipeline(1_000)
  const small = makePipeline(10, 100 * tripCount)
  const inSmallOnes = (index: number): number => {
    let offers = 0
    for (let quote = 0; quote < 100; quote += 1) offers += offersIn(small(index * 100 + quote))
    return offers
  }
  return {
    work: {
      name: "live pipeline, 1,000 offers in one quote",
      answer: large,
      seen: (answer) => offersIn(answer as object),
    },
    peers: [{ name: "100 quotes of 10 offers", answer: inSmallOnes, target: atLeast(0.8) }],
    checkedInputs: 3,
  }
}
