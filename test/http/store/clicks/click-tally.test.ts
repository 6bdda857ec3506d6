import { describe, expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import { clicksOf, makeClickTally } from "../../../../http/store/clicks/click-tally.ts"

describe("clicks counted in memory", () => {
  it("are one entry for each link and day", () => {
    const tally = makeClickTally(10)
    for (const [code, day] of [
      ["link1", 5],
      ["link2", 5],
      ["link1", 5],
      ["link1", 6],
    ] as const) {
      expect(tally.add({ code, day, clicks: 1 })).toBe(true)
    }
    expect(tally.total()).toBe(4)
    expect(tally.take(10)).toEqual([
      { code: "link1", day: 5, clicks: 2 },
      { code: "link2", day: 5, clicks: 1 },
      { code: "link1", day: 6, clicks: 1 },
    ])
    expect(tally.take(10)).toEqual([])
  })

  it("have room for so many entries, and for more clicks of each of them", () => {
    const tally = makeClickTally(2)
    expect(
      ["link1", "link2", "link3", "link1", "link2"].map((code) =>
        tally.add({ code, day: 5, clicks: 1 }),
      ),
    ).toEqual([true, true, false, true, true])
    expect(tally.add({ code: "link1", day: 6, clicks: 1 })).toBe(false)
    expect(tally.take(1)).toEqual([{ code: "link1", day: 5, clicks: 2 }])
    expect(tally.add({ code: "link3", day: 5, clicks: 1 })).toBe(true)
    expect(tally.total()).toBe(3)
  })

  it("are none the fewer for being taken, little by little", () => {
    const click = fc.record({
      code: fc.constantFrom("ab", "abc", "abcd", "b"),
      day: fc.nat(2),
      clicks: fc.integer({ min: 1, max: 3 }),
    })
    const step = fc.oneof(fc.record({ click }), fc.record({ take: fc.nat(5) }))
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const tally = makeClickTally(5)
        let counted = 0
        let taken = 0
        for (const one of steps) {
          if ("click" in one) counted += tally.add(one.click) ? one.click.clicks : 0
          else {
            const entries = tally.take(one.take)
            expect(entries.length).toBeLessThanOrEqual(one.take)
            taken += clicksOf(entries)
          }
          expect(tally.total() + taken).toBe(counted)
        }
      }),
    )
  })
})
