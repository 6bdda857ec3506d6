import { assert, describe, it } from "@effect/vitest"
import { rowRegion, wholeRegion } from "../../../core/analysis/region.ts"
import { findRegion, type Judge, uncovered } from "../../../core/analysis/search.ts"
import type { Space } from "../../../core/analysis/space.ts"
import { emptyBitset, hasRow, intersected, rowsOf } from "../../../core/table/bitset.ts"
import { makeChoices, testSeed } from "../../support/random.ts"
import { everyCombination, factsOf, smallLines, smallTable } from "../../support/small-tables.ts"

const seed = testSeed("searches")
const choices = makeChoices(seed)

const small = (rowsMax: number) => smallTable("first", smallLines(choices, rowsMax))

/** The rows that accept a combination, by asking every set of the space. */
const rowsAt = (space: Space, point: ReadonlyArray<number>): ReadonlyArray<number> =>
  rowsOf(
    space.dimensions.reduce(
      (left, { rows }, index) => intersected(left, rows[point[index] ?? 0] ?? emptyBitset(0)),
      space.all,
    ),
  )

/** The combinations inside of a region. */
const inside = (region: ReadonlyArray<ReadonlyArray<number>>, space: Space) =>
  everyCombination(space).filter((point) =>
    point.every((segment, index) => region[index]?.includes(segment) === true),
  )

describe("findRegion()", () => {
  it("finds combinations that no row accepts exactly when there are some", () => {
    const seen = { Found: 0, Nothing: 0, Unknown: 0 }
    for (let table = 0; table < 40; table += 1) {
      const { fired, source, space } = small(14)
      const open = everyCombination(space).filter((point) => rowsAt(space, point).length === 0)
      const search = findRegion(space, wholeRegion(space), space.all, uncovered)
      seen[search._tag] += 1
      assert.strictEqual(search._tag, open.length > 0 ? "Found" : "Nothing", source)
      if (search._tag !== "Found") continue
      const points = inside(search.region, space)
      assert.isAtLeast(points.length, 1)
      for (const point of points) assert.deepStrictEqual(fired(factsOf(space, point)), [], source)
    }
    assert.isAtLeast(seen.Found, 5)
    assert.strictEqual(seen.Unknown, 0)
  })

  it("proves that earlier rows together leave nothing to a later one", () => {
    const { space } = smallTable("first", [
      ",,<=6,,true,,1,a",
      ",,>=5,,true,,2,b",
      "red,,,,false,,3,c",
      "red|green,,[2..9],,true,,1,never on its own",
      "red,,,,,true,1,never in two halves",
      "green,,,,,,1,sometimes",
    ])
    const left = (row: number) => {
      const region = rowRegion(space, row)
      assert.isDefined(region)
      const earlier = emptyBitset(space.rowCount)
      for (let index = 0; index < row; index += 1) earlier[0] = (earlier[0] ?? 0) | (1 << index)
      return findRegion(space, region, earlier, uncovered)._tag
    }
    assert.deepStrictEqual([0, 1, 2, 3, 4, 5].map(left), [
      "Found",
      "Found",
      "Found",
      "Nothing",
      "Nothing",
      "Found",
    ])
  })

  it("starts from the rows it is given, and stays within the region it is given", () => {
    for (let table = 0; table < 30; table += 1) {
      const { source, space } = small(8)
      const row = choices.integer(0, space.rowCount - 1)
      const region = rowRegion(space, row)
      if (region === undefined) continue
      const others = space.all.slice()
      others[0] = (others[0] ?? 0) & ~(1 << row)
      const alone = inside(region, space).filter((point) => rowsAt(space, point).length === 1)
      const search = findRegion(space, region, others, uncovered)
      assert.strictEqual(search._tag, alone.length > 0 ? "Found" : "Nothing", source)
      if (search._tag !== "Found") continue
      for (const point of inside(search.region, space)) {
        assert.deepStrictEqual(rowsAt(space, point), [row], source)
      }
    }
  })

  it("takes any judge: here, that two given rows fire together", () => {
    let together = 0
    for (let table = 0; table < 60; table += 1) {
      const { source, space } = small(6)
      if (space.rowCount < 2) continue
      const judge: Judge = (candidates, settled) => {
        if (!hasRow(candidates, 0) || !hasRow(candidates, 1)) return false
        return hasRow(settled, 0) && hasRow(settled, 1) ? true : undefined
      }
      const both = everyCombination(space).some((point) => {
        const rows = rowsAt(space, point)
        return rows.includes(0) && rows.includes(1)
      })
      const search = findRegion(space, wholeRegion(space), space.all, judge)
      assert.strictEqual(search._tag, both ? "Found" : "Nothing", source)
      if (both) together += 1
    }
    assert.isAtLeast(together, 5)
  })

  it("says that it does not know when its budget ends first", () => {
    const { space } = smallTable("first", [",,<=6,,,,1,a", ",,>=5,,,,2,b"])
    const search = (left: number) =>
      findRegion(space, wholeRegion(space), space.all, uncovered, { left })._tag
    assert.strictEqual(search(2), "Unknown")
    assert.strictEqual(search(1_000), "Nothing")
  })
})
