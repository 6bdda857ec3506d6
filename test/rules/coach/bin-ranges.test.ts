import * as fc from "fast-check"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { binRanges, rangesText, readRuns } from "../../../rules/coach/tables/bin-ranges.ts"
import { testSeed } from "../../support/random.ts"

const column = binRanges({ about: "Ranges.", kinds: { file: "kinds.csv", column: "kind" } })

const partRefused = (cell: string): string | undefined => {
  const read = column.parse(cell)
  return Result.isFailure(read) ? (read.failure.part ?? "all") : undefined
}

describe("a cell of card number ranges", () => {
  it("holds numbers, ranges and blocks of six to eight digits", () => {
    expect(
      readRuns("gold-c1 400012 4147:20-21.30|any 40001200-40001299 400012:00.99 4000127"),
    ).toEqual([
      { kind: "gold-c1", digits: 6, from: 400012, to: 400012 },
      { kind: "gold-c1", digits: 6, from: 414720, to: 414721 },
      { kind: "gold-c1", digits: 6, from: 414730, to: 414730 },
      { kind: "any", digits: 8, from: 40001200, to: 40001299 },
      { kind: "any", digits: 8, from: 40001200, to: 40001200 },
      { kind: "any", digits: 8, from: 40001299, to: 40001299 },
      { kind: "any", digits: 7, from: 4000127, to: 4000127 },
    ])
  })

  it.each([
    ["", ""],
    ["gold", "gold"],
    ["gold ", ""],
    ["Gold 400012", "Gold 400012"],
    [" 400012", " 400012"],
    ["gold 40001", "40001"],
    ["gold 400012345", "400012345"],
    ["gold 400012-400011", "400012-400011"],
    ["gold 400012-4000123", "400012-4000123"],
    ["gold 400:12", "400:12"],
    ["gold 4000123:12", "4000123:12"],
    ["gold 4000:1", "4000:1"],
    ["gold 4000:123", "4000:123"],
    ["gold 4000:12-11", "4000:12-11"],
    ["gold 4000:12.12", "4000:12.12"],
    ["gold 4000:12.11", "4000:12.11"],
    ["gold 4000:12.", "4000:12."],
    ["gold 400012 400013x", "400013x"],
    ["gold 400012|", ""],
    ["gold 400012|classic 4000", "4000"],
    ["gold 400012  400013", ""],
  ])("is refused as %j, with the part %j that is wrong", (cell, part) => {
    expect(partRefused(cell)).toBe(part)
    expect(readRuns(cell)).toEqual([])
  })

  it("takes a block up to its last number, and neighbours from the number after", () => {
    expect(partRefused("gold 4000:00-99")).toBeUndefined()
    expect(partRefused("gold 4000:12-12.13")).toBeUndefined()
  })

  it("names its kinds, so that each is looked for in their table", () => {
    expect(column.referenced?.("gold-c1 400012 400013|any 500000")).toEqual(["gold-c1", "any"])
  })

  it("reads back every number that is written", () => {
    const bin = fc.oneof(
      fc.integer({ min: 400_000, max: 400_400 }),
      fc.integer({ min: 40_000_000, max: 40_000_400 }),
      fc.integer({ min: 100_000, max: 999_999 }),
    )
    fc.assert(
      fc.property(fc.uniqueArray(bin, { minLength: 1, maxLength: 60 }), (numbers) => {
        const bins = numbers.map(String).sort()
        const read = readRuns(`any ${rangesText(bins)}`).flatMap(({ from, to }) =>
          Array.from({ length: to - from + 1 }, (_, at) => String(from + at)),
        )
        expect([...read].sort()).toEqual(bins)
      }),
      { seed: testSeed("card number ranges"), numRuns: 300 },
    )
  })
})
