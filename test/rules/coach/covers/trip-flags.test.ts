import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  tripFlagsOf,
  tripNumber,
  tripNumbers,
  tripOf,
} from "../../../../rules/coach/covers/terms.ts"
import { tripFlags } from "../../../../rules/coach/coach-vocabulary.ts"
import { trip } from "../support.ts"

const fieldOf = {
  long_trip: "longTrip",
  friends: "friends",
  risky_activity: "riskyActivity",
} as const

describe("the number of a trip", () => {
  it("stands for one combination of flags, and every combination has one", () => {
    expect(tripNumbers).toEqual([...new Set(tripNumbers)])
    expect(tripNumbers).toHaveLength(2 ** tripFlags.length)
    for (const number of tripNumbers) expect(tripNumber(tripOf(number))).toBe(number)
    fc.assert(
      fc.property(trip, (flags) => {
        expect(tripOf(tripNumber(flags))).toEqual(flags)
        expect(tripNumbers).toContain(tripNumber(flags))
      }),
    )
  })

  it("is lowest for a trip like any other and highest for all at once", () => {
    expect(tripOf(0)).toEqual({ friends: false, longTrip: false, riskyActivity: false })
    expect(tripOf(7)).toEqual({ friends: true, longTrip: true, riskyActivity: true })
  })
})

describe("the flags of a trip", () => {
  it.each([
    [{ friends: false, longTrip: false, riskyActivity: false }, []],
    [{ friends: true, longTrip: false, riskyActivity: false }, ["friends"]],
    [{ friends: false, longTrip: true, riskyActivity: false }, ["long_trip"]],
    [{ friends: false, longTrip: false, riskyActivity: true }, ["risky_activity"]],
    [
      { friends: true, longTrip: true, riskyActivity: true },
      ["long_trip", "friends", "risky_activity"],
    ],
  ])("of %j are %j", (flags, words) => {
    expect(tripFlagsOf(flags)).toEqual(words)
  })

  it("are those that are set, in the order of the vocabulary", () => {
    fc.assert(
      fc.property(trip, (flags) => {
        expect(tripFlagsOf(flags)).toEqual(tripFlags.filter((flag) => flags[fieldOf[flag]]))
      }),
    )
  })
})
