import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { prepareExchangeRates } from "../../../rules/currency/exchange-rates.ts"
import { prepareLive } from "../../../rules/pricing/live.ts"
import type { PricingEngine } from "../../../rules/pricing/engine.ts"
import { prepareWhyNoOffer } from "../../../rules/pricing/why-not.ts"
import { priceSteps } from "../../../rules/pricing/explanation/price-steps.ts"
import type { PricedQuote } from "../../../rules/pricing/offer.ts"
import { prepareSandbox } from "../../../rules/pricing/sandbox.ts"
import type { Trip } from "../../../rules/trip/trip.ts"
import { times } from "../../support/long.ts"
import { named, type OwnShape, withOwn } from "../../support/own-guards.ts"
import { shippedTables } from "../../support/tables.ts"
import { anyTrip, links, standardTerms, tripOf } from "./trips.ts"

const catalogues = { sandbox: prepareSandbox, live: prepareLive }

type Catalogue = keyof typeof catalogues

const catalogueNames = Object.keys(catalogues) as ReadonlyArray<Catalogue>

const plain = { sandbox: prepareSandbox(shippedTables), live: prepareLive(shippedTables) }

const rates = prepareExchangeRates(shippedTables.currencies.rows)

const reasons = "too_far,Not sold for this trip.,N’est pas vendu pour ce voyage."

interface Guard {
  readonly hook: "refer" | "refuse" | "surcharge"
  readonly hitPolicy: string
  readonly inputs: ReadonlyArray<string>
  /** Cells of conditions, row by row. */
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
}

const shapeOf = ({ hitPolicy, hook, inputs }: Guard): OwnShape => ({
  hook,
  hitPolicy,
  inputs: named(...inputs),
  outputs:
    hook === "surcharge"
      ? named("rate_bps", "amount_minor", "currency").slice(0, 1)
      : named("reason", "en", "fr"),
})

const csvOf = ({ hook, inputs, rows }: Guard): string => {
  const [outputs, cells] = hook === "surcharge" ? ["rate_bps", "1250"] : ["reason,en,fr", reasons]
  return [
    `${inputs.join(",")},${outputs}`,
    ...rows.map((row) => `${row.join(",")},${cells}`),
    "",
  ].join("\n")
}

const guarded = (catalogue: Catalogue, guard: Guard): PricingEngine =>
  catalogues[catalogue](
    withOwn(shippedTables, { "own/guard.csv": { shape: shapeOf(guard), csv: csvOf(guard) } }),
  )

const priced = (engine: PricingEngine, trip: Trip) => engine.price(trip, standardTerms, links)

const cells: Readonly<Record<string, ReadonlyArray<string>>> = {
  catalogue: ["", "live", "sandbox"],
  intent: ["", "cruise", "forTourism|annual", "not(expat)"],
  region: ["", "southeast_asia|east_asia", "europe", "not(europe)"],
  destination: ["", "ES|TH", "not(US)"],
  zone: ["", "world", "not(europe)"],
  oldest_age: ["", ">79", "[30..64]"],
  travellers: ["", ">1"],
  days: ["", "<=30"],
  start_date: ["", "<20260401", ">=20260401"],
  offer_id: ["", "1001|1002", "not(1001)"],
  insurer: ["", "brindelune", "not(brindelune)"],
  cancellation: ["", "true", "false"],
}

const anyGuard = (hook: Guard["hook"]): fc.Arbitrary<Guard> =>
  fc
    .uniqueArray(fc.constantFrom(...Object.keys(cells)), { minLength: 1, maxLength: 4 })
    .chain((inputs) =>
      fc.record({
        hook: fc.constant(hook),
        hitPolicy: fc.constantFrom("first", "collect"),
        inputs: fc.constant(inputs),
        rows: fc.array(
          fc.tuple(...inputs.map((input) => fc.constantFrom(...(cells[input] ?? [])))),
          { maxLength: 3 },
        ),
      }),
    )

const idsOf = (quote: PricedQuote): ReadonlyArray<number> => quote.offers.map(({ id }) => id)

/** An offer by itself, wherever it stands. */
const unplaced = (offer: PricedQuote["offers"][number]) => ({ ...offer, position: 0 })

const countsOf = ({ nearMissCount, redirectOnlyCount, unpricedCount }: PricedQuote) => ({
  nearMissCount,
  redirectOnlyCount,
  unpricedCount,
})

const settings = { numRuns: times(100, 2_000) }

const lawOf = (
  hook: Guard["hook"],
  holds: (asked: {
    readonly before: PricedQuote
    readonly after: PricedQuote
    readonly engine: PricingEngine
    readonly trip: Trip
    readonly catalogue: Catalogue
  }) => void,
): void =>
  fc.assert(
    fc.property(
      fc.constantFrom(...catalogueNames),
      anyGuard(hook),
      anyTrip,
      (catalogue, guard, trip) => {
        const engine = guarded(catalogue, guard)
        const [before, after] = [priced(plain[catalogue], trip), priced(engine, trip)]
        if (Result.isFailure(before)) return
        if (Result.isFailure(after)) throw new Error("a guard makes no price unavailable")
        holds({ before: before.success, after: after.success, engine, trip, catalogue })
      },
    ),
    settings,
  )

describe("guards of offers", () => {
  it("refuse offers and leave all others as they are, by price and in their order", () => {
    lawOf("refuse", ({ after, before, catalogue, engine, trip }) => {
      const { guarded: found, selection } = engine.plan(trip, rates)
      const refused = new Set([...(found?.refused.keys() ?? [])].map(({ row }) => row.offerId))
      assert.deepStrictEqual(
        after.offers.map(unplaced),
        before.offers.filter(({ id }) => !refused.has(id)).map(unplaced),
      )
      assert.deepStrictEqual(
        after.offers.map(({ position }) => position),
        after.offers.map((_, index) => index + 1),
      )
      assert.strictEqual(after.nearMissCount, before.nearMissCount)
      assert.isAtMost(after.unpricedCount, before.unpricedCount)
      // All that matches is an offer, counted, or refused.
      const counted = after.offers.length + after.unpricedCount + after.redirectOnlyCount
      assert.strictEqual(counted + refused.size, selection.matched.length)
      if (refused.size === 0) assert.deepStrictEqual(after, before)
      else
        assert.deepStrictEqual(
          after.said?.map(({ reason }) => reason),
          ["too_far"],
        )
      assert.isTrue(catalogue === "live" || !after.offers.some(({ id }) => id > 1000))
    })
  })

  it("refer offers to a person: they match and have no price", () => {
    lawOf("refer", ({ after, before, engine, trip }) => {
      const found = engine.plan(trip, rates).guarded
      const referred = new Set([...(found?.referred.keys() ?? [])].map(({ row }) => row.offerId))
      const left = idsOf(before).filter((id) => !referred.has(id))
      assert.deepStrictEqual(idsOf(after), left)
      const kept = before.offers.length - left.length
      assert.deepStrictEqual(countsOf(after), {
        ...countsOf(before),
        unpricedCount: before.unpricedCount + kept,
      })
      if (referred.size === 0) assert.deepStrictEqual(after, before)
    })
  })

  it("surcharge offers by what they say, rounded once, and nothing else", () => {
    lawOf("surcharge", ({ after, before, engine, trip }) => {
      const plan = engine.plan(trip, rates)
      assert.deepStrictEqual(new Set(idsOf(after)), new Set(idsOf(before)))
      assert.deepStrictEqual(countsOf(after), countsOf(before))
      for (const offer of before.offers) {
        const now = after.offers.find(({ id }) => id === offer.id)
        const own = engine.pieces.offers.get(String(offer.id))
        const hits = own === undefined ? undefined : plan.guarded?.surcharged.get(own)
        if (now === undefined || own === undefined) throw new Error("an offer is gone")
        if (hits === undefined) assert.deepStrictEqual(now.price, offer.price)
        else assert.isAtLeast(now.price.amountInCents, offer.price.amountInCents)
        const steps = priceSteps(engine.pieces, plan, standardTerms, own) ?? []
        const added = steps.filter(({ kind }) => kind === "added")
        assert.strictEqual(added.length, hits?.length ?? 0)
        const rounded = steps.find(({ kind }) => kind === "rounded")
        assert.strictEqual(Number(rounded?.amount), now.price.insurerAmount)
      }
    })
  })

  it("add rates of the premium and amounts of any currency, to the cent", () => {
    const trip = tripOf({ intent: "cruise", arrivalCountries: ["TH"], travellers: [{ age: 70 }] })
    const shape = {
      hook: "surcharge",
      hitPolicy: "collect",
      inputs: named("region"),
      outputs: named("rate_bps", "amount_minor", "currency"),
    }
    const engineWith = (csv: string) =>
      prepareSandbox(withOwn(shippedTables, { "own/asia.csv": { shape, csv } }))
    const header = "region,rate_bps,amount_minor,currency\n"
    const [first] = Result.getOrThrow(priced(plain.sandbox, trip)).offers
    const engine = engineWith(`${header}southeast_asia,1000,500,EUR\n,250,100,USD\n`)
    const now = Result.getOrThrow(priced(engine, trip)).offers.find(({ id }) => id === first?.id)
    const own = engine.pieces.offers.get(String(first?.id))
    const plan = engine.plan(trip, rates)
    const steps = (own && priceSteps(engine.pieces, plan, standardTerms, own)) ?? []
    const sum = steps.reduce(
      (total, { amount, kind }) =>
        kind === "rounded" || kind === "converted" ? total : total + Number(amount),
      0,
    )
    assert.deepStrictEqual(
      steps.flatMap(({ kind, parts }) => (kind === "added" ? [parts["rateBps"] ?? "amount"] : [])),
      ["1000", "amount", "250", "amount"],
    )
    assert.approximately(sum, now?.price.insurerAmount ?? 0, 0.005_001)
  })

  it("are asked about each destination, and the first row of all of them counts", () => {
    const guard = (rows: ReadonlyArray<string>) =>
      guarded("sandbox", {
        hook: "refuse",
        hitPolicy: "first",
        inputs: ["region"],
        rows: rows.map((row) => [row]),
      })
    const trip = tripOf({ arrivalCountries: ["ES", "TH"] })
    assert.isEmpty(Result.getOrThrow(priced(guard(["southeast_asia"]), trip)).offers)
    const elsewhere = Result.getOrThrow(priced(guard(["oceania"]), trip))
    assert.deepStrictEqual(elsewhere, Result.getOrThrow(priced(plain.sandbox, trip)))
  })

  it("are named where offers are missing, and in explanations", () => {
    const trip = tripOf()
    const engine = guarded("sandbox", {
      hook: "refuse",
      hitPolicy: "first",
      inputs: ["intent"],
      rows: [["forTourism"]],
    })
    const explained = Result.getOrThrow(engine.explain(trip, standardTerms, links))
    const offers = explained.explanation.find(({ figure }) => figure === "offers")
    assert.isNotEmpty(offers?.because)
    assert.isTrue(offers?.because.every(({ file, line }) => file === "own/guard.csv" && line === 2))
    const [first] = Result.getOrThrow(priced(plain.sandbox, trip)).offers
    const own = engine.pieces.offers.get(String(first?.id))
    if (own === undefined) throw new Error("the sandbox sells nothing")
    const whyNot = prepareWhyNoOffer(engine, () => undefined)
    const { reasons, told } = whyNot(trip, engine.plan(trip, rates), explained.answer, own)
    assert.isFalse(told)
    assert.match(reasons[0]?.says ?? "", /is refused: too_far$/)
    assert.strictEqual(reasons[0]?.file, "own/guard.csv")
  })
})
