import { describe, expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import { makeCounts, totalOf } from "../../../../http/store/batches/regular-writes.ts"

interface Day {
  readonly code: string
  readonly day: number
}

const makeDays = (entriesMax: number) =>
  makeCounts<Day>(entriesMax, ({ code, day }) => `${code}/${day}`)

describe("things counted in memory", () => {
  it("are one entry for each name", () => {
    const counts = makeDays(10)
    for (const [code, day] of [
      ["link1", 5],
      ["link2", 5],
      ["link1", 5],
      ["link1", 6],
    ] as const) {
      expect(counts.add({ code, day, count: 1 })).toBe(true)
    }
    expect(counts.total()).toBe(4)
    expect(counts.take(10)).toEqual([
      { code: "link1", day: 5, count: 2 },
      { code: "link2", day: 5, count: 1 },
      { code: "link1", day: 6, count: 1 },
    ])
    expect(counts.take(10)).toEqual([])
  })

  it("have room for so many entries, and for more of each of them", () => {
    const counts = makeDays(2)
    expect(
      ["link1", "link2", "link3", "link1", "link2"].map((code) =>
        counts.add({ code, day: 5, count: 1 }),
      ),
    ).toEqual([true, true, false, true, true])
    expect(counts.add({ code: "link1", day: 6, count: 1 })).toBe(false)
    expect(counts.take(1)).toEqual([{ code: "link1", day: 5, count: 2 }])
    expect(counts.add({ code: "link3", day: 5, count: 1 })).toBe(true)
    expect(counts.total()).toBe(3)
  })

  it("are none the fewer for being taken, little by little", () => {
    const click = fc.record({
      code: fc.constantFrom("ab", "abc", "abcd", "b"),
      day: fc.nat(2),
      count: fc.integer({ min: 1, max: 3 }),
    })
    const step = fc.oneof(fc.record({ click }), fc.record({ take: fc.nat(5) }))
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const counts = makeDays(5)
        let counted = 0
        let taken = 0
        for (const one of steps) {
          if ("click" in one) counted += counts.add(one.click) ? one.click.count : 0
          else {
            const entries = counts.take(one.take)
            expect(entries.length).toBeLessThanOrEqual(one.take)
            taken += totalOf(entries)
          }
          expect(counts.total() + taken).toBe(counted)
        }
      }),
    )
  })
})
