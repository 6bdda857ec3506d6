import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { jsonOf } from "../../../rules/currency/rates/samples.ts"
import {
  aSource,
  collecting,
  dayFromNow,
  processOver,
  rateOf,
  services,
  soundTexts,
  tablesOf,
  tableTexts,
} from "./refreshing.ts"
import { misbehaviours, publishes, sends } from "./source-server.ts"

/** The beginning of a test's day; other days are written out. */
const atNoon = TestClock.setTime(Date.UTC(2026, 10, 20, 12))

const tables = tablesOf("2026-11-18")

/** A source and a process over it, at noon. */
const started = Effect.gen(function* () {
  yield* atNoon
  const source = yield* aSource
  const rates = yield* processOver(source.url, () => tables)
  return { source, ...rates }
})

const storedRows = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ readonly day: string; readonly document: unknown; readonly source: string }>`
    select to_char(as_of, 'YYYY-MM-DD') as day, document, source from exchange_rates order by as_of`,
)

/** A client that throws instead of answering. */
const broken = Layer.succeed(
  HttpClient.HttpClient,
  HttpClient.make(() => {
    throw new Error("no such luck")
  }),
)

describe("rates that are refreshed", () => {
  it.effect("are the table's until the source has answered, and the source's from then on", () =>
    Effect.gen(function* () {
      const { now, refresh, source, status } = yield* started
      expect(rateOf(now(), "USD")).toBe("11/10")
      const ofTables = { oldest: "2026-11-18", newest: "2026-11-18" }
      expect(status()).toMatchObject({ source: "tables", days: ofTables })
      source.behave(publishes(soundTexts, "2026-11-19"))
      yield* refresh
      expect(["USD", "JPY", "MAD", "EUR"].map((code) => rateOf(now(), code))).toEqual([
        "28/25",
        "323/2",
        "11/1",
        "1/1",
      ])
      expect(status()).toEqual({
        source: source.url.origin,
        days: { oldest: "2026-11-18", newest: "2026-11-19" },
        staleDays: 5,
        lastRefusal: undefined,
      })
    }).pipe(Effect.provide(services)),
  )

  it.effect("are read from JSON too, whatever the header says", () =>
    Effect.gen(function* () {
      const { now, refresh, source } = yield* started
      source.behave(sends(jsonOf(soundTexts, "2026-11-19")))
      yield* refresh
      expect(rateOf(now(), "USD")).toBe("28/25")
    }).pipe(Effect.provide(services)),
  )

  it.effect("are one object until others are in force, so that prepared conversions are kept", () =>
    Effect.gen(function* () {
      const { now, refresh, source } = yield* started
      const first = now()
      expect(now()).toBe(first)
      source.behave(publishes(soundTexts, "2026-11-19"))
      yield* refresh
      const second = now()
      expect(second).not.toBe(first)
      expect(rateOf(first, "USD")).toBe("11/10")
      const plan = second.plan("EUR", "USD")
      yield* refresh
      source.behave(sends("junk"))
      yield* refresh
      expect(now()).toBe(second)
      expect(now().plan("EUR", "USD")).toBe(plan)
    }).pipe(Effect.provide(services)),
  )

  it.effect("are one object when a document changes nothing, being older than the table", () =>
    Effect.gen(function* () {
      const { accepted, now, refresh, source } = yield* started
      const first = now()
      source.behave(publishes(soundTexts, "2026-11-17"))
      yield* refresh
      expect(accepted()?.day).toBe("2026-11-17")
      expect(now()).toBe(first)
    }).pipe(Effect.provide(services)),
  )

  it.effect("follow a correction of the same day", () =>
    Effect.gen(function* () {
      const { now, refresh, source } = yield* started
      source.behave(publishes(soundTexts, "2026-11-19"))
      yield* refresh
      source.behave(publishes({ ...soundTexts, USD: "1.11" }, "2026-11-19"))
      yield* refresh
      expect(rateOf(now(), "USD")).toBe("111/100")
      const rows = yield* storedRows
      expect(rows.map(({ document }) => document)).toEqual([{ USD: "1.11", JPY: "161.5" }])
    }).pipe(Effect.provide(services)),
  )

  it.live.each(misbehaviours)("stay as they are when the source %s: %s", ([, kind, make]) =>
    Effect.gen(function* () {
      const today = yield* dayFromNow()
      const source = yield* aSource
      const { now, refresh, status } = yield* processOver(source.url, () => tablesOf(today), {
        timeoutMs: 300,
      })
      source.behave(publishes(soundTexts, today))
      yield* refresh
      const before = now()
      expect(rateOf(before, "USD")).toBe("28/25")
      source.behave(make(soundTexts, today))
      yield* refresh
      expect(now()).toBe(before)
      expect(status().lastRefusal).toContain(kind)
      expect(status().lastRefusal).toMatch(/^New exchange rates were not taken: /)
      source.behave(publishes({ ...soundTexts, USD: "1.13" }, today))
      yield* refresh
      expect(rateOf(now(), "USD")).toBe("113/100")
      expect(status().lastRefusal).toBeUndefined()
    }).pipe(Effect.provide(services)),
  )

  it.effect("stay as they are while nobody listens, and when asking fails here", () =>
    Effect.gen(function* () {
      const { now, refresh, source, status } = yield* started
      yield* Effect.promise(() => source.leave())
      yield* refresh
      expect(rateOf(now(), "USD")).toBe("11/10")
      expect(status().lastRefusal).toContain("cannot be reached")
      const here = yield* Effect.provide(
        processOver(source.url, () => tables),
        broken,
      )
      yield* here.refresh
      expect(here.status().lastRefusal).toContain("asking the source failed here")
      expect(here.status().lastRefusal).not.toContain("luck")
      yield* Effect.promise(() => source.listen())
      source.behave(publishes(soundTexts, "2026-11-19"))
      yield* refresh
      expect(rateOf(now(), "USD")).toBe("28/25")
    }).pipe(Effect.provide(services)),
  )

  it.effect("take a jump once an analyst has put the new rate into the table", () =>
    Effect.gen(function* () {
      yield* atNoon
      const source = yield* aSource
      let inForce = tables
      const { refresh, status } = yield* processOver(source.url, () => inForce)
      source.behave(publishes({ USD: "2" }, "2026-11-19"))
      yield* refresh
      expect(status().lastRefusal).toContain("USD jumps from 1.1 to 2")
      inForce = tablesOf("2026-11-19", { ...tableTexts, USD: "1.95" })
      yield* refresh
      expect(status()).toMatchObject({ source: source.url.origin, lastRefusal: undefined })
    }).pipe(Effect.provide(services)),
  )
})

describe("taken rates", () => {
  it.effect("are kept in the database, a document a day, as they were written", () =>
    Effect.gen(function* () {
      const { refresh, source } = yield* started
      source.behave(publishes({ ...soundTexts, USD: "1.1200" }, "2026-11-19"))
      yield* refresh
      source.behave(publishes(soundTexts, "2026-11-20"))
      yield* refresh
      yield* refresh
      const { origin } = source.url
      expect(yield* storedRows).toEqual([
        { day: "2026-11-19", document: { USD: "1.1200", JPY: "161.5" }, source: origin },
        { day: "2026-11-20", document: { USD: "1.12", JPY: "161.5" }, source: origin },
      ])
    }).pipe(Effect.provide(services)),
  )

  it.effect("are in force again after a restart, while the source is down", () =>
    Effect.gen(function* () {
      const { refresh, source } = yield* started
      source.behave(publishes(soundTexts, "2026-11-19"))
      yield* refresh
      yield* Effect.promise(() => source.leave())
      const again = yield* processOver(source.url, () => tables)
      expect(rateOf(again.now(), "USD")).toBe("11/10")
      yield* again.refresh
      expect(rateOf(again.now(), "USD")).toBe("28/25")
      expect(again.status()).toMatchObject({ source: source.url.origin })
      expect(again.status().lastRefusal).toContain("cannot be reached")
    }).pipe(Effect.provide(services)),
  )

  it.effect("of one process are taken by the others, without asking how far they moved", () =>
    Effect.gen(function* () {
      const { refresh, source } = yield* started
      const another = yield* processOver(source.url, () => tablesOf("2026-11-18", { USD: "9" }))
      source.behave(publishes(soundTexts, "2026-11-19"))
      yield* refresh
      source.behave(sends("down", 503))
      yield* another.refresh
      expect(rateOf(another.now(), "USD")).toBe("28/25")
      source.behave(publishes({ ...soundTexts, USD: "1.13" }, "2026-11-20"))
      yield* refresh
      yield* another.refresh
      expect(rateOf(another.now(), "USD")).toBe("113/100")
    }).pipe(Effect.provide(services)),
  )

  it.effect("that lie in the future or cannot be read are left alone", () =>
    Effect.gen(function* () {
      const { accepted, refresh, source } = yield* started
      const sql = yield* SqlClient.SqlClient
      const put = (day: string, document: string) => sql`
        insert into exchange_rates (as_of, document, source, taken_at)
        values (${day}::text::date, ${document}::text::jsonb, 'by hand', now())
        on conflict (as_of) do update set document = excluded.document`
      source.behave(sends("down", 503))
      yield* put("2026-11-22", '{"USD":"5"}')
      yield* refresh
      expect(accepted()).toBeUndefined()
      yield* put("2026-11-21", '{"USD":5}')
      yield* refresh
      expect(accepted()).toBeUndefined()
      yield* put("2026-11-21", '{"USD":"5"}')
      yield* refresh
      expect(accepted()).toMatchObject({ day: "2026-11-21", source: "by hand" })
    }).pipe(Effect.provide(services)),
  )

  it.effect("are in force without a database, and are kept once it works again", () => {
    const log = collecting()
    return Effect.gen(function* () {
      const { now, refresh, source } = yield* started
      const sql = yield* SqlClient.SqlClient
      yield* sql`alter table exchange_rates rename to elsewhere`
      source.behave(publishes(soundTexts, "2026-11-19"))
      yield* refresh
      yield* refresh
      expect(rateOf(now(), "USD")).toBe("28/25")
      const lost = "exchange rates are not shared over the database | the database does not answer"
      expect(log.drain().filter((line) => line.includes("shared"))).toEqual([lost])
      yield* sql`alter table elsewhere rename to exchange_rates`
      yield* refresh
      expect(log.drain()).toEqual(["exchange rates are shared over the database again"])
      expect((yield* storedRows).map(({ day }) => day)).toEqual(["2026-11-19"])
    }).pipe(Effect.provide([services, log.layer]))
  })
})

describe("the log of rates", () => {
  it.effect("says each kind of failure once until the source works, and nothing secret", () => {
    const log = collecting()
    return Effect.gen(function* () {
      const { refresh, source } = yield* started
      const said = (text: string) =>
        Effect.gen(function* () {
          source.behave(sends(text, text === "" ? 500 : 200))
          yield* refresh
          return log.drain()
        })
      const { origin } = source.url
      expect(yield* said("")).toEqual([
        `exchange rates are not refreshed | ${origin} | New exchange rates were not taken: the source answered with status 500`,
      ])
      expect(yield* said("")).toEqual([])
      expect(yield* said("junk")).toHaveLength(1)
      expect(yield* said("")).toEqual([])
      expect(yield* said("other junk")).toEqual([])
      expect(yield* said(jsonOf(soundTexts, "2026-11-19"))).toEqual([
        `exchange rates are refreshed again | ${origin}`,
        `exchange rates taken | source | ${origin} | 2026-11-19 | 2`,
      ])
      expect(yield* said(jsonOf(soundTexts, "2026-11-19"))).toEqual([])
      expect(yield* said("junk")).toHaveLength(1)
    }).pipe(Effect.provide([services, log.layer]))
  })

  it.effect("says that rates are stale once a day, from the first day on which they are", () => {
    const log = collecting()
    return Effect.gen(function* () {
      const { refresh, source } = yield* started
      source.behave(publishes(soundTexts, "2026-11-19"))
      const stale = (ageDays: number): string =>
        `exchange rates are stale | ${source.url.origin} | 2026-11-19 | ${ageDays} | 5`
      const saidAt = (day: number, hour: number) =>
        Effect.gen(function* () {
          yield* TestClock.setTime(Date.UTC(2026, 10, day, hour))
          yield* refresh
          return log.drain().filter((line) => line.includes("stale"))
        })
      expect(yield* saidAt(20, 12)).toEqual([])
      expect(yield* saidAt(24, 23)).toEqual([])
      expect(yield* saidAt(25, 0)).toEqual([stale(6)])
      expect(yield* saidAt(25, 23)).toEqual([])
      expect(yield* saidAt(26, 1)).toEqual([stale(7)])
      source.behave(publishes(soundTexts, "2026-11-26"))
      expect(yield* saidAt(27, 1)).toEqual([])
    }).pipe(Effect.provide([services, log.layer]))
  })
})
