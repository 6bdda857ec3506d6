import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { makeOutages } from "../../../http/observability/outage-log.ts"
import { makeRecordedLog } from "../outside/guard/recorded-log.ts"

const refused = Object.assign(new Error("connect failed"), { code: "ECONNREFUSED" })

const outage = () => {
  const log = makeRecordedLog()
  const outages = makeOutages()
  return {
    fail: (what: string, times = 1) =>
      Effect.replicateEffect(outages.failed(what, refused), times).pipe(Effect.provide(log.layer)),
    lines: () => log.lines.splice(0),
  }
}

const line = (calls: number, failed: string) => ({
  message: "calls fail for the database",
  facts: { calls, failed, reason: "connection refused" },
})

describe("a database that is away", () => {
  it.effect("is told at once, and then once a second with how many calls failed", () =>
    Effect.gen(function* () {
      const { fail, lines } = outage()
      yield* fail("keys cannot be read")
      expect(lines()).toEqual([line(1, "keys cannot be read: 1")])
      yield* fail("keys cannot be read", 300)
      yield* fail("quotas cannot be charged", 20)
      yield* TestClock.adjust(999)
      expect(lines()).toEqual([])
      yield* fail("keys cannot be read")
      yield* TestClock.adjust(1)
      expect(lines()).toEqual([line(321, "keys cannot be read: 301, quotas cannot be charged: 20")])
    }),
  )

  it.effect("is told of to the last call, also when no other one comes", () =>
    Effect.gen(function* () {
      const { fail, lines } = outage()
      yield* fail("keys cannot be read", 2)
      yield* TestClock.adjust(60_000)
      expect(lines()).toEqual([
        line(1, "keys cannot be read: 1"),
        line(1, "keys cannot be read: 1"),
      ])
      yield* fail("keys cannot be read")
      expect(lines()).toEqual([line(1, "keys cannot be read: 1")])
    }),
  )

  it.effect("takes a line a second and no more, however long it lasts", () =>
    Effect.gen(function* () {
      const { fail, lines } = outage()
      for (let tick = 0; tick < 100; tick += 1) {
        yield* fail("keys cannot be read", 10)
        yield* TestClock.adjust(100)
      }
      yield* TestClock.adjust(1_000)
      const told = lines()
      expect(told.length).toBe(11)
      expect(told.reduce((sum, { facts }) => sum + Number(facts["calls"]), 0)).toBe(1_000)
    }),
  )
})
