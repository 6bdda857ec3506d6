import { describe, expect, layer } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as SqlClient from "effect/sql/SqlClient"
import * as fc from "fast-check"
import { checkLedger } from "../../../../http/store/sales/ledger-check.ts"
import { Sales } from "../../../../http/ports/sales.ts"
import { saleStatuses } from "../../../../rules/sales/sale-record.ts"
import { adjustDatabaseTime } from "../../../support/database-clock.ts"
import { layerTestSales, makeReporter, reportSale } from "./layer.ts"

/** What Postgres says when it refuses an effect; undefined where it does not. */
const refusalOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.exit(effect), (exit) => {
    if (Exit.isSuccess(exit)) return undefined
    const error = Cause.squash(exit.cause) as { readonly reason?: { readonly cause?: unknown } }
    const cause = error.reason?.cause
    return cause instanceof Error ? cause.message : String(cause)
  })

/** A journal of a kind for a sale, with entries of an account and an amount each. */
const journal = (
  kind: string,
  sides: ReadonlyArray<readonly [account: string, amountMinor: number, currency?: string]>,
) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.withTransaction(
      Effect.gen(function* () {
        const [made] = yield* sql<{ readonly id: bigint }>`
          insert into ledger_journal (sale_id, kind, at)
          select id, ${kind}, now() from sale order by id limit 1 returning id`
        for (const [account, amountMinor, currency = "EUR"] of sides) {
          yield* sql`insert into ledger_entry (journal_id, partner_id, account, currency, amount_minor)
            select ${made?.id ?? 0n}, partner_id, ${account}, ${currency}, ${amountMinor}
            from sale order by id limit 1`
        }
      }),
    ),
  )

const sums = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ readonly sum: string }>`
    select sum(amount_minor)::text as sum from ledger_entry group by currency, partner_id`,
)

layer(layerTestSales)("the ledger", (it) => {
  describe("what is written", () => {
    it.effect("cannot be changed, deleted or emptied, by whatever statement", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* reportSale(yield* makeReporter)
        const columns = { ledger_journal: "id", ledger_entry: "id", sale_record: "number" }
        const statements = Object.entries(columns).flatMap(([table, column]) => [
          `update ${table} set ${column} = default`,
          `update ${table} set ${column} = default where false`,
          `delete from ${table}`,
          `truncate ${table} cascade`,
        ])
        const refusals = yield* Effect.forEach(statements, (statement) =>
          refusalOf(sql.unsafe(statement)),
        )
        expect(new Set(refusals)).toEqual(new Set(["the ledger is append-only"]))
        const refused = yield* refusalOf(sql`delete from sale`)
        expect(refused).toMatch(/violates foreign key constraint/)
      }),
    )

    it.effect("has two sides of one currency that come to zero, or is not written", () =>
      Effect.gen(function* () {
        yield* reportSale(yield* makeReporter)
        const before = yield* checkLedger
        const unbalanced = /^journal \d+ does not balance$/
        const expense = "commission_expense"
        for (const sides of [
          [],
          [["pending", 5]],
          [
            [expense, -5],
            ["pending", 4],
          ],
          [
            [expense, -5],
            ["pending", 5],
            ["payable", 5],
          ],
          [
            [expense, -5],
            ["pending", 2],
            ["payable", 3],
          ],
          [
            [expense, -5, "EUR"],
            ["pending", 5, "USD"],
          ],
        ] as ReadonlyArray<Parameters<typeof journal>[1]>) {
          expect(yield* refusalOf(journal("adjustment", sides))).toMatch(unbalanced)
        }
        const pair = [
          [expense, -5],
          ["pending", 5],
        ] as const
        expect(yield* refusalOf(journal("booking", pair))).toMatch(/ledger_booking_once/)
        expect(yield* checkLedger).toEqual(before)
      }),
    )

    it.effect("is missed by a sale that was changed behind its back", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const account = yield* makeReporter
        yield* reportSale(account, { externalOrderId: "cooked" })
        expect(yield* checkLedger).toMatchObject({ found: 0 })
        yield* sql`update sale set commission_minor = commission_minor + 1
          where external_order_id = 'cooked'`
        const findings = yield* checkLedger
        expect(findings.unbalanced).toEqual([])
        expect(findings.misbooked).toMatchObject([
          {
            partnerCode: account.reporter.partnerCode,
            externalOrderId: "cooked",
            faults: [{ _tag: "FieldDiffers", field: "commissionMinor", held: "1001", due: "1000" }],
          },
        ])
        yield* sql`update sale set commission_minor = 1000 where external_order_id = 'cooked'`
      }),
    )
  })

  describe("balances", () => {
    it.effect("are sums by currency, of the account alone", () =>
      Effect.gen(function* () {
        const [account, other] = [yield* makeReporter, yield* makeReporter]
        yield* reportSale(account, { externalOrderId: "1" })
        yield* reportSale(account, { externalOrderId: "2", status: "validated" })
        yield* reportSale(account, { externalOrderId: "3", currency: "JPY", minorUnits: 0 })
        yield* reportSale(account, { externalOrderId: "4", currency: "USD", status: "cancelled" })
        yield* reportSale(other)
        const balances = yield* (yield* Sales).balances(account.reporter.partnerCode)
        expect(balances).toEqual([
          { currency: "EUR", minorUnits: 2, pendingMinor: 1000n, payableMinor: 1000n },
          { currency: "JPY", minorUnits: 0, pendingMinor: 1000n, payableMinor: 0n },
          { currency: "USD", minorUnits: 2, pendingMinor: 0n, payableMinor: 0n },
        ])
        expect((yield* sums).map(({ sum }) => sum).filter((sum) => sum !== "0")).toEqual([])
      }),
    )

    it.effect("are those of an account that there is", () =>
      Effect.gen(function* () {
        const sales = yield* Sales
        const refused = yield* Effect.flip(sales.balances("nobody"))
        expect(refused).toMatchObject({ _tag: "PartnerNotFound", code: "nobody" })
        expect(yield* Effect.flip(sales.list("nobody"))).toMatchObject({ _tag: "PartnerNotFound" })
      }),
    )

    it.effect("and sales tell that it is their own store that cannot be used", () =>
      Effect.gen(function* () {
        const { reporter } = yield* makeReporter
        const sql = yield* SqlClient.SqlClient
        const { balances, list } = yield* Sales
        const away = sql`alter table sale rename to sale_away`
        const asked: ReadonlyArray<Effect.Effect<unknown, Error & { readonly _tag: string }>> = [
          balances(reporter.partnerCode),
          list(reporter.partnerCode),
        ]
        for (const call of asked) {
          const failure = yield* Effect.flip(sql.withTransaction(Effect.andThen(away, call)))
          expect(failure._tag).toBe("SaleStoreUnavailable")
          expect(failure.message).toMatch(/^The store of sales cannot be used: /)
        }
      }),
    )
  })

  describe("a known sale", () => {
    it.effect("is not read with other decimals than it was booked with", () =>
      Effect.gen(function* () {
        const account = yield* makeReporter
        yield* reportSale(account, { currency: "XTS" })
        const refused = yield* Effect.flip(reportSale(account, { currency: "XTS", minorUnits: 3 }))
        expect(refused).toMatchObject({ _tag: "ReportContradicts", field: "currency" })
        expect(refused.message).toBe("currency: the sale was reported with XTS of 2 decimals")
      }),
    )
  })

  describe("any reports, in any order", () => {
    const step = fc.oneof(
      {
        weight: 8,
        arbitrary: fc.record({
          externalOrderId: fc.constantFrom("a", "b"),
          currency: fc.constant("EUR"),
          status: fc.constantFrom(...saleStatuses),
          amountMinor: fc.constantFrom(0, 1, 11_000, 22_000, Number.MAX_SAFE_INTEGER),
          commissionMinor: fc.constantFrom(null, null, 0, 7),
          signedAtSeconds: fc.integer({ min: 1_800_000_000, max: 1_800_000_003 }),
        }),
      },
      { weight: 1, arbitrary: fc.constant("validate" as const) },
    )

    type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

    /** Has every pending sale validate itself by its age. */
    const validateAll = Effect.gen(function* () {
      yield* adjustDatabaseTime(Duration.toMillis(Duration.days(15)))
      yield* (yield* Sales).validateDue
    })

    const run = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>) {
      const account = yield* makeReporter
      for (const next of steps) {
        yield* next === "validate" ? validateAll : reportSale(account, next)
      }
      const findings = yield* checkLedger
      const sales = yield* Sales
      const owed = (yield* sales.list(account.reporter.partnerCode))
        .filter(({ status }) => status !== "cancelled")
        .reduce((sum, { commissionMinor }) => sum + BigInt(commissionMinor), 0n)
      const [euros] = yield* sales.balances(account.reporter.partnerCode)
      return {
        wrong: [...findings.unbalanced, ...findings.misbooked, ...findings.broken],
        balance: (euros?.pendingMinor ?? 0n) + (euros?.payableMinor ?? 0n) - owed,
        sums: new Set((yield* sums).map(({ sum }) => sum)),
      }
    })

    it.effect("leave a ledger that balances, agrees with its sales, and sums to zero", () =>
      Effect.gen(function* () {
        const context = yield* Effect.context<Effect.Services<ReturnType<typeof run>>>()
        const property = fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
          const { balance, sums: totals, wrong } = await Effect.runPromiseWith(context)(run(steps))
          expect(wrong).toEqual([])
          expect(balance).toBe(0n)
          expect([...totals].filter((sum) => sum !== "0")).toEqual([])
        })
        yield* Effect.promise(() => fc.assert(property, { numRuns: 40 }))
      }),
    )
  })
})
