import { describe, expect, layer } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Webhook } from "standardwebhooks"
import { Events } from "../../../../http/ports/events.ts"
import { Sales } from "../../../../http/ports/sales.ts"
import { adjustDatabaseTime } from "../../../support/database-clock.ts"
import { reportSale } from "../sales/layer.ts"
import {
  deliver,
  eventsOf,
  layerTestEvents,
  makeListener,
  numbersOf,
  tellMany,
  until,
  untilEvents,
  untilTried,
} from "./layer.ts"
import { openReceiver } from "./receiver.ts"

const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

const fortnightMs = Duration.toMillis(Duration.days(14))

/** What endpoints ask for that are not to learn of each other. */
const sold = ["sale.validated"] as const

layer(layerTestEvents, { excludeTestServices: true })("events of partners", (it) => {
  describe("a sale that has validated itself", () => {
    it.effect("is told once, in a form that the library of Standard Webhooks verifies", () =>
      Effect.gen(function* () {
        const receiver = yield* openReceiver
        const listener = yield* makeListener(receiver.url("/sale"))
        yield* deliver()
        yield* reportSale(listener.seller)
        yield* adjustDatabaseTime(fortnightMs)
        yield* (yield* Sales).validateDue
        yield* (yield* Sales).validateDue
        yield* until(() => receiver.got.length > 0)
        yield* untilEvents(listener, ([event]) => event?.deliveries[0]?.state === "delivered")
        const [got, ...others] = receiver.got
        expect(others).toEqual([])
        const body = new Webhook(listener.secret).verify(got?.body ?? "", got?.headers ?? {})
        const told = yield* eventsOf(listener)
        expect(told.map(({ type }) => type)).toEqual(["sale.validated"])
        expect(got?.headers["webhook-id"]).toBe(told[0]?.id)
        expect(body).toMatchObject({
          id: told[0]?.id,
          type: "sale.validated",
          mode: "live",
          data: {
            externalOrderId: "order 1",
            ref: listener.seller.ref,
            status: "validated",
            amount: 110,
            commission: 10,
            currency: "EUR",
          },
        })
      }),
    )

    it.effect("is not told where what changed it is rolled back", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const listener = yield* makeListener("http://127.0.0.1:65535/")
        yield* reportSale(listener.seller)
        yield* adjustDatabaseTime(fortnightMs)
        const undone = Effect.flatMap(Sales, (sales) => sales.validateDue).pipe(
          Effect.andThen(Effect.fail("undone")),
          sql.withTransaction,
        )
        yield* Effect.flip(undone)
        expect(yield* eventsOf(listener)).toEqual([])
        yield* (yield* Sales).validateDue
        expect(yield* eventsOf(listener)).toHaveLength(1)
      }),
    )
  })

  describe("an endpoint", () => {
    it.effect("that fails delays no other, and gets all in order once it answers", () =>
      Effect.gen(function* () {
        const receiver = yield* openReceiver
        const bad = yield* makeListener(receiver.url("/bad"), sold)
        const hung = yield* makeListener(receiver.url("/hung"), sold, bad.seller)
        const good = yield* makeListener(receiver.url("/good"), sold, bad.seller)
        receiver.behaviours.set("/bad", (answer) => answer.writeHead(500).end("out of order"))
        receiver.behaviours.set("/hung", () => undefined)
        yield* deliver()
        yield* tellMany(good, 5)
        yield* until(() => numbersOf(receiver.got, "/good").length === 5)
        expect(numbersOf(receiver.got, "/good")).toEqual(range(5))
        yield* untilEvents(bad, (events) =>
          (events.at(-1)?.deliveries ?? []).every(({ attempts }) => attempts.length > 0),
        )
        expect(new Set(numbersOf(receiver.got, "/bad"))).toEqual(new Set([1]))
        expect(new Set(numbersOf(receiver.got, "/hung"))).toEqual(new Set([1]))
        const attempts = ((yield* eventsOf(bad)).at(-1)?.deliveries ?? []).map(
          ({ attempts, endpointId }) => [endpointId, attempts[0]?.outcome, attempts[0]?.answer],
        )
        expect(attempts).toContainEqual([bad.endpointId, "refused", "out of order"])
        expect(attempts).toContainEqual([hung.endpointId, "timed_out", ""])
        receiver.behaviours.clear()
        yield* adjustDatabaseTime(600_000)
        yield* until(() => new Set(numbersOf(receiver.got, "/bad")).size === 5)
        yield* until(() => new Set(numbersOf(receiver.got, "/hung")).size === 5)
        const firstTimes = (path: string) => [...new Set(numbersOf(receiver.got, path))]
        expect(firstTimes("/bad")).toEqual(range(5))
        expect(firstTimes("/hung")).toEqual(range(5))
      }),
    )

    it.effect("is told once and in order, however many processes deliver", () =>
      Effect.gen(function* () {
        const receiver = yield* openReceiver
        const paths = range(6).map((number) => `/many-${number}`)
        const listeners = yield* Effect.forEach(paths, (path) => makeListener(receiver.url(path)))
        yield* Effect.all([deliver(), deliver(), deliver(), deliver()])
        yield* Effect.forEach(listeners, (listener) => tellMany(listener, 20), {
          concurrency: 3,
        })
        yield* until(() => receiver.got.length >= 120)
        yield* Effect.forEach(listeners, (listener) =>
          untilEvents(listener, (events) =>
            events.every(({ deliveries }) =>
              deliveries.every(({ state }) => state === "delivered"),
            ),
          ),
        )
        for (const path of paths) expect(numbersOf(receiver.got, path)).toEqual(range(20))
      }),
    )

    it.effect("is given up on after 72 hours of failing, what is younger waits on", () =>
      Effect.gen(function* () {
        const receiver = yield* openReceiver
        receiver.behaviours.set("/dead", (answer) => answer.writeHead(503).end())
        const listener = yield* makeListener(receiver.url("/dead"))
        yield* deliver()
        yield* tellMany(listener, 2)
        yield* untilTried(listener, 1)
        yield* adjustDatabaseTime(71.9 * 3_600_000)
        yield* tellMany(listener, 1, 3)
        yield* untilTried(listener, 2)
        yield* adjustDatabaseTime(2 * 3_600_000)
        yield* untilEvents(listener, (events) => events.at(-1)?.deliveries[0]?.state === "given_up")
        const states = (yield* eventsOf(listener)).map(({ deliveries }) => deliveries[0]?.state)
        expect(states).toEqual(["waiting", "given_up", "given_up"])
      }),
    )

    it.effect("is left for longer where it asks for that, up to an hour", () =>
      Effect.gen(function* () {
        const receiver = yield* openReceiver
        receiver.behaviours.set("/later", (answer) =>
          answer.writeHead(429, { "retry-after": "900000" }).end(),
        )
        const listener = yield* makeListener(receiver.url("/later"))
        yield* deliver()
        yield* tellMany(listener, 1)
        yield* untilEvents(listener, ([event]) => event?.deliveries[0]?.attempts.length === 1)
        const [endpoint] = yield* (yield* Events).endpoints(listener.owner)
        const waitMs =
          Date.parse(endpoint?.retryAt ?? "") - Date.parse(endpoint?.failingSince ?? "")
        expect(waitMs).toBe(3_600_000)
      }),
    )

    it.effect("that redirects, drips or floods is refused or believed by its status alone", () =>
      Effect.gen(function* () {
        const receiver = yield* openReceiver
        receiver.behaviours.set("/redirect", (answer) =>
          answer.writeHead(302, { location: receiver.url("/elsewhere") }).end(),
        )
        receiver.behaviours.set("/drips", (answer) => answer.writeHead(200).write("."))
        receiver.behaviours.set("/floods", (answer) => {
          answer.writeHead(500)
          const pour = (): void => {
            while (!answer.destroyed && answer.write("x".repeat(65_536))) continue
          }
          answer.on("drain", pour)
          pour()
        })
        const listeners = yield* Effect.forEach(["/redirect", "/drips", "/floods"], (path) =>
          makeListener(receiver.url(path)),
        )
        yield* deliver()
        const outcomes = yield* Effect.forEach(listeners, (listener) =>
          Effect.gen(function* () {
            yield* tellMany(listener, 1)
            yield* untilEvents(listener, ([event]) => event?.deliveries[0]?.attempts.length === 1)
            const attempt = (yield* eventsOf(listener))[0]?.deliveries[0]?.attempts[0]
            return [attempt?.outcome, attempt?.status, attempt?.answer.length]
          }),
        )
        expect(outcomes).toEqual([
          ["refused", 302, 0],
          ["delivered", 200, 0],
          ["refused", 500, 200],
        ])
        expect(receiver.got.some(({ path }) => path === "/elsewhere")).toBe(false)
      }),
    )

    it.effect("that is private, or speaks no HTTP, is not reached", () =>
      Effect.gen(function* () {
        const receiver = yield* openReceiver
        const listener = yield* makeListener(receiver.url("/private"))
        yield* deliver(undefined, false)
        yield* tellMany(listener, 1)
        yield* untilEvents(listener, ([event]) => event?.deliveries[0]?.attempts.length === 1)
        const [event] = yield* eventsOf(listener)
        expect(event?.deliveries[0]?.attempts[0]?.outcome).toBe("not_public")
        expect(receiver.got).toEqual([])
      }),
    )
  })
})
