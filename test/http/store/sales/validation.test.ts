import { describe, expect, layer } from "@effect/vitest"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as SqlClient from "effect/sql/SqlClient"
import { TestClock } from "effect/testing"
import {
  adjustDatabaseTime,
  databaseTimeMs,
  setDatabaseTime,
} from "../../../support/database-clock.ts"
import { checkLedger } from "../../../../http/store/sales/ledger-check.ts"
import { Sales, SaleStoreUnavailable } from "../../../../http/ports/sales.ts"
import {
  validateRegularly,
  validationIntervalMs,
} from "../../../../http/store/sales/validate-due.ts"
import { makeSettableClock } from "../../model/settable-clock.ts"
import { makeRecordedLog } from "../../outside/guard/recorded-log.ts"
import { layerTestSales, makeReporter, reportSale, type TestReporter } from "./layer.ts"

const fortnightMs = Duration.toMillis(Duration.days(14))

const validateDue = Effect.flatMap(Sales, (sales) => sales.validateDue)

const statuses = (account: TestReporter) =>
  Effect.flatMap(Sales, (sales) =>
    Effect.map(sales.list(account.reporter.partnerCode), (all) => all.map(({ status }) => status)),
  )

const balance = (account: TestReporter) =>
  Effect.flatMap(Sales, (sales) =>
    Effect.map(sales.balances(account.reporter.partnerCode), ([euros]) => [
      Number(euros?.pendingMinor),
      Number(euros?.payableMinor),
    ]),
  )

layer(layerTestSales)("sales that validate themselves", (it) => {
  describe("a pending sale", () => {
    it.effect("does so 14 days after its first report, not a millisecond before", () =>
      Effect.gen(function* () {
        const account = yield* makeReporter
        const bookedAtMs = yield* databaseTimeMs
        yield* setDatabaseTime(bookedAtMs)
        yield* reportSale(account)
        yield* setDatabaseTime(bookedAtMs + 60_000)
        yield* reportSale(account, { amountMinor: 22_000 })
        yield* setDatabaseTime(bookedAtMs + fortnightMs - 1)
        expect(yield* validateDue).toBe(0)
        expect(yield* statuses(account)).toEqual(["pending"])
        yield* setDatabaseTime(bookedAtMs + fortnightMs)
        expect(yield* validateDue).toBe(1)
        expect(yield* statuses(account)).toEqual(["validated"])
        expect(yield* balance(account)).toEqual([0, 2_000])
        expect(yield* validateDue).toBe(0)
        expect(yield* balance(account)).toEqual([0, 2_000])
      }),
    )

    it.effect("does so by the clock of the database, whatever that of the process says", () =>
      Effect.gen(function* () {
        const account = yield* makeReporter
        yield* reportSale(account)
        const { clock } = makeSettableClock((yield* databaseTimeMs) + fortnightMs + 86_400_000)
        const ahead = Effect.provideService(Clock.Clock, clock)
        expect(yield* ahead(validateDue)).toBe(0)
        yield* ahead(reportSale(account, { externalOrderId: "ahead" }))
        const listed = yield* (yield* Sales).list(account.reporter.partnerCode)
        const nowMs = yield* databaseTimeMs
        for (const { bookedAt, changedAt } of listed) {
          expect(Date.parse(bookedAt)).toBeLessThanOrEqual(nowMs)
          expect(changedAt).toBe(bookedAt)
        }
        yield* adjustDatabaseTime(fortnightMs)
        expect(yield* validateDue).toBe(2)
      }),
    )

    it.effect("is listed with the instant at which it will", () =>
      Effect.gen(function* () {
        const account = yield* makeReporter
        const bookedAtMs = yield* databaseTimeMs
        yield* setDatabaseTime(bookedAtMs)
        yield* reportSale(account)
        yield* reportSale(account, { externalOrderId: "sure", status: "validated" })
        const listed = yield* (yield* Sales).list(account.reporter.partnerCode)
        expect(listed.map(({ validatesAt }) => validatesAt)).toEqual([
          new Date(bookedAtMs + fortnightMs).toISOString(),
          null,
        ])
      }),
    )

    it.effect("can be cancelled after it did, which reverses what is payable", () =>
      Effect.gen(function* () {
        const account = yield* makeReporter
        yield* reportSale(account)
        yield* adjustDatabaseTime(fortnightMs)
        yield* validateDue
        expect(yield* balance(account)).toEqual([0, 1_000])
        yield* reportSale(account, { status: "cancelled" })
        expect(yield* balance(account)).toEqual([0, 0])
      }),
    )

    it.effect("takes a corrected amount after it did, in a report that calls it pending", () =>
      Effect.gen(function* () {
        const account = yield* makeReporter
        const signedAtSeconds = 1_800_000_000
        for (const mode of ["live", "sandbox"] as const) {
          yield* reportSale(account, {}, mode)
          yield* adjustDatabaseTime(fortnightMs)
          yield* validateDue
          const same = yield* reportSale(account, { signedAtSeconds }, mode)
          expect(same).toMatchObject({ updated: false, sale: { status: "validated" } })
          const corrected = { amountMinor: 5_500, signedAtSeconds: signedAtSeconds + 9 }
          const changed = yield* reportSale(account, corrected, mode)
          expect(changed).toMatchObject({
            updated: true,
            sale: { status: "validated", amountMinor: 5_500, commissionMinor: 500 },
          })
          const repeated = yield* reportSale(account, corrected, mode)
          expect(repeated).toMatchObject({ updated: false, sale: { amountMinor: 5_500 } })
          const early = { amountMinor: 22_000, signedAtSeconds: signedAtSeconds + 8 }
          const outrun = yield* reportSale(account, early, mode)
          expect(outrun).toMatchObject({ updated: false, sale: { amountMinor: 5_500 } })
        }
        expect(yield* balance(account)).toEqual([0, 500])
        expect(yield* checkLedger).toMatchObject({ found: 0 })
        yield* reportSale(account, { status: "cancelled", amountMinor: 22_000 })
        yield* reportSale(account, {
          status: "cancelled",
          amountMinor: 22_000,
          signedAtSeconds: signedAtSeconds + 9,
        })
        const late = {
          status: "pending",
          amountMinor: 1,
          signedAtSeconds: signedAtSeconds + 20,
        } as const
        const final = yield* reportSale(account, late)
        expect(final).toMatchObject({
          updated: false,
          sale: { status: "cancelled", amountMinor: 22_000 },
        })
        expect(yield* balance(account)).toEqual([0, 0])
        expect(yield* checkLedger).toMatchObject({ found: 0 })
      }),
    )

    it.effect("of the sandbox does so too, without the ledger", () =>
      Effect.gen(function* () {
        const account = yield* makeReporter
        yield* reportSale(account, {}, "sandbox")
        yield* adjustDatabaseTime(fortnightMs)
        expect(yield* validateDue).toBe(1)
        const replayed = yield* reportSale(account, {}, "sandbox")
        expect(replayed.sale.status).toBe("validated")
        const balances = yield* (yield* Sales).balances(account.reporter.partnerCode)
        expect(balances).toEqual([])
      }),
    )
  })

  describe("sales that are not pending", () => {
    it.effect("stay as they are", () =>
      Effect.gen(function* () {
        const account = yield* makeReporter
        yield* reportSale(account, { externalOrderId: "1", status: "cancelled" })
        yield* reportSale(account, { externalOrderId: "2", status: "validated" })
        yield* adjustDatabaseTime(fortnightMs * 2)
        expect(yield* validateDue).toBe(0)
        expect(yield* statuses(account)).toEqual(["cancelled", "validated"])
      }),
    )
  })

  describe("several processes", () => {
    it.effect("validate each sale once, more than fit a batch of one", () =>
      Effect.gen(function* () {
        const account = yield* makeReporter
        const orders = Array.from({ length: 250 }, (_, index) => `order ${index}`)
        // In real time, as reports of one account that wait for each other try again a moment later.
        yield* TestClock.withLive(
          Effect.forEach(orders, (externalOrderId) => reportSale(account, { externalOrderId }), {
            concurrency: 8,
            discard: true,
          }),
        )
        yield* adjustDatabaseTime(fortnightMs)
        const counts = yield* Effect.all([validateDue, validateDue, validateDue], {
          concurrency: "unbounded",
        })
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(250)
        expect(yield* balance(account)).toEqual([0, 250_000])
        expect(yield* checkLedger).toMatchObject({ found: 0 })
      }),
    )

    it.effect("pass over a sale that a report holds, which is validated the next time", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const account = yield* makeReporter
        yield* reportSale(account, { externalOrderId: "held" })
        yield* reportSale(account, { externalOrderId: "free" })
        yield* adjustDatabaseTime(fortnightMs)
        const outside = yield* Effect.context<Sales>()
        const whileHeld = yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`set local idle_in_transaction_session_timeout = 0`
            yield* sql`select id from sale where external_order_id = 'held' for update`
            // In a transaction of its own, as another process would have it.
            return yield* Effect.updateContext(
              validateDue,
              (_inside: Context.Context<never>) => outside,
            )
          }),
        )
        expect(whileHeld).toBe(1)
        expect(yield* statuses(account)).toEqual(["pending", "validated"])
        expect(yield* validateDue).toBe(1)
      }),
    )
  })

  describe("a server", () => {
    it.effect("validates at once and every minute, and says once that it cannot", () =>
      Effect.gen(function* () {
        const log = makeRecordedLog()
        const rounds: Array<number> = []
        const failing = { from: 2, to: 4 }
        const sales = yield* Sales
        const validateDueNow = Effect.suspend(() => {
          rounds.push(rounds.length + 1)
          return rounds.length >= failing.from && rounds.length <= failing.to
            ? Effect.fail(new SaleStoreUnavailable({ cause: new Error("no database") }))
            : Effect.succeed(rounds.length === 1 ? 3 : 0)
        })
        const fiber = yield* validateRegularly.pipe(
          Effect.andThen(Effect.never),
          Effect.scoped,
          Effect.provideService(Sales, { ...sales, validateDue: validateDueNow }),
          Effect.provide(log.layer),
          Effect.forkChild,
        )
        yield* TestClock.adjust(0)
        expect(rounds).toEqual([1])
        for (let minute = 1; minute <= 5; minute += 1) {
          yield* TestClock.adjust(validationIntervalMs - 1)
          expect(rounds).toHaveLength(minute)
          yield* TestClock.adjust(1)
          expect(rounds).toHaveLength(minute + 1)
        }
        expect(log.lines.map(({ message }) => message)).toEqual([
          "sales have validated themselves",
          "sales cannot be validated",
          "sales are validated again",
        ])
        yield* Fiber.interrupt(fiber)
        yield* TestClock.adjust(validationIntervalMs)
        expect(rounds).toHaveLength(6)
      }),
    )
  })
})
