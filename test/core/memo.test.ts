import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { memo, memoFrozen } from "../../core/memory.ts"

describe("a function that remembers its answers", () => {
  it("gives what it is made of gives, the first time and each time after", () => {
    const format = new Intl.NumberFormat("fr-FR", { style: "currency", currency: "EUR" })
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 })), (amounts) => {
        const print = memo((amount: number) => format.format(amount))
        for (const amount of amounts) expect(print(amount)).toBe(format.format(amount))
      }),
    )
  })

  it("computes each answer once, also where that is undefined", () => {
    const asked: Array<number> = []
    const print = memo((amount: number) => {
      asked.push(amount)
      return amount === 0 ? undefined : String(amount)
    })
    const answers = [print(1_500), print(0), print(1_500), print(0)]
    expect(answers).toEqual(["1500", undefined, "1500", undefined])
    expect(asked).toEqual([1_500, 0])
  })
})

describe("a function of objects that remembers its answers", () => {
  const count = () => {
    const asked: Array<object> = []
    const daysOf = memoFrozen((trip: { readonly days: number }) => {
      asked.push(trip)
      return [trip.days]
    })
    return { asked, daysOf }
  }

  it("computes a frozen one once, and one of the same fields for itself", () => {
    const { asked, daysOf } = count()
    const trips = [Object.freeze({ days: 9 }), Object.freeze({ days: 9 })] as const
    for (const trip of [...trips, ...trips]) expect(daysOf(trip)).toEqual([9])
    expect(asked).toEqual(trips)
    expect(daysOf(trips[0])).toBe(daysOf(trips[0]))
  })

  it("answers for what an open one has become, also where it is frozen later", () => {
    const { asked, daysOf } = count()
    const trip = { days: 9 }
    expect(daysOf(trip)).toEqual([9])
    trip.days = 10
    expect(daysOf(trip)).toEqual([10])
    trip.days = 11
    Object.freeze(trip)
    expect([daysOf(trip), daysOf(trip)]).toEqual([[11], [11]])
    expect(asked).toHaveLength(3)
  })
})
