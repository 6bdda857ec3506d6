import { describe, expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { databaseTimeMs, setDatabaseTime } from "../../../support/database-clock.ts"
import { Sales, type SalesPageFound } from "../../../../http/ports/sales.ts"
import type { SalesQuery } from "../../../../rules/sales/sales-query.ts"
import { layerTestSales, makeReporter, reportSale, type TestReporter } from "./layer.ts"

const dayMs = 86_400_000

const everything: SalesQuery = {
  status: null,
  by: "booked",
  fromMs: null,
  untilMs: null,
  after: null,
  isNewestFirst: false,
  limit: 100,
}

const pageOf = (account: TestReporter, query: Partial<SalesQuery> = {}) =>
  Effect.flatMap(Sales, (sales) => sales.page(account.reporter, { ...everything, ...query }))

const orders = (account: TestReporter, query: Partial<SalesQuery> = {}) =>
  Effect.map(pageOf(account, query), ({ sales }) =>
    sales.map(({ externalOrderId }) => externalOrderId),
  )

/** All orders over pages of a size, in the order in which they come. */
const walked = (account: TestReporter, query: Partial<SalesQuery>) =>
  Effect.gen(function* () {
    const seen: Array<string> = []
    let after: SalesQuery["after"] = null
    for (let pages = 0; pages < 50; pages += 1) {
      const { next, sales }: SalesPageFound = yield* pageOf(account, { ...query, after })
      seen.push(...sales.map(({ externalOrderId }) => externalOrderId))
      if (next === null) return seen
      after = next
    }
    return yield* Effect.die("the pages never end")
  })

/** Ten sales, two at each of five days, the third of them validated and the last cancelled. */
const makeSales = Effect.gen(function* () {
  const account = yield* makeReporter
  const firstMs = yield* databaseTimeMs
  for (let number = 0; number < 10; number += 1) {
    yield* setDatabaseTime(firstMs + Math.floor(number / 2) * dayMs)
    yield* reportSale(account, { externalOrderId: `order-${number}` })
  }
  yield* setDatabaseTime(firstMs + 10 * dayMs)
  yield* reportSale(account, { externalOrderId: "order-2", status: "validated" })
  yield* setDatabaseTime(firstMs + 11 * dayMs)
  yield* reportSale(account, { externalOrderId: "order-9", status: "cancelled" })
  yield* setDatabaseTime(firstMs + 12 * dayMs)
  return { account, firstMs }
})

const ten = Array.from({ length: 10 }, (_, number) => `order-${number}`)

layer(layerTestSales)("a list of sales", (it) => {
  describe("by the day of booking", () => {
    it.effect("comes whole over pages of any size, also where sales share an instant", () =>
      Effect.gen(function* () {
        const { account } = yield* makeSales
        for (const limit of [1, 2, 3, 9, 10, 11]) {
          expect([limit, yield* walked(account, { limit })]).toEqual([limit, ten])
        }
      }),
    )

    it.effect("begins at the first instant and ends before the last", () =>
      Effect.gen(function* () {
        const { account, firstMs } = yield* makeSales
        const between = (fromMs: number, untilMs: number) => orders(account, { fromMs, untilMs })
        const dayTwo = firstMs + 2 * dayMs
        expect(yield* between(dayTwo, dayTwo + 1)).toEqual(["order-4", "order-5"])
        expect(yield* between(dayTwo + 1, dayTwo + dayMs)).toEqual([])
        expect(yield* between(dayTwo - dayMs, dayTwo)).toEqual(["order-2", "order-3"])
      }),
    )

    it.effect("holds one status, one mode and one account alone", () =>
      Effect.gen(function* () {
        const { account } = yield* makeSales
        const other = yield* makeReporter
        yield* reportSale(other, { externalOrderId: "theirs" })
        yield* reportSale(account, { externalOrderId: "rehearsed" }, "sandbox")
        expect(yield* orders(account, { status: "validated" })).toEqual(["order-2"])
        expect(yield* orders(account, { status: "cancelled" })).toEqual(["order-9"])
        expect(yield* orders(account)).toEqual(ten)
        expect(yield* orders(other)).toEqual(["theirs"])
        const sandbox = { ...account, reporter: { ...account.reporter, mode: "sandbox" as const } }
        expect(yield* orders(sandbox)).toEqual(["rehearsed"])
      }),
    )
  })

  describe("by the day of change", () => {
    it.effect("tells changes last, and those of the last five seconds later", () =>
      Effect.gen(function* () {
        const { account } = yield* makeSales
        const settled = [...ten.filter((order) => !/[29]$/.test(order)), "order-2", "order-9"]
        expect(yield* orders(account, { by: "changed" })).toEqual(settled)
        const nowMs = yield* databaseTimeMs
        yield* reportSale(account, { externalOrderId: "order-0", amountMinor: 12_000 })
        yield* setDatabaseTime(nowMs + 4_999)
        expect(yield* orders(account, { by: "changed" })).not.toContain("order-0")
        yield* setDatabaseTime(nowMs + 5_100)
        expect((yield* orders(account, { by: "changed" })).at(-1)).toBe("order-0")
      }),
    )
  })

  describe("by the day of validation", () => {
    it.effect("holds what was validated and what will be, and nothing cancelled", () =>
      Effect.gen(function* () {
        const { account, firstMs } = yield* makeSales
        const { sales } = yield* pageOf(account, { by: "validates" })
        expect(sales.map(({ externalOrderId }) => externalOrderId)).toEqual([
          "order-2",
          ...ten.filter((order) => !/[29]$/.test(order)),
        ])
        const iso = (days: number) => new Date(firstMs + days * dayMs).toISOString()
        expect([sales[0]?.validatedAt, sales[0]?.validatesAt]).toEqual([iso(10), null])
        expect([sales[1]?.validatedAt, sales[1]?.validatesAt]).toEqual([null, iso(14)])
      }),
    )
  })
})
