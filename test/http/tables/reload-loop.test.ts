import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { quietMs, type Reload, type Reloaded, runReloads } from "../../../http/tables/reload.ts"

/** A loop over a reload that only notes what is asked of it, each reload taking some time. */
const start = Effect.fnUntraced(function* (
  outcomes: ReadonlyArray<Reloaded> = [],
  reloadMs = 0,
  days: Array<"begun" | "not begun"> = [],
) {
  const seen: Array<string> = []
  let reloads = 0
  const note = (what: string) => Effect.sync(() => void seen.push(what))
  const reload: Reload = {
    status: () => {
      throw new Error("nobody asks for it")
    },
    reload: Effect.suspend(() => {
      const outcome = outcomes[reloads] ?? "taken"
      reloads += 1
      return note("begin").pipe(
        Effect.andThen(Effect.sleep(reloadMs)),
        Effect.andThen(note("end")),
        Effect.as(outcome),
      )
    }),
    beginDay: Effect.andThen(
      note("day"),
      Effect.sync(() => (days.shift() ?? "begun") === "begun"),
    ),
    sayUnchanged: note("unchanged"),
  }
  const request = yield* runReloads(reload)
  yield* TestClock.adjust(0)
  const drain = () => seen.splice(0)
  return { request, drain }
})

const once = ["begin", "end", "day"]

describe("the loop of reloads", () => {
  it.effect("reloads once for many changes, when the folder has been quiet", () =>
    Effect.gen(function* () {
      const { drain, request } = yield* start()
      for (let change = 0; change < 5; change += 1) {
        request("change")
        request("change")
        yield* TestClock.adjust(quietMs - 1)
      }
      expect(drain()).toEqual([])
      yield* TestClock.adjust(1)
      expect(drain()).toEqual(once)
      yield* TestClock.adjust("1 minute")
      expect(drain()).toEqual([])
    }),
  )

  it.effect("reloads within seconds of a folder that is never quiet", () =>
    Effect.gen(function* () {
      const { drain, request } = yield* start()
      for (let change = 0; change < 100; change += 1) {
        request("change")
        yield* TestClock.adjust(quietMs / 2)
      }
      const reloads = drain().filter((what) => what === "begin").length
      expect(reloads).toBeGreaterThan(1)
      expect(reloads).toBeLessThan(10)
    }),
  )

  it.effect("reloads at once for an operator, also while changes settle", () =>
    Effect.gen(function* () {
      const { drain, request } = yield* start()
      request("operator")
      yield* TestClock.adjust(0)
      expect(drain()).toEqual(once)
      request("change")
      yield* TestClock.adjust(quietMs - 1)
      request("operator")
      yield* TestClock.adjust(0)
      expect(drain()).toEqual(once)
      yield* TestClock.adjust("1 minute")
      expect(drain()).toEqual([])
    }),
  )

  it.effect("tells an operator, and nobody else, that nothing has changed", () =>
    Effect.gen(function* () {
      const { drain, request } = yield* start(["unchanged", "unchanged"])
      request("operator")
      yield* TestClock.adjust(0)
      expect(drain()).toEqual(["begin", "end", "unchanged", "day"])
      request("change")
      yield* TestClock.adjust(quietMs)
      expect(drain()).toEqual(once)
    }),
  )

  it.effect("runs one reload at a time, and one more for all that is asked meanwhile", () =>
    Effect.gen(function* () {
      const { drain, request } = yield* start([], 1_000)
      request("operator")
      yield* TestClock.adjust(500)
      request("change")
      request("operator")
      request("change")
      expect(drain()).toEqual(["begin"])
      yield* TestClock.adjust(500)
      expect(drain()).toEqual(["end", "day", "begin"])
      yield* TestClock.adjust("1 minute")
      expect(drain()).toEqual(["end", "day"])
    }),
  )

  it.effect("tries again when the folder changed while it was read", () =>
    Effect.gen(function* () {
      const { drain, request } = yield* start(["unsettled", "unsettled", "taken"])
      request("operator")
      yield* TestClock.adjust("1 minute")
      expect(drain()).toEqual([...once, ...once, ...once])
    }),
  )

  it.effect("begins every day at 00:00 UTC without reading the folder", () =>
    Effect.gen(function* () {
      const { drain } = yield* start()
      yield* TestClock.adjust("24 hours")
      expect(drain()).toEqual(["day"])
      yield* TestClock.adjust(24 * 3_600_000 - 1)
      expect(drain()).toEqual([])
      yield* TestClock.adjust(1)
      expect(drain()).toEqual(["day"])
    }),
  )

  it.effect("asks again every minute for a day that could not begin", () =>
    Effect.gen(function* () {
      const { drain } = yield* start([], 0, ["not begun", "not begun", "begun"])
      yield* TestClock.adjust("24 hours")
      expect(drain()).toEqual(["day"])
      yield* TestClock.adjust("59 seconds")
      expect(drain()).toEqual([])
      yield* TestClock.adjust("1 second")
      expect(drain()).toEqual(["day"])
      yield* TestClock.adjust("10 minutes")
      expect(drain()).toEqual(["day"])
    }),
  )
})
