import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { migrations } from "../../../../http/store/database/migrations/index.ts"
import { migrate } from "../../../../http/store/database/migrator.ts"
import { layerSalesWith } from "../../../../http/store/sales/layer.ts"
import { checkLedger } from "../../../../http/store/sales/ledger-check.ts"
import { Sales } from "../../../../http/ports/sales.ts"
import { sampleReport } from "../../../rules/sales/reports.ts"
import { layerEmptyDatabase } from "../../../support/postgres.ts"

/** The migrations that there were before sales had records. */
const earlier = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0006"))

/** 115 EUR, of which 100 are premium: 10 of base rate and 5 of uplift, unless something was declared. */
const rates = { feeBps: 1500, baseRateBps: 1000, upliftBps: 500 }

/** Sales from before: order, status, what it earns, and what was booked for that. */
const sales = [
  ["full", "pending", 1500, [["booking", "commission_expense", "pending", 1500]]],
  ["uplift capped", "pending", 1200, [["booking", "commission_expense", "pending", 1200]]],
  ["capped", "pending", 700, [["booking", "commission_expense", "pending", 700]]],
  ["nothing", "validated", 0, []],
  [
    "cancelled",
    "cancelled",
    1500,
    [
      ["booking", "commission_expense", "pending", 1500],
      ["validation", "pending", "payable", 1500],
      ["reversal", "payable", "commission_expense", 1500],
    ],
  ],
] as const

/** As the service wrote them by then. */
const makeSales = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`insert into partner (id, code, name, base_rate_bps, commission_bps, created_at)
    values ('p1', 'acme', 'Acme', 1000, 1500, now())`
  yield* sql`insert into tracked_link (partner_id, code, created_at) values ('p1', 'SPRING27', now())`
  for (const [order, status, commissionMinor, journals] of sales) {
    yield* sql.withTransaction(
      Effect.gen(function* () {
        const [sale] = yield* sql<{ readonly id: bigint }>`
          insert into sale (partner_id, mode, external_order_id, link_id, status, amount_minor,
            commission_minor, currency, minor_units, fee_bps, base_rate_bps, uplift_bps,
            booked_at, changed_at)
          select 'p1', 'live', ${order}, id, ${status}, 11500, ${commissionMinor}, 'EUR', 2,
            1500, 1000, 500, '2026-03-01T12:00:00.123Z', '2026-03-02T12:00:00.456Z'
          from tracked_link returning id`
        for (const [kind, from, to, amountMinor] of journals) {
          const [journal] = yield* sql<{ readonly id: bigint }>`
            insert into ledger_journal (sale_id, kind, at)
            values (${sale?.id ?? 0n}, ${kind}, '2026-03-02T12:00:00.456Z') returning id`
          yield* sql`insert into ledger_entry (journal_id, partner_id, account, currency, amount_minor)
            values (${journal?.id ?? 0n}, 'p1', ${from}, 'EUR', ${-amountMinor}),
              (${journal?.id ?? 0n}, 'p1', ${to}, 'EUR', ${amountMinor})`
        }
      }),
    )
  }
})

const reporter = { partnerId: "p1", partnerCode: "acme", mode: "live", rates } as const

it.effect("sales from before there were records check out, go on, and keep their caps", () =>
  Effect.gen(function* () {
    yield* migrate(earlier)
    yield* makeSales
    yield* migrate(migrations)
    const opened = yield* checkLedger
    expect(opened).toMatchObject({ found: 0, sales: 5, journals: 6, records: 5 })
    expect(Date.parse(opened.chainedSince ?? "")).toBeGreaterThan(Date.parse("2026-03-02T12:00Z"))

    const after = yield* Effect.gen(function* () {
      const { report, validateDue } = yield* Sales
      const again = (externalOrderId: string, amountMinor: number) =>
        Effect.map(
          report(reporter, { ...sampleReport, externalOrderId, amountMinor }),
          ({ sale, updated }) => [sale.commissionMinor, updated],
        )
      const told = {
        asItWas: yield* again("uplift capped", 11_500),
        full: yield* again("full", 23_000),
        uplift: yield* again("uplift capped", 23_000),
        whole: yield* again("capped", 23_000),
        cancelled: yield* again("cancelled", 23_000),
      }
      yield* validateDue
      return told
    }).pipe(Effect.provide(layerSalesWith(() => 14)))
    expect(after).toEqual({
      asItWas: [1200, false],
      full: [3000, true],
      uplift: [2200, true],
      whole: [700, true],
      cancelled: [0, false],
    })
    expect(yield* checkLedger).toMatchObject({
      found: 0,
      sales: 5,
      chainedSince: opened.chainedSince,
    })

    const sql = yield* SqlClient.SqlClient
    yield* sql`update sale set booked_at = booked_at - interval '1 day' where id = 1`
    yield* sql`update sale set commission_minor = 1501 where external_order_id = 'cancelled'`
    expect((yield* checkLedger).misbooked).toMatchObject([
      { externalOrderId: "full", faults: [{ field: "bookedAtMs" }] },
      { externalOrderId: "cancelled", faults: [{ field: "commissionMinor" }] },
    ])
  }).pipe(Effect.provide(layerEmptyDatabase)),
)
