import { describe, expect, it } from "@effect/vitest"
import { makeRecentlySeen } from "../../../http/platform/recently-seen.ts"

describe("what was seen recently", () => {
  it("is kept up to so many; what nobody asked for longest goes first", () => {
    const seen = makeRecentlySeen<number>(2)
    seen.set("a", 1)
    seen.set("b", 2)
    expect([seen.get("a"), seen.get("b")]).toEqual([1, 2])
    expect(seen.get("a")).toBe(1)
    seen.set("c", 3)
    expect(["a", "b", "c"].map(seen.get)).toEqual([1, undefined, 3])
  })

  it("is what was seen last under a name", () => {
    const seen = makeRecentlySeen<number>(2)
    seen.set("a", 1)
    seen.set("b", 2)
    seen.set("a", 3)
    seen.set("c", 4)
    expect(["a", "b", "c"].map(seen.get)).toEqual([3, undefined, 4])
  })
})
