import { assert, describe, it } from "@effect/vitest"
import {
  addRow,
  countRows,
  emptyBitset,
  flipRow,
  fullBitset,
  hasRow,
  removeRow,
  rowsOf,
  sameRows,
} from "../../../core/table/bitset.ts"

describe("bitsets", () => {
  it.each([0, 1, 31, 32, 33, 63, 64, 65, 1_000])("hold all of %i rows and no other", (size) => {
    const rows = fullBitset(size)
    assert.strictEqual(rows.length, emptyBitset(size).length)
    assert.strictEqual(countRows(rows), size)
    assert.deepStrictEqual(
      rowsOf(rows),
      Array.from({ length: size }, (_, row) => row),
    )
  })

  it.each([0, 30, 31, 32, 33, 63, 64])("add, flip and take out row %i alone", (row) => {
    const added = emptyBitset(65)
    addRow(added, row)
    assert.deepStrictEqual(rowsOf(added), [row])
    assert.isTrue(hasRow(added, row))
    const flipped = emptyBitset(65)
    flipRow(flipped, row)
    assert.isTrue(sameRows(flipped, added))
    flipRow(flipped, row)
    assert.strictEqual(countRows(flipped), 0)
    const others = fullBitset(65)
    removeRow(others, row)
    assert.strictEqual(countRows(others), 64)
    assert.isFalse(hasRow(others, row))
  })

  it("are the same when they hold the same rows of as many", () => {
    assert.isTrue(sameRows(fullBitset(33), fullBitset(33)))
    assert.isFalse(sameRows(fullBitset(33), fullBitset(34)))
    assert.isFalse(sameRows(emptyBitset(32), emptyBitset(64)))
  })
})
