import { describe, expect, it } from "vitest"
import { medianOf } from "../../core/median.ts"

describe("medianOf()", () => {
  it("is the middle of an odd count, and half-way between the middle two of an even one", () => {
    expect(medianOf([5])).toBe(5)
    expect(medianOf([30, -10, 20])).toBe(20)
    expect(medianOf([-1, 2, 10, 4])).toBe(3)
  })

  it("leaves the values as they are", () => {
    const values = [3, 1, 2]
    medianOf(values)
    expect(values).toEqual([3, 1, 2])
  })
})
