import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { type FoldableRow, foldRows } from "../../../rules/changes/fold-rows.ts"
import { foldWords } from "../../../rules/changes/diff-words.ts"

const row = (
  where: Readonly<Record<string, string>>,
  ...cells: ReadonlyArray<readonly [column: string, before: string, after: string]>
): FoldableRow => ({
  where,
  before: 1,
  after: 1,
  cells: cells.map(([column, before, after]) => ({ column, before, after })),
})

const wordsOf = (changed: ReadonlyArray<FoldableRow>): ReadonlyArray<string> =>
  foldRows({ changed, added: [], removed: [] }).map((fold) => foldWords(fold, {}))

describe("rows that changed alike are one line", () => {
  it("by a factor, as far as what was written is rounded, in several columns", () => {
    const rows = [
      row({ tariff: "a", zone: "x" }, ["flat", "5.20", "5.46"], ["daily", "1.35", "1.42"]),
      row({ tariff: "a", zone: "y" }, ["flat", "8.64", "9.07"], ["daily", "0.92", "0.97"]),
    ]
    assert.deepStrictEqual(wordsOf(rows), ["2 rows of tariff a: flat and daily × 1.05"])
  })

  it("by an amount, where no simple factor fits", () => {
    const rows = [
      row({ t: "a", z: "x" }, ["flat", "5.20", "5.70"]),
      row({ t: "a", z: "y" }, ["flat", "90", "90.50"]),
    ]
    assert.deepStrictEqual(wordsOf(rows), ["2 rows of t a: flat + 0.50"])
  })

  it("by the same words, empty ones too", () => {
    const rows = [
      row({ t: "a" }, ["state", "", "included"]),
      row({ t: "b" }, ["state", "", "included"]),
    ]
    assert.deepStrictEqual(wordsOf(rows), ["2 rows: state (empty) → included"])
  })

  it("apart, where two tariffs rise by different factors", () => {
    const rises = [
      ["a", 1.05],
      ["b", 1.2],
    ] as const
    const rows = rises.flatMap(([t, factor]) =>
      ["10.00", "20.00", "33.00"].map((before, z) =>
        row({ t, z: String(z) }, ["flat", before, (Number(before) * factor).toFixed(2)]),
      ),
    )
    assert.deepStrictEqual(wordsOf(rows), [
      "3 rows of t a: flat × 1.05",
      "3 rows of t b: flat × 1.2",
    ])
  })

  it("without a factor, where one value strays", () => {
    const rows = [
      row({ t: "a", z: "x" }, ["flat", "10.00", "10.50"]),
      row({ t: "a", z: "y" }, ["flat", "20.00", "210.00"]),
    ]
    assert.deepStrictEqual(wordsOf(rows), ["2 rows of t a: flat changed"])
  })

  it("whatever the factor, as long as cents are rounded from it", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 50, max: 300 }).filter((percent) => percent !== 100),
        fc.uniqueArray(fc.integer({ min: 5_000, max: 900_000 }), { minLength: 3, maxLength: 8 }),
        (percent, cents) => {
          const rows = cents.map((cent, z) =>
            row({ t: "a", z: String(z) }, [
              "flat",
              (cent / 100).toFixed(2),
              (Math.round((cent * percent) / 100) / 100).toFixed(2),
            ]),
          )
          const [words, ...others] = wordsOf(rows)
          assert.deepStrictEqual(others, [])
          const [, factor] = /× (\S+)$/.exec(words ?? "") ?? []
          assert.closeTo(Number(factor), percent / 100, 0.002)
        },
      ),
    )
  })
})
