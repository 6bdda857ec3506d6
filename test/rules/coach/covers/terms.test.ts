import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { noCard } from "../../../../rules/coach/card/products.ts"
import { prepareTerms, strictestTerms, termUnit } from "../../../../rules/coach/covers/terms.ts"
import { coverTermWords } from "../../../../rules/coach/coach-vocabulary.ts"
import { shippedTables } from "../../../support/tables.ts"
import { cardWith, ownTerm, tablesWithTerms, usualTerm } from "../situations.ts"

const card = cardWith({})
const medical = "hospitalFeesAbroad"

type Tables = Parameters<typeof tablesWithTerms>

const termsWith = (...rows: Tables) => prepareTerms(tablesWithTerms(...rows))

const readingOf = (terms: ReadonlyArray<{ slug: string; term: string; amount: number | null }>) =>
  terms.map(({ amount, slug, term }) => [slug, term, amount])

describe("the unit of a term", () => {
  it("is known of every term that counts something", () => {
    expect(
      coverTermWords.flatMap((word) => {
        const unit = termUnit(word)
        return unit === null ? [] : [[word, unit]]
      }),
    ).toEqual([
      ["day_limit", "day"],
      ["senior_day_limit", "day"],
      ["age_limit", "year"],
      ["deductible", "currency"],
      ["deductible_share", "percent"],
      ["delay_hours", "hour"],
      ["paid_share", "percent"],
      ["rental_days", "day"],
    ])
  })

  it("is known of every amount in the tables, and shares are at most whole", () => {
    const rows = [...shippedTables.coverTerms.rows, ...shippedTables.usualTerms.rows]
    const counted = rows.filter(({ amount }) => amount !== null)
    expect(counted.length).toBeGreaterThan(100)
    for (const { amount, term } of counted) {
      expect(termUnit(term), term).not.toBeNull()
      if (termUnit(term) === "percent") expect(amount).toBeLessThanOrEqual(100)
      if (termUnit(term) === "year") expect(amount).toBeLessThanOrEqual(120)
    }
  })
})

describe("the terms of a cover", () => {
  it("are the product's own, and the usual ones of the kinds that it says nothing about", () => {
    const terms = termsWith(
      [ownTerm(medical, "day_limit", 15), ownTerm("cancelTrip", "paid_share", 75)],
      [usualTerm([medical], "day_limit", 90), usualTerm([medical], "call_first", null)],
    ).termsOf(card, medical)
    expect(terms.map(({ amount, own, term }) => [term, amount, own])).toEqual([
      ["day_limit", 15, true],
      ["call_first", null, false],
    ])
  })

  it("are only the usual ones where the notice was not read, each with its row", () => {
    const usual = usualTerm([medical, "cancelTrip"], "day_limit", 90)
    const { termsOf } = termsWith([ownTerm("privateRc", "holder_only", null)], [usual])
    expect(termsOf(card, "cancelTrip")).toEqual([
      {
        slug: "cancelTrip",
        term: "day_limit",
        amount: 90,
        own: false,
        row: usual,
        source: { kind: "comparison", asOf: null, page: null },
      },
    ])
    expect(termsOf(card, "suitcaseInsurance")).toEqual([])
  })

  it("are not those of a product with that name in another country, or of no card", () => {
    const { dayLimitOf, termsOf } = termsWith([ownTerm(medical, "day_limit", 15)], [])
    expect(termsOf({ ...card, country: "CA" }, medical)).toEqual([])
    expect(termsOf({ ...card, name: "other" }, medical)).toEqual([])
    expect(termsOf(noCard("EUR"), medical)).toEqual([])
    expect(dayLimitOf(noCard("EUR"), medical)).toBeUndefined()
  })
})

describe("the day limit of a cover", () => {
  const limit = (...rows: Tables) => termsWith(...rows).dayLimitOf(card, medical)?.amount
  const usual = usualTerm([medical], "day_limit", 90)

  it("is the product's own before the usual one", () => {
    expect(limit([ownTerm(medical, "day_limit", 120)], [usual])).toBe(120)
    expect(limit([], [usual])).toBe(90)
  })

  it("is not known where the product has one whose number was not read", () => {
    expect(limit([ownTerm(medical, "day_limit", null)], [usual])).toBeUndefined()
    expect(limit([], [usualTerm([medical], "day_limit", null)])).toBeUndefined()
  })

  it("is not the one for older travellers, or that of another cover", () => {
    expect(limit([ownTerm(medical, "senior_day_limit", 3)], [])).toBeUndefined()
    expect(limit([ownTerm("cancelTrip", "day_limit", 60)], [])).toBeUndefined()
  })
})

describe("the strictest of several terms", () => {
  const slugs = ["cancelTrip", "stayInterruption", "suitcaseInsurance"]
  const strictest = (own: Tables[0], usual: Tables[1] = [], foremost = medical) => {
    const terms = termsWith(own, usual)
    const all = [...slugs, medical].flatMap((slug) => terms.termsOf(card, slug))
    return readingOf(strictestTerms(all, foremost))
  }

  it.each([
    ["day_limit", 30, 90, 30],
    ["senior_day_limit", 3, 10, 3],
    ["age_limit", 64, 75, 64],
    ["deductible", 25, 50, 50],
    ["deductible_share", 10, 20, 20],
    ["delay_hours", 4, 12, 12],
    ["paid_share", 75, 100, 100],
  ] as const)("is of %s %d and %d: %d", (term, low, high, expected) => {
    for (const [first, second] of [
      [low, high],
      [high, low],
    ] as const) {
      const found = strictest([
        ownTerm("cancelTrip", term, first),
        ownTerm("stayInterruption", term, second),
      ])
      expect(found.map(([, , amount]) => amount)).toEqual([expected])
    }
  })

  it("is one with an amount before one without, and the first of equals", () => {
    expect(
      strictest([
        ownTerm("cancelTrip", "paid_share", null),
        ownTerm("stayInterruption", "paid_share", 75),
        ownTerm("suitcaseInsurance", "paid_share", 75),
      ]),
    ).toEqual([["stayInterruption", "paid_share", 75]])
  })

  it("is the product's own before a stricter usual one", () => {
    const usual = [usualTerm(["stayInterruption"], "day_limit", 10)]
    expect(strictest([ownTerm("suitcaseInsurance", "day_limit", 60)], usual)).toEqual([
      ["suitcaseInsurance", "day_limit", 60],
    ])
  })

  it("is what binds the foremost cover, however lenient and wherever it comes", () => {
    const own = [ownTerm("cancelTrip", "day_limit", 10), ownTerm(medical, "day_limit", 90)]
    expect(strictest(own)).toEqual([[medical, "day_limit", 90]])
    expect(strictest(own, [], "cancelTrip")).toEqual([["cancelTrip", "day_limit", 10]])
    expect(
      strictest([ownTerm("cancelTrip", "day_limit", 10)], [usualTerm([medical], "day_limit", 90)]),
    ).toEqual([[medical, "day_limit", 90]])
  })

  it("comes once for each kind, in the order of first sight", () => {
    expect(
      strictest([
        ownTerm("cancelTrip", "listed_causes", null),
        ownTerm("cancelTrip", "paid_share", 75),
        ownTerm("stayInterruption", "listed_causes", null),
        ownTerm(medical, "call_first", null),
      ]),
    ).toEqual([
      ["cancelTrip", "listed_causes", null],
      ["cancelTrip", "paid_share", 75],
      [medical, "call_first", null],
    ])
  })

  it("does not depend on the order of the covers, and no own term beats it", () => {
    const kinds = ["day_limit", "deductible"] as const
    const covers = ["cancelTrip", "stayInterruption", "transportDelay", "suitcaseInsurance"]
    const rows = fc.uniqueArray(
      fc.record({
        slug: fc.constantFrom(...covers),
        term: fc.constantFrom(...kinds),
        amount: fc.option(fc.integer({ min: 1, max: 9 })),
      }),
      { selector: ({ slug, term }) => `${slug} ${term}`, maxLength: 8 },
    )
    const order = fc.shuffledSubarray(covers, { minLength: covers.length })
    fc.assert(
      fc.property(rows, order, (own, shuffled) => {
        const terms = termsWith(
          own.map(({ amount, slug, term }) => ownTerm(slug, term, amount)),
          [],
        )
        const amounts = (slugs: ReadonlyArray<string>) =>
          new Map(
            strictestTerms(
              slugs.flatMap((slug) => terms.termsOf(card, slug)),
              medical,
            ).map((each) => [each.term, each.amount]),
          )
        const found = amounts(covers)
        expect(amounts(shuffled)).toEqual(found)
        expect(new Set(found.keys())).toEqual(new Set(own.map(({ term }) => term)))
        for (const term of kinds) {
          const known = own.flatMap((row) =>
            row.term === term && row.amount !== null ? [row.amount] : [],
          )
          if (known.length === 0) continue
          expect(found.get(term)).toBe(
            term === "day_limit" ? Math.min(...known) : Math.max(...known),
          )
        }
      }),
    )
  })
})
