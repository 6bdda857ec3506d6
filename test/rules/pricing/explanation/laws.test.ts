import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Result from "effect/Result"
import { prepareSandbox } from "../../../../rules/pricing/sandbox.ts"
import type { PricedQuote } from "../../../../rules/pricing/offer.ts"
import type { Explained } from "../../../../rules/explanation/explanation.ts"
import { definitions } from "../../../../rules/tables/index.ts"
import type { Trip } from "../../../../rules/trip/trip.ts"
import { editedTables, type EditRow, type TextRow } from "../../../support/edited-tables.ts"
import {
  assertCitesRows,
  assertNamesEveryFigure,
  citedIn,
} from "../../../support/explanation-laws.ts"
import { testSeed } from "../../../support/random.ts"
import { shippedTables } from "../../../support/tables.ts"
import { anyTrip, engine, links, party, priceTrip, standardTerms, tripOf } from "../trips.ts"

const seed = testSeed("explanations of quotes")

const explain = (trip: Trip, terms = standardTerms): Explained<PricedQuote> =>
  Result.getOrThrow(engine.explain(trip, terms, links))

const priceWith = (trip: Trip, edit: EditRow): PricedQuote => {
  const { price: priceSandbox } = prepareSandbox(editedTables(definitions, edit))
  return Result.getOrThrow(priceSandbox(trip, standardTerms, links))
}

const magical: fc.Arbitrary<Trip> = anyTrip.map((trip) => ({ ...trip, arrivalCountries: ["GS"] }))

/** Mostly trips that offers match: a few weeks, a few people, a currency that has a rate. */
const usualTrip: fc.Arbitrary<Trip> = fc
  .record({
    trip: anyTrip,
    end: fc.integer({ min: 1, max: 28 }),
    size: fc.integer({ min: 1, max: 12 }),
    tripPrice: fc.integer({ min: 1, max: 9_000 }),
  })
  .map(({ end, size, trip, tripPrice }) => ({
    ...trip,
    ...(trip.tripPrice === undefined ? {} : { tripPrice }),
    endDate: `2026-01-${String(end).padStart(2, "0")}`,
    travellers: trip.travellers.slice(0, size),
  }))

const trips = fc.oneof(
  { weight: 6, arbitrary: usualTrip },
  { weight: 3, arbitrary: anyTrip },
  { weight: 1, arbitrary: magical },
)

/** Every offer needs its insurer and its currencies to be an offer at all. */
const joined = new Set(["sandbox/insurers.csv", "currencies.csv"])

const numbers: Readonly<Record<string, ReadonlyArray<string>>> = {
  "sandbox/tariffs.csv": ["per_person", "per_person_per_day"],
  "sandbox/age_factors.csv": ["factor_percent"],
  "sandbox/cancellation_rates.csv": ["share_bps"],
  "sandbox/surcharges.csv": ["surcharge_percent"],
  "sandbox/guarantees.csv": ["value"],
  "sandbox/highlights.csv": ["figure"],
  "sandbox/offers.csv": ["minimum_premium"],
  "currencies.csv": ["eur_rate", "margin_bps"],
  "fees.csv": ["value"],
}

const words: Readonly<Record<string, ReadonlyArray<string>>> = {
  "sandbox/offers.csv": ["name", "plan"],
  "sandbox/insurers.csv": ["name"],
}

/** A row with other figures and words in its value columns. */
const disturbed = ({ cells, file }: TextRow): TextRow["cells"] => {
  const changed: Record<string, string> = { ...cells }
  for (const name of numbers[file] ?? []) {
    // The euro is exactly 1.
    if (name === "eur_rate" && cells["code"] === "EUR") continue
    if (changed[name] !== "") changed[name] = String(Number(changed[name]) + 1)
  }
  for (const name of words[file] ?? []) changed[name] = `${changed[name]}_x`
  return changed
}

describe("explanations of quotes", () => {
  it("come with exactly the quote that is made without them", () => {
    fc.assert(
      fc.property(trips, (trip) => {
        assert.deepStrictEqual(explain(trip).answer, priceTrip(trip))
      }),
      { seed, numRuns: 200 },
    )
  })

  it("name every figure that a table decides, with its value, and cite rows that exist", () => {
    let offers = 0
    fc.assert(
      fc.property(trips, (trip) => {
        const { answer, explanation } = explain(trip)
        assertNamesEveryFigure(answer, explanation, [])
        assertCitesRows(explanation)
        offers += answer.offers.length
      }),
      { seed, numRuns: 100 },
    )
    assert.isAbove(offers, 100)
  })

  it("cite enough: the cited rows alone make the same quote", () => {
    fc.assert(
      fc.property(trips, (trip) => {
        const { answer, explanation } = explain(trip)
        const isCited = citedIn(explanation)
        const sliced = priceWith(trip, (row) =>
          isCited(row) || joined.has(row.file) ? row.cells : undefined,
        )
        assert.deepStrictEqual(sliced, answer)
      }),
      { seed, numRuns: 60 },
    )
  })

  it("cite what counts: other figures in all rows that are not cited change nothing", () => {
    fc.assert(
      fc.property(trips, (trip) => {
        const { answer, explanation } = explain(trip)
        const isCited = citedIn(explanation)
        const other = priceWith(trip, (row) => (isCited(row) ? row.cells : disturbed(row)))
        assert.deepStrictEqual(other, answer)
      }),
      { seed, numRuns: 12 },
    )
  })

  it("name the currency of a trip for a guarantee where an amount of the trip is told, and there alone", () => {
    const path = "request.trip.currency"
    let told = 0
    fc.assert(
      fc.property(trips, (trip) => {
        const { explanation } = explain(trip)
        for (const { figure, from = [] } of explanation) {
          if (!/\.guarantees\.\w+\.value$/.test(figure)) continue
          const amounts = (["tripPrice", "studiesAmount"] as const).filter((name) =>
            from.includes(`request.trip.${name}`),
          )
          const isTold = amounts.some((name) => trip[name] !== undefined)
          if (isTold) told += 1
          assert.strictEqual(from.includes(path), isTold, figure)
        }
      }),
      {
        seed,
        numRuns: 60,
        examples: [[tripOf({ tripPrice: 2_000, shouldCoverCancellation: true })]],
      },
    )
    assert.isAbove(told, 0)
  })

  it("cite the guarantee behind a highlight where that tells a cover, and there alone", () => {
    const { sandboxHighlights: highlights } = shippedTables
    const saysAt = new Map(highlights.rows.map((row) => [highlights.lineOf(row), row.says]))
    const seen = new Set<string>()
    fc.assert(
      fc.property(trips, (trip) => {
        const { explanation } = explain(trip)
        for (const { because, figure } of explanation) {
          if (!/\.highlights\.(?:included|excluded)$/.test(figure)) continue
          for (const [index, { file, line }] of because.entries()) {
            if (file !== highlights.file) continue
            const says = saysAt.get(line) ?? "nothing"
            if (figure.endsWith("included")) seen.add(says)
            const hasGuarantee = because[index + 1]?.file === "sandbox/guarantees.csv"
            const tellsCover = says === "cover" && figure.endsWith("included")
            assert.strictEqual(hasGuarantee, tellsCover, `${figure}: ${says}`)
          }
        }
      }),
      { seed, numRuns: 40, examples: [[tripOf({ intent: "cruise", travellers: party(2) })]] },
    )
    assert.includeMembers([...seen], ["cover", "ship_evacuation"])
  })

  it("are refused like the quote itself", () => {
    for (const country of ["BV", "HM"]) {
      const trip = tripOf({ arrivalCountries: [country] })
      assert.deepStrictEqual(
        Result.getFailure(engine.explain(trip, standardTerms, links)),
        Result.getFailure(engine.price(trip, standardTerms, links)),
      )
    }
  })
})
