import { describe, expect, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import {
  layerRates,
  makeRefreshedRates,
  ratesPolicy,
} from "../../../../http/outside/rates/refresh.ts"
import { TableBundle } from "../../../../http/ports/table-bundle.ts"
import {
  aSource,
  bundleOf,
  collecting,
  eventually,
  layerTablesOfToday,
  rateOf,
  services,
  soundTexts,
  tablesOf,
} from "./refreshing.ts"
import { publishes, sends } from "./source-server.ts"
import { Rates } from "../../../../http/ports/rates.ts"

const tables = tablesOf("2026-11-18")

const layerTables = Layer.sync(TableBundle, () => bundleOf(tables))

const environment = (settings: Record<string, string>) =>
  ConfigProvider.layer(ConfigProvider.fromEnvRecord(settings))

/** The rates of an environment, over tables of 2026-11-18. */
const ratesIn = (settings: Record<string, string>) =>
  Effect.map(
    Layer.build(layerRates.pipe(Layer.provide(environment(settings)), Layer.provide(layerTables))),
    (context) => {
      const rates = context.mapUnsafe.get(Rates.key) as Rates["Service"]
      return { ...rates, now: rates.over(tables.currencies) }
    },
  )

const atNoon = (day: number) => TestClock.setTime(Date.UTC(2026, 10, day, 12))

describe("the rates of a process without a source", () => {
  it.effect("are those of the tables, which are one object", () =>
    Effect.gen(function* () {
      yield* atNoon(20)
      const { now, status } = yield* ratesIn({})
      expect(rateOf(now(), "USD")).toBe("11/10")
      expect(now()).toBe(now())
      expect(status()).toEqual({
        source: "tables",
        days: { oldest: "2026-11-18", newest: "2026-11-18" },
        staleDays: 5,
        lastRefusal: undefined,
      })
    }).pipe(Effect.provide(services)),
  )

  it.effect.each<readonly [number, ReadonlyArray<string>]>([
    [23, []],
    [24, ["exchange rates are stale | tables | 2026-11-18 | 6 | 5"]],
  ])("are said to be stale at the start, once they are, on the %s", ([day, lines]) => {
    const log = collecting()
    return Effect.gen(function* () {
      yield* atNoon(day)
      yield* ratesIn({})
      expect(log.lines).toEqual(lines)
    }).pipe(Effect.provide([services, log.layer]))
  })
})

describe("the rates of a process with a source", () => {
  it.effect("are the source's when the process is ready", () =>
    Effect.gen(function* () {
      yield* atNoon(20)
      const source = yield* aSource
      source.behave(publishes(soundTexts, "2026-11-19"))
      const { now, status } = yield* ratesIn({ RATES_URL: source.url.href })
      expect(rateOf(now(), "USD")).toBe("28/25")
      expect(status().source).toBe(source.url.origin)
    }).pipe(Effect.provide(services)),
  )

  it.effect("are refreshed as often as it is set, also after a failure", () =>
    Effect.gen(function* () {
      yield* atNoon(20)
      const source = yield* aSource
      source.behave(sends("down", 503))
      const { now, status } = yield* ratesIn({
        RATES_URL: source.url.href,
        RATES_REFRESH_MINUTES: "7",
      })
      expect(status()).toMatchObject({ source: "tables" })
      expect(status().lastRefusal).toContain("status 503")
      source.behave(publishes(soundTexts, "2026-11-19"))
      yield* TestClock.adjust("7 minutes")
      yield* eventually(() => status().lastRefusal === undefined)
      expect(rateOf(now(), "USD")).toBe("28/25")
    }).pipe(Effect.provide(services)),
  )

  it.live("are refreshed after an answer that never came", () =>
    Effect.gen(function* () {
      const source = yield* aSource
      const policy = { ...ratesPolicy, timeoutMs: 100, refreshMs: 150, startWaitMs: 5_000 }
      const { status } = yield* makeRefreshedRates(source.url, policy)
      expect(status().lastRefusal).toContain("no answer within 100 ms")
      const today = status().days.newest
      source.behave(publishes(soundTexts, today))
      yield* eventually(() => status().source === source.url.origin)
    }).pipe(Effect.provide([services, layerTablesOfToday])),
  )

  it.effect("do not keep a process from starting when the source hangs", () =>
    Effect.gen(function* () {
      yield* atNoon(20)
      const source = yield* aSource
      const starting = yield* Effect.forkChild(ratesIn({ RATES_URL: source.url.href }))
      yield* eventually(() => source.asked() === 1)
      yield* TestClock.adjust(ratesPolicy.startWaitMs - 1)
      expect(starting.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust(1)
      const { now, status } = yield* Fiber.join(starting)
      expect(rateOf(now(), "USD")).toBe("11/10")
      expect(status().lastRefusal).toBeUndefined()
      yield* TestClock.adjust(ratesPolicy.timeoutMs)
      yield* eventually(() => status().lastRefusal !== undefined)
      expect(status().lastRefusal).toContain("no answer within 10000 ms")
    }).pipe(Effect.provide(services)),
  )

  it.effect("end with the process, also while the source hangs", () =>
    Effect.gen(function* () {
      yield* atNoon(20)
      const source = yield* aSource
      source.behave(publishes(soundTexts, "2026-11-19"))
      const scope = yield* Scope.make()
      yield* Scope.provide(ratesIn({ RATES_URL: source.url.href }), scope)
      let closed = false
      source.behave((_, response) => {
        response.on("close", () => {
          closed = true
        })
      })
      yield* TestClock.adjust("60 minutes")
      yield* eventually(() => source.asked() === 2)
      yield* Scope.close(scope, Exit.void)
      yield* eventually(() => closed)
      yield* TestClock.adjust("3 hours")
      expect(source.asked()).toBe(2)
    }).pipe(Effect.provide(services)),
  )

  it.effect("are those of the process before, from the start, while the source is down", () =>
    Effect.gen(function* () {
      yield* atNoon(20)
      const source = yield* aSource
      source.behave(publishes(soundTexts, "2026-11-19"))
      const settings = { RATES_URL: source.url.href }
      yield* Effect.scoped(ratesIn(settings))
      yield* Effect.promise(() => source.leave())
      yield* atNoon(22)
      const { now, status } = yield* ratesIn(settings)
      expect(rateOf(now(), "USD")).toBe("28/25")
      expect(status()).toMatchObject({ days: { newest: "2026-11-19" } })
      expect(status().lastRefusal).toContain("cannot be reached")
    }).pipe(Effect.provide(services)),
  )
})
