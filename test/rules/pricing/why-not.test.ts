import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { prepareExchangeRates } from "../../../rules/currency/exchange-rates.ts"
import { newAccountTerms } from "../../../rules/fees/handling-fee.ts"
import { prepareLive } from "../../../rules/pricing/live.ts"
import { prepareSandbox } from "../../../rules/pricing/sandbox.ts"
import { prepareWhyNoOffer } from "../../../rules/pricing/why-not.ts"
import { definitions } from "../../../rules/tables/index.ts"
import { wordsOfSources } from "../../../rules/tables/compare-versions.ts"
import { readTrip } from "../../../rules/trip/request.ts"
import { prepareTripVocabulary } from "../../../rules/trip/trip-vocabulary.ts"
import { quoteBody } from "../../support/sample-trips.ts"
import { shippedTables } from "../../support/tables.ts"
import { shippedSources } from "../../support/shipped-sources.ts"

const wordsOf = wordsOfSources(Object.values(definitions), shippedSources())
const rates = prepareExchangeRates(shippedTables.currencies.rows)
const vocabulary = prepareTripVocabulary(shippedTables)
const links = { iconUrl: () => "", documentUrl: () => "" }
const engines = { sandbox: prepareSandbox(shippedTables), live: prepareLive(shippedTables) }

const asking = (mode: "sandbox" | "live", changes: Readonly<Record<string, unknown>>) => {
  const engine = engines[mode]
  const whyNot = prepareWhyNoOffer(engine, wordsOf)
  const trip = Result.getOrThrow(readTrip(quoteBody(changes), vocabulary))
  const priced = engine.price(trip, newAccountTerms(shippedTables), links)
  const answer = Result.isSuccess(priced) ? priced.success : undefined
  const plan = engine.plan(trip, rates)
  const ask = (id: string) => {
    const offer = engine.pieces.offers.get(id)
    if (offer === undefined) throw new Error(`no offer ${id}`)
    return whyNot(trip, plan, answer, offer)
  }
  return { answer, ask, engine }
}

describe("why an offer is not in a quote", () => {
  it("is the condition that fails, with its bound and its row", () => {
    const { ask } = asking("sandbox", { travellers: [{ age: 100 }] })
    const { name, reasons, told } = ask("103")
    assert.isFalse(told)
    assert.strictEqual(name, "Leisure Premium 103")
    const [reason] = reasons
    assert.strictEqual(reason?.file, "sandbox/eligibility.csv")
    assert.match(reason?.says ?? "", /^would match if oldest_age were at most \d+ \(now 100\)$/)
    assert.deepStrictEqual(Object.keys(reason?.cells ?? {}), ["oldest_age"])
    assert.deepStrictEqual(reason?.changes?.[0]?.from, ["trip.travellers"])
  })

  it("is what the destination rehearses, beside the row that matches", () => {
    for (const [country, outcome] of [
      ["BV", "refused"],
      ["HM", "timed_out"],
      ["GS", "near_miss_only"],
    ] as const) {
      const { reasons, told } = asking("sandbox", { arrivalCountries: [country] }).ask("103")
      assert.isFalse(told)
      assert.match(reasons[0]?.says ?? "", new RegExp(`^${country} .*rehearses ${outcome}`))
      assert.strictEqual(reasons[0]?.file, "sandbox/magic.csv")
    }
  })

  it("is never the size of a party that no group product takes: an individual one is judged as for ten", () => {
    const travellers = [...Array.from({ length: 10 }, () => ({ age: 30 })), { age: 80 }]
    const { ask } = asking("sandbox", { travellers })
    assert.isTrue(ask("102").told)
    const [tooOld] = ask("103").reasons
    assert.match(tooOld?.says ?? "", /^would match if oldest_age were at most 79 \(now 80\)$/)
    const [noGroup] = ask("132").reasons
    assert.match(noGroup?.says ?? "", /oldest_age were at most 64/)
    const young = asking("sandbox", { travellers: travellers.slice(0, 10).concat({ age: 64 }) })
    const [displaced] = young.ask("102").reasons
    assert.match(displaced?.says ?? "", /^would match if travellers were at most 10 \(now 11\)$/)
  })

  it("is what an offer lacks that matches and has no price, or is sold elsewhere", () => {
    const { answer, ask, engine } = asking("live", {})
    const given = new Set(answer?.offers.map(({ id }) => String(id)))
    const seen = { told: 0, unmatched: 0, dropped: 0 }
    for (const id of engine.pieces.offers.keys()) {
      const { reasons, told } = ask(id)
      assert.strictEqual(told, given.has(id), id)
      assert.isAbove(reasons.length, 0, id)
      const matches = reasons.some(({ says }) => says === "its row matches the trip")
      seen[told ? "told" : matches ? "dropped" : "unmatched"] += 1
    }
    assert.isAbove(seen.told, 0)
    assert.isAbove(seen.unmatched, 0)
    assert.isAbove(seen.dropped, 0)
  })
})
