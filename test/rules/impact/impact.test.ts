import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { caseSituations } from "../../../rules/corpus/cases.ts"
import { situations } from "../../../rules/corpus/generate.ts"
import { changesBetween } from "../../../rules/impact/differences.ts"
import { impact, impactOf } from "../../../rules/impact/impact.ts"
import {
  countQuote,
  emptyPrices,
  firstPlaceImpacts,
  medianOfCounts,
  offerImpacts,
  priceImpacts,
  quoteImpacts,
} from "../../../rules/impact/price-impact.ts"
import { addTally, emptyTally, prepareTally } from "../../../rules/impact/impact-tally.ts"
import { allAnswers } from "../../../rules/impact/touched-answers.ts"
import type { PricedQuote } from "../../../rules/pricing/offer.ts"
import { definitions } from "../../../rules/tables/index.ts"
import { type EditRow, withEditedFile } from "../../support/edited-tables.ts"
import { testSeed } from "../../support/random.ts"
import { shippedTables as tables } from "../../support/tables.ts"

const cases = caseSituations(tables)

const edited = (file: string, edit: EditRow) => withEditedFile(definitions, tables, file, edit)

const named = (...names: ReadonlyArray<string>) =>
  names.map((name) => {
    const found = cases.find((each) => each.name === name)
    assert.isDefined(found, name)
    return found
  })

describe("the impact of a change", () => {
  it("is nothing where tables say the same", () => {
    const corpus = situations(tables, testSeed("impact"), 100)
    const same = edited("sandbox/tariffs.csv", ({ cells }) => cells)
    const found = impact(tables, same, corpus)
    assert.deepStrictEqual(found, {
      situations: corpus.length,
      changed: 0,
      changedCases: 0,
      firstChanged: [],
      fields: [],
      prices: [],
      quotes: found.quotes,
      offers: [],
      firstPlaces: [],
      arguments: [],
      rows: { of: 0, before: [], after: [] },
    })
    for (const { answered, ...others } of found.quotes) {
      assert.isAbove(answered, 50)
      assert.isTrue(
        Object.values(others).every((count) => count === 0 || typeof count === "string"),
      )
    }
  })

  it("counts situations, fields and prices, and names the first of them", () => {
    // One euro more for each traveller of the cheapest product inside Europe, up to eight days.
    const after = edited("sandbox/tariffs.csv", ({ cells, line }) =>
      line === 7 ? { ...cells, per_person: "11.70" } : cells,
    )
    const corpus = named("Leisure of 8 days", "Leisure of 9 days", "Home only", "Swiss in France")
    const found = impact(tables, after, corpus)
    assert.strictEqual(found.situations, 4)
    assert.strictEqual(found.changed, 3)
    assert.strictEqual(found.changedCases, 3)
    assert.deepStrictEqual(found.firstChanged, [
      "Leisure of 8 days",
      "Home only",
      "Swiss in France",
    ])
    const amount = found.fields.find(
      ({ field }) => field === "quote.offers.101.price.amountInCents",
    )
    assert.deepStrictEqual(amount, {
      field: "quote.offers.101.price.amountInCents",
      situations: 3,
      examples: [
        // 1.00 more before the fee of 10 %, for one traveller; for two at home, 30 % less; then in francs.
        { situation: "Leisure of 8 days", before: 1_758, after: 1_868 },
        { situation: "Home only", before: 2_156, after: 2_310 },
        { situation: "Swiss in France", before: 1_403, after: 1_508 },
      ],
    })
    assert.deepStrictEqual(found.prices, [
      {
        offerId: 101,
        currency: "EUR",
        situations: 2,
        minimumMinor: 110,
        medianMinor: 132,
        maximumMinor: 154,
      },
      {
        offerId: 101,
        currency: "CHF",
        situations: 1,
        minimumMinor: 105,
        medianMinor: 105,
        maximumMinor: 105,
      },
    ])
    assert.isTrue(found.fields.every(({ field }) => field.startsWith("quote.offers.101.price")))
  })

  it("counts in how many changed situations each row counted, before and after", () => {
    const after = edited("coach/headlines.csv", ({ cells }) =>
      cells["key"] === "coach.headline.no_card" ? undefined : cells,
    )
    const corpus = named("No card at all", "Card left out", "Home only")
    const { changed, fields, rows } = impact(tables, after, corpus)
    assert.strictEqual(changed, 2)
    assert.deepStrictEqual(
      fields.map(({ field, situations: count }) => [field, count]),
      // The headline of a missing cover says on whose word, and names no place.
      [
        ["bilan.bilan.headline.key", 2],
        ["bilan.bilan.headline.vars.inPlaces", 2],
        ["bilan.bilan.headline.vars.here", 2],
        ["bilan.bilan.headline.values.inPlaces", 2],
        ["bilan.bilan.headline.values.here", 2],
        ["bilan.bilan.headline.vars.basis", 2],
      ],
    )
    const headlines = (side: typeof rows.before) =>
      side.filter(({ file }) => file === "coach/headlines.csv")
    assert.deepStrictEqual(headlines(rows.before), [
      { file: "coach/headlines.csv", line: 10, situations: 2 },
    ])
    assert.deepStrictEqual(headlines(rows.after), [
      { file: "coach/headlines.csv", line: 16, situations: 2 },
    ])
  })

  it("shows an offer that comes or goes as fields that are there on one side only", () => {
    const after = edited("sandbox/eligibility.csv", ({ cells }) =>
      cells["offer_id"] === "104" ? undefined : cells,
    )
    const { fields } = impact(tables, after, named("Home only"))
    const offers = fields.find(({ field }) => field === "quote.offers")
    assert.deepStrictEqual(offers?.examples, [
      { situation: "Home only", before: "101 102 104 103", after: "101 102 103" },
    ])
    const gone = fields.find(({ field }) => field === "quote.offers.104.price.amountInCents")
    assert.deepStrictEqual(gone?.examples, [
      { situation: "Home only", before: 3_341, after: undefined },
    ])
  })

  it("turns round with its sides", () => {
    const after = edited("sandbox/tariffs.csv", ({ cells, line }) =>
      line < 40 ? { ...cells, per_person_per_day: "1.75" } : cells,
    )
    const some = cases.slice(0, 80)
    const there = impact(tables, after, some)
    const back = impact(after, tables, some)
    assert.isAtLeast(there.changed, 40)
    assert.strictEqual(back.changed, there.changed)
    assert.deepStrictEqual(back.rows, {
      of: there.rows.of,
      before: there.rows.after,
      after: there.rows.before,
    })
    assert.deepStrictEqual(
      back.prices.map(({ maximumMinor, minimumMinor }) => [minimumMinor, maximumMinor]),
      there.prices.map(({ maximumMinor, minimumMinor }) => [-maximumMinor, -minimumMinor]),
    )
  })
})

describe("changes of single outcomes", () => {
  it("tell apart what is null and what is not there", () => {
    assert.deepStrictEqual(changesBetween({ a: null, b: 1, c: 2 }, { b: 1, c: 3, d: null }), [
      { field: "a", before: null, after: undefined },
      { field: "c", before: 2, after: 3 },
      { field: "d", before: undefined, after: null },
    ])
  })

  it("compare prices of one currency only, and middle them exactly", () => {
    const moved = (
      before: readonly [number, string],
      after: readonly [number, string] | undefined,
    ) => {
      const quote = (price: readonly [number, string] | undefined) =>
        quoteOf(price === undefined ? [] : [[7, ...price]])
      const tally = emptyPrices()
      countQuote(tally, "live", quote(before), quote(after))
      return priceImpacts(tally).map(({ currency, medianMinor }) => [currency, medianMinor])
    }
    assert.deepStrictEqual(moved([100, "EUR"], [90, "EUR"]), [["EUR", -10]])
    assert.deepStrictEqual(moved([100, "EUR"], [90, "USD"]), [])
    assert.deepStrictEqual(moved([100, "EUR"], [100, "EUR"]), [])
    assert.deepStrictEqual(moved([100, "EUR"], undefined), [])
    assert.strictEqual(medianOfCounts([[5, 1]]), 5)
    assert.strictEqual(
      medianOfCounts([
        [-1, 1],
        [2, 1],
        [10, 1],
        [4, 1],
      ]),
      3,
    )
    assert.strictEqual(
      medianOfCounts([
        [1, 3],
        [9, 1],
      ]),
      1,
    )
    assert.deepStrictEqual(priceImpacts(emptyPrices()), [])
  })
})

const quoteOf = (
  offers: ReadonlyArray<readonly [id: number, amount: number, currency: string]>,
) => {
  const priced = offers.map(([id, amountInCents, currency]) => ({
    id,
    price: { amountInCents, currency },
  }))
  return {
    offers: priced,
    unpricedCount: 0,
    redirectOnlyCount: 0,
    nearMissCount: 0,
  } as unknown as PricedQuote
}

describe("prices of quotes", () => {
  const counted = (before: Parameters<typeof quoteOf>[0], after: Parameters<typeof quoteOf>[0]) => {
    const tally = emptyPrices()
    countQuote(tally, "live", quoteOf(before), quoteOf(after))
    return tally
  }

  it("are counted as dearer or cheaper by offer, in tenths of a per cent", () => {
    const tally = counted(
      [
        [1, 1_000, "EUR"],
        [2, 2_000, "EUR"],
      ],
      [
        [1, 1_050, "EUR"],
        [2, 1_990, "EUR"],
      ],
    )
    assert.deepStrictEqual(
      offerImpacts(tally).map(({ cheaper, dearer, offerId, permille }) => ({
        cheaper,
        dearer,
        offerId,
        permille,
      })),
      [
        { cheaper: 0, dearer: 1, offerId: 1, permille: [[50, 1]] },
        { cheaper: 1, dearer: 0, offerId: 2, permille: [[-5, 1]] },
      ],
    )
    const [quotes] = quoteImpacts(tally)
    assert.deepInclude(quotes, { mixed: 1, dearer: 0, cheaper: 0, leastDearer: 1, leastCheaper: 0 })
  })

  it("are dearer, cheaper, mixed or the same, each quote once", () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 3, maxLength: 3 })
    fc.assert(
      fc.property(amounts, amounts, (before, after) => {
        const priced = (some: ReadonlyArray<number>) =>
          some.map((amount, id) => [id, amount, "EUR"] as const)
        const [quotes] = quoteImpacts(counted(priced(before), priced(after)))
        const moves = before.map((amount, id) => Math.sign((after[id] ?? 0) - amount))
        const [up, down] = [moves.includes(1), moves.includes(-1)]
        const one = (isSo: boolean): number => (isSo ? 1 : 0)
        const [least = 0] = moves
        assert.deepInclude(quotes, {
          answered: 1,
          dearer: one(up && !down),
          cheaper: one(down && !up),
          mixed: one(up && down),
          leastDearer: one(least > 0),
          leastCheaper: one(least < 0),
        })
      }),
    )
  })

  it("say who takes the first place from whom, and when nobody is left", () => {
    const moved = firstPlaceImpacts(
      counted(
        [
          [1, 10, "EUR"],
          [2, 11, "EUR"],
        ],
        [
          [2, 11, "EUR"],
          [1, 12, "EUR"],
        ],
      ),
    )
    assert.deepStrictEqual(moved, [{ catalogue: "live", from: 1, to: 2, quotes: 1 }])
    const left = firstPlaceImpacts(counted([[1, 10, "EUR"]], []))
    assert.deepStrictEqual(left, [{ catalogue: "live", from: 1, to: null, quotes: 1 }])
    assert.deepStrictEqual(firstPlaceImpacts(counted([[1, 10, "EUR"]], [[1, 11, "EUR"]])), [])
  })

  it("tell offers that come and go from quotes that are refused", () => {
    const tally = counted([[1, 10, "EUR"]], [[2, 10, "EUR"]])
    countQuote(tally, "live", quoteOf([[1, 10, "EUR"]]), undefined)
    const [gone, come] = offerImpacts(tally)
    assert.deepInclude(gone, { offerId: 1, before: 2, after: 0, gone: 1, come: 0 })
    assert.deepInclude(come, { offerId: 2, before: 0, after: 1, gone: 0, come: 1 })
    assert.deepInclude(quoteImpacts(tally)[0], { answered: 1, lost: 1, won: 0 })
  })
})

describe("an impact in parts", () => {
  it("comes to the same however the corpus is shared out", () => {
    const after = edited("sandbox/tariffs.csv", ({ cells, line }) =>
      line < 40 ? { ...cells, per_person_per_day: "1.75" } : cells,
    )
    const some = cases.slice(0, 60)
    const whole = impact(tables, after, some)
    const parts = [0, 1, 2].map((own) => {
      const { count, tally } = prepareTally(tables, after, allAnswers)
      for (const [place, situation] of some.entries())
        if (place % 3 === own) count(situation, place)
      return tally
    })
    const sum = emptyTally()
    for (const part of parts.toReversed()) addTally(sum, structuredClone(part))
    assert.deepStrictEqual(impactOf({ before: tables, after, corpus: some }, sum), whole)
  })

  it("names the arguments that bilans lose, with their cards and a bilan that held them", () => {
    const gone = "medical_shortfall_top"
    const after = edited("coach/arguments.csv", ({ cells }) =>
      cells["id"] === gone ? undefined : cells,
    )
    const found = impact(tables, after, named("Paris couple to New York"))
    const lost = found.arguments.find(({ id }) => id === gone)
    assert.deepInclude(lost, {
      change: "lost",
      situations: 1,
      cards: [{ card: "#4", situations: 1 }],
    })
    assert.isTrue(lost?.example.bilan.arguments.some(({ id }) => id === gone))
  })
})
