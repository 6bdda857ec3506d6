import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { type Fact, readTest } from "../../../core/table/condition.ts"
import type { AskedFacts } from "../../../core/table/fact-site.ts"
import * as Input from "../../../core/table/input.ts"
import { type Lookup, makeLookups } from "../../../core/table/lookup.ts"
import { segmentColumn } from "../../../core/table/segments.ts"

const about = "A column."
const none = undefined

/** Facts of all kinds, most of which no column has. */
const strangeFacts: ReadonlyArray<Fact | undefined> = [none, null, true, false, "", "é", 0, -0, 0.5]

/** Columns of the kinds that look-ups tell apart, and facts at, before and after what their cells say. */
const columns: ReadonlyArray<
  readonly [
    what: string,
    input: Input.Input<unknown>,
    cells: ReadonlyArray<string>,
    facts: ReadonlyArray<Fact>,
  ]
> = [
  [
    "words that one character tells apart",
    Input.enumeration(["entry", "mid", "premium"], { about }),
    ["entry|mid", "premium", "not(mid)"],
    ["entry", "mid", "premium", "mad", "pre", "premiums", "entrx", "y"],
  ],
  [
    "words that two characters tell apart",
    Input.enumeration(["a1", "a2", "b1", "b2"], { about }),
    ["a1", "a2|b1", "b2"],
    ["a1", "a2", "b1", "b2", "a", "b3", "a1a", "c1", "12"],
  ],
  [
    "words that differ far from both ends only",
    Input.enumeration([`xxxxxxxxx1xxxxxxxxx`, `xxxxxxxxx2xxxxxxxxx`], { about }),
    [`xxxxxxxxx1xxxxxxxxx`, `xxxxxxxxx2xxxxxxxxx`],
    [`xxxxxxxxx1xxxxxxxxx`, `xxxxxxxxx2xxxxxxxxx`, `xxxxxxxxx3xxxxxxxxx`],
  ],
  [
    "whole numbers near each other",
    Input.integer({ about }),
    ["[-3..5)", ">=7", "<0"],
    [-4, -3, -2, -1, 1, 4, 5, 6, 7, 8, 6.5, -3.5],
  ],
  [
    "whole numbers that are low",
    Input.integer({ about }),
    ["<-2147483640", ">-2147483630"],
    [-2_147_483_641, -2_147_483_640, -2_147_483_639, -2_147_483_630, -2_147_483_629],
  ],
  [
    "whole numbers beyond 32 bits",
    Input.integer({ about }),
    ["<9007199254740990", "9007199254740991"],
    [9_007_199_254_740_989, 9_007_199_254_740_990, 9_007_199_254_740_991],
  ],
  [
    "fractions",
    Input.number({ about }),
    ["<0.25", "[0.25..10.5]"],
    [0.24, 0.25, 0.26, 10.49, 10.5, 10.51],
  ],
  ["truth values", Input.boolean({ about }), ["true", "false", ""], []],
]

/** Numbers at the ends of what 32 bits and doubles hold. */
const extremes: ReadonlyArray<number> = [
  2_147_483_647,
  2_147_483_648,
  -2_147_483_648,
  -2_147_483_649,
  4_294_967_296,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
  Number.MAX_VALUE,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  Number.NaN,
]

const segmented = columns.map(([what, input, cells]) => {
  const tests = cells.map((cell) => Result.getOrThrow(readTest(input, cell)))
  return { what, column: segmentColumn(input, tests) }
})

/** Every segment has a place of its own; columns share no place. */
const placed = segmented.map(({ column, what }, index) => ({
  factName: what,
  column,
  places: column.segments.map((_, segment) => 1_000 * index + segment),
}))

/** The look-ups of a chain, one after the other. */
const chainOf = (first: Lookup | undefined): ReadonlyArray<Lookup> =>
  first === undefined ? [] : [first, ...chainOf(first.next)]

describe("makeLookups()", () => {
  const { findPlace, firstLookup, lookupCount } = makeLookups(placed)
  const lookups = chainOf(firstLookup)

  it.each(columns.map(([what, , , facts], index) => ({ what, facts, index })))(
    "finds the place of the segment that holds a fact: $what",
    ({ facts, index, what }) => {
      const lookup = lookups[index]
      const { column, places } = placed[index] ?? { column: undefined, places: [] }
      if (lookup === undefined || column === undefined) throw new Error("no look-up")
      for (const fact of [...facts, ...strangeFacts, ...extremes]) {
        const asked: AskedFacts = { [what]: fact }
        const segment = column.segmentOf(fact ?? null)
        assert.strictEqual(findPlace(lookup, asked), places[segment], String(fact))
      }
    },
  )

  it("finds what is unknown for a fact that is not there", () => {
    assert.lengthOf(lookups, columns.length)
    assert.strictEqual(lookupCount, columns.length)
    for (const [index, lookup] of lookups.entries()) {
      assert.strictEqual(findPlace(lookup, {}), placed[index]?.places.at(-1))
    }
  })
})
