import { describe, expect, layer } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { TestClock } from "effect/testing"
import { Partners } from "../../../../http/ports/partners.ts"
import {
  type ClicksPolicy,
  clicksPolicy,
  makeClicks,
} from "../../../../http/store/clicks/clicks.ts"
import { layerTestAccounts } from "../accounts/layer.ts"
import { makeRecordedLog } from "../../outside/guard/recorded-log.ts"

const dayMs = 86_400_000

/** Links of a new account by their codes, in the order of their numbers. */
const makeLinks = Effect.fn(function* (count: number) {
  const sql = yield* SqlClient.SqlClient
  const name = `p${crypto.randomUUID().slice(0, 8)}`
  yield* (yield* Partners).create({ code: name, name })
  const rows = yield* sql<{ readonly code: string }>`
    insert into tracked_link (partner_id, code, created_at)
    select id, replace(gen_random_uuid()::text, '-', ''), now()
    from partner, generate_series(1, ${count}::int) where code = ${name}
    returning tracked_link.code`
  return rows.map(({ code }) => code)
})

/** Counts clicks by a policy that differs in some fields, and writes them only when it is told to. */
const counting = (policy: Partial<ClicksPolicy> = {}) =>
  makeClicks({ ...clicksPolicy, writeEveryMs: 100 * dayMs, ...policy })

const today = Effect.map(Clock.currentTimeMillis, (nowMs) => Math.floor(nowMs / dayMs))

/** What the database holds of links: place of the link, days from today on, clicks. */
const stored = Effect.fn(function* (links: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly day: number; readonly clicks: bigint; readonly code: string }>`
    select code, day, clicks from link_clicks join tracked_link on id = link_id
    where code = any(${links}::text[]) order by link_id, day`
  const now = yield* today
  return rows.map(({ clicks, code, day }) => [links.indexOf(code), day - now, Number(clicks)])
})

/** Runs an effect while the table of clicks is away. */
const withoutTable = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.acquireUseRelease(
      sql`alter table link_clicks rename to away`,
      () => effect,
      () => Effect.orDie(sql`alter table away rename to link_clicks`),
    ),
  )

layer(layerTestAccounts)("clicks", (it) => {
  describe("that are written", () => {
    it.effect("add to what the day of the click holds", () =>
      Effect.gen(function* () {
        const links = yield* makeLinks(2)
        const [first = "", second = ""] = links
        const clicks = yield* counting()
        clicks.count(second)
        clicks.count(first)
        const tomorrowMs = ((yield* today) + 1) * dayMs
        yield* TestClock.setTime(tomorrowMs - 1)
        clicks.count(first)
        yield* clicks.flush
        expect(yield* stored(links)).toEqual([
          [0, 0, 2],
          [1, 0, 1],
        ])
        clicks.count(first)
        yield* TestClock.setTime(tomorrowMs)
        clicks.count(first)
        yield* clicks.flush
        yield* clicks.flush
        expect(yield* stored(links)).toEqual([
          [0, -1, 3],
          [0, 0, 1],
          [1, -1, 1],
        ])
      }).pipe(Effect.scoped),
    )

    it.effect("are so in as many statements as they need", () =>
      Effect.gen(function* () {
        const links = yield* makeLinks(7)
        const clicks = yield* counting({ batchMax: 3 })
        for (const link of links) clicks.count(link)
        yield* clicks.flush
        expect(yield* stored(links)).toEqual(links.map((_, index) => [index, 0, 1]))
      }).pipe(Effect.scoped),
    )

    it.effect("do not wait for those of a link that is gone", () =>
      Effect.gen(function* () {
        const [link = ""] = yield* makeLinks(1)
        const clicks = yield* counting()
        clicks.count("gone1")
        clicks.count(link)
        yield* clicks.flush
        expect(yield* stored([link])).toEqual([[0, 0, 1]])
      }).pipe(Effect.scoped),
    )

    it.effect("are all there when several processes write the same links at once", () =>
      Effect.gen(function* () {
        const links = yield* makeLinks(40)
        const process = Effect.gen(function* () {
          const clicks = yield* counting()
          for (let round = 0; round < 10; round += 1) {
            for (const link of round % 2 === 0 ? links : links.toReversed()) clicks.count(link)
            yield* clicks.flush
          }
        })
        yield* Effect.all(
          Array.from({ length: 6 }, () => process),
          { concurrency: "unbounded" },
        )
        expect(yield* stored(links)).toEqual(links.map((_, index) => [index, 0, 60]))
      }).pipe(Effect.scoped),
    )

    it.effect("are those of the last moment too, when the process ends", () =>
      Effect.gen(function* () {
        const [link = ""] = yield* makeLinks(1)
        const scope = yield* Scope.make()
        const clicks = yield* Effect.provideService(counting(), Scope.Scope, scope)
        clicks.count(link)
        yield* Scope.close(scope, Exit.void)
        expect(yield* stored([link])).toEqual([[0, 0, 1]])
      }),
    )
  })

  describe("that cannot be written", () => {
    const waiting = "clicks cannot be written and wait in memory"

    it.effect("wait, and the log says so once, and once when it is over", () => {
      const { layer: layerLog, lines } = makeRecordedLog()
      return Effect.gen(function* () {
        const [link = ""] = yield* makeLinks(1)
        const clicks = yield* counting()
        const away = Effect.gen(function* () {
          for (let count = 0; count < 3; count += 1) {
            clicks.count(link)
            yield* clicks.flush
          }
        })
        yield* withoutTable(away)
        expect(lines.map(({ message }) => message)).toEqual([waiting])
        yield* clicks.flush
        expect(yield* stored([link])).toEqual([[0, 0, 3]])
        clicks.count(link)
        yield* clicks.flush
        expect(lines.map(({ message }) => message)).toEqual([waiting, "clicks are written again"])
        yield* withoutTable(
          Effect.andThen(
            Effect.sync(() => clicks.count(link)),
            clicks.flush,
          ),
        )
        expect(lines.map(({ message }) => message).slice(2)).toEqual([waiting])
      }).pipe(Effect.scoped, Effect.provide(layerLog))
    })

    it.effect("have room for so many links, and the log says how many were not counted", () => {
      const { layer: layerLog, lines } = makeRecordedLog()
      return Effect.gen(function* () {
        const links = yield* makeLinks(4)
        const clicks = yield* counting({ entriesMax: 2 })
        for (const link of [...links, ...links]) clicks.count(link)
        yield* clicks.flush
        expect(yield* stored(links)).toEqual([
          [0, 0, 2],
          [1, 0, 2],
        ])
        expect(lines).toEqual([
          { message: "clicks of too many links: not counted", facts: { clicks: "4" } },
        ])
      }).pipe(Effect.scoped, Effect.provide(layerLog))
    })

    it.effect("are lost when the process ends, and the log says how many", () => {
      const { layer: layerLog, lines } = makeRecordedLog()
      return Effect.gen(function* () {
        const [link = ""] = yield* makeLinks(1)
        yield* withoutTable(
          Effect.scoped(
            Effect.gen(function* () {
              const clicks = yield* counting()
              clicks.count(link)
              clicks.count(link)
            }),
          ),
        )
        expect(lines.at(-1)).toEqual({
          message: "clicks are lost: the database is away",
          facts: { clicks: "2" },
        })
        expect(yield* stored([link])).toEqual([])
      }).pipe(Effect.provide(layerLog))
    })
  })
})
