import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as fc from "fast-check"
import { errorCode } from "../../../../http/platform/system-error.ts"
import { Sales } from "../../../../http/ports/sales.ts"
import { AuditLog } from "../../../../http/ports/audit-log.ts"
import { layerAuditLog } from "../../../../http/store/accounts/audit-log.ts"
import { checkLedger } from "../../../../http/store/sales/ledger-check.ts"
import { correctLedger } from "../../../../http/store/sales/ledger-correct.ts"
import type { SignedReport } from "../../../../rules/sales/read-report.ts"
import { commissionMinor } from "../../../../rules/sales/commission.ts"
import {
  arbitraryAmount,
  arbitraryCaps,
  arbitraryRates,
  arbitraryReport,
  sampleReport,
} from "../../../rules/sales/reports.ts"
import { times } from "../../../support/long.ts"
import { bodiesOf, layerTestEvents, makeListener } from "../events/layer.ts"
import { asCarefulAdministrator } from "./changed-books.ts"
import { makeReporter, reportSale, type TestReporter } from "./layer.ts"
import { reportByOlderCode, validateByOlderCode } from "./older-code.ts"

/** An account with what older code asks for: the id of its link. */
const makeSeller = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const account = yield* makeReporter
  const [link] = yield* sql<{ readonly id: bigint }>`
    select id from tracked_link where partner_id = ${account.reporter.partnerId}
    and code = ${account.ref.split("-").at(-1) ?? ""}`
  const older = (changes: Partial<SignedReport>) =>
    reportByOlderCode(account, link?.id ?? 0n, { ...sampleReport, ref: account.ref, ...changes })
  return { account, older }
})

/** The records of an order, by their tags. */
const recordsOf = ({ reporter }: TestReporter, order: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ readonly record: string }>`
        select record from sale_record join sale on sale.id = sale_id
        where sale.partner_id = ${reporter.partnerId} and external_order_id = ${order}
        order by number`,
      (rows) => rows.map(({ record }) => JSON.parse(record) as { _tag: string; by?: string }),
    ),
  )

/** What the database says where it refuses. */
const refusal = <A, R>(effect: Effect.Effect<A, { readonly reason: { cause: unknown } }, R>) =>
  Effect.map(Effect.flip(effect), ({ reason }) => errorCode(reason.cause))

layer(layerTestEvents)(
  "sales of code from before there were records, on the schema of now",
  (it) => {
    it.effect("have a record at the end of its transaction, which says so", () =>
      Effect.gen(function* () {
        const { account, older } = yield* makeSeller
        for (const status of ["pending", "validated", "cancelled"] as const) {
          yield* older({ externalOrderId: status, status })
        }
        yield* older({ externalOrderId: "nothing", amountMinor: 0 })
        yield* older({ externalOrderId: "capped", commissionMinor: 300 })
        expect(yield* checkLedger).toMatchObject({ found: 0, sales: 5, records: 5 })
        expect(yield* recordsOf(account, "cancelled")).toMatchObject([
          { _tag: "Opened", by: "database", sale: { status: "cancelled" } },
        ])
        expect(yield* recordsOf(account, "capped")).toMatchObject([
          { sale: { commissionMinor: 300, caps: { commissionMinor: 300, upliftMinor: null } } },
        ])
        const { entries } = yield* Effect.flatMap(AuditLog, ({ read }) =>
          read({ partnerCode: account.reporter.partnerCode, action: "sale.adopt", limit: 10 }),
        )
        expect(entries).toHaveLength(5)
        expect(entries[0]).toMatchObject({
          actor: expect.stringMatching(/^database: \w+, viatica/),
          details: { externalOrderId: "capped", commissionMinor: 300 },
        })
      }).pipe(Effect.provide(layerAuditLog)),
    )

    it.effect("go on whichever code changes them, until newer code knows a report of them", () =>
      Effect.gen(function* () {
        const { account, older } = yield* makeSeller
        const order = { externalOrderId: "mixed" }
        yield* older(order)
        yield* older({ ...order, amountMinor: 22_000 })
        yield* reportSale(account, { ...order, amountMinor: 33_000 })
        expect(yield* refusal(older({ ...order, status: "cancelled" }))).toBe("VSR01")
        yield* reportSale(account, { ...order, amountMinor: 33_000, status: "cancelled" })
        yield* older({ ...order, status: "validated" })
        expect((yield* recordsOf(account, "mixed")).map(({ _tag }) => _tag)).toEqual([
          "Opened",
          "Adopted",
          "Reported",
          "Reported",
        ])
        expect((yield* checkLedger).found).toBe(0)
      }),
    )

    it.effect("validate whichever code does it, all of a batch or none", () =>
      Effect.gen(function* () {
        const { account, older } = yield* makeSeller
        yield* (yield* Sales).validateDue
        yield* validateByOlderCode
        for (let order = 1; order <= 20; order += 1) yield* older({ externalOrderId: `${order}` })
        expect(yield* validateByOlderCode).toBe(20)
        expect((yield* recordsOf(account, "7")).map(({ _tag }) => _tag)).toEqual([
          "Opened",
          "Adopted",
        ])
        yield* reportSale(account, { externalOrderId: "of newer code" })
        yield* older({ externalOrderId: "21" })
        expect(yield* refusal(validateByOlderCode)).toBe("VSR01")
        expect((yield* checkLedger).found).toBe(0)
      }),
    )

    it.effect("are taken only where row and journals agree: the rest is left to the check", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { account, older } = yield* makeSeller
        yield* older({ externalOrderId: "sound" })
        const ofSale = sql`where partner_id = ${account.reporter.partnerId}`
        const raise = sql`update sale set amount_minor = 22000, commission_minor = 2000,
        changed_at = date_trunc('milliseconds', clock_timestamp()) ${ofSale}`
        expect(yield* refusal(sql.withTransaction(raise))).toBe("VSR01")
        yield* sql`insert into sale (partner_id, mode, external_order_id, link_id, status,
          amount_minor, commission_minor, currency, minor_units, fee_bps, base_rate_bps, uplift_bps,
          booked_at, changed_at)
        select partner_id, mode, 'made up', link_id, status, amount_minor, commission_minor,
          currency, minor_units, fee_bps, base_rate_bps, uplift_bps, booked_at, changed_at
        from sale ${ofSale}`
        yield* sql`update sale set amount_minor = 5 ${ofSale} and external_order_id = 'sound'`
        expect((yield* checkLedger).misbooked).toMatchObject([
          { externalOrderId: "sound", isAdoptable: false },
          { externalOrderId: "made up", isAdoptable: false, faults: [{ _tag: "RecordsMissing" }] },
        ])
        yield* asCarefulAdministrator([
          "delete from sale where external_order_id = 'made up'",
          "update sale set amount_minor = 11000 where external_order_id = 'sound'",
        ])
      }),
    )

    it.effect("earn by the database's own reckoning what the rules say", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const drawn = fc.sample(fc.tuple(arbitraryAmount, arbitraryCaps, arbitraryRates), {
          numRuns: times(500, 20_000),
          seed: 7,
        })
        const rows = drawn.map(([amountMinor, caps, rates]) => ({
          amount_minor: amountMinor,
          commission_cap_minor: caps.commissionMinor,
          uplift_cap_minor: caps.upliftMinor,
          fee_bps: rates.feeBps,
          base_rate_bps: rates.baseRateBps,
          uplift_bps: rates.upliftBps,
        }))
        const earned = yield* sql<{ readonly earned: string }>`
        select earned_minor(json_populate_record(null::sale, row))::text as earned
        from json_array_elements(${JSON.stringify(rows)}::text::json)
          with ordinality as drawn (row, place) order by place`
        expect(earned.map((row) => row.earned)).toEqual(
          drawn.map(([amountMinor, caps, rates]) =>
            String(commissionMinor(amountMinor, caps, rates)),
          ),
        )
      }),
    )

    it.effect("hold whatever older and newer code do to them in turn", () =>
      Effect.gen(function* () {
        const { account, older } = yield* makeSeller
        const drawn = fc.sample(
          fc.array(fc.record({ report: arbitraryReport, isOlder: fc.boolean() }), {
            minLength: 1,
            maxLength: 6,
          }),
          { numRuns: times(40, 1_000), seed: 11 },
        )
        let [taken, refused] = [0, 0]
        for (const [number, steps] of drawn.entries()) {
          for (const { isOlder, report: said } of steps) {
            const order = { ...said, externalOrderId: `drawn ${number}` }
            const report = isOlder
              ? Effect.isSuccess(older(order))
              : Effect.isSuccess(reportSale(account, order))
            if (yield* report) taken += 1
            else refused += 1
          }
        }
        expect(yield* checkLedger).toMatchObject({ found: 0, misbooked: [] })
        expect(taken).toBeGreaterThan(refused)
        expect(refused).toBeGreaterThan(0)
      }),
    )
  },
)

/** Switches the guards of migration 0016 off, as before it. */
const asBefore = (statements: ReadonlyArray<"disable" | "enable">) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.forEach(
      statements.flatMap((does) =>
        ["sale_made_recorded", "sale_changed_recorded"].map(
          (trigger) => `alter table sale ${does} trigger ${trigger}`,
        ),
      ),
      (statement) => sql.unsafe(statement),
      { discard: true },
    ),
  )

layer(layerTestEvents)("ledger correct --adopt", (it) => {
  it.effect("records how sales stand that older code has left without a record, and tells it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const listener = yield* makeListener("https://partner.example/hooks")
      const account = listener.seller
      const [link] = yield* sql<{ readonly id: bigint }>`
        select id from tracked_link where partner_id = ${account.reporter.partnerId}
        and code = ${account.ref.split("-").at(-1) ?? ""}`
      const older = (changes: Partial<SignedReport>) =>
        reportByOlderCode(account, link?.id ?? 0n, {
          ...sampleReport,
          ref: account.ref,
          ...changes,
        })
      yield* older({ externalOrderId: "opened" })
      yield* asBefore(["disable"])
      yield* older({ externalOrderId: "unknown", commissionMinor: 300 })
      yield* older({ externalOrderId: "later known" })
      yield* reportSale(account, { externalOrderId: "later known", amountMinor: 22_000 })
      yield* older({ externalOrderId: "opened", status: "cancelled" })
      yield* older({ externalOrderId: "fourth" })
      yield* asBefore(["enable"])
      yield* reportSale(account, { externalOrderId: "of newer code" })
      yield* asCarefulAdministrator([
        `delete from sale_record where sale_id =
          (select id from sale where external_order_id = 'of newer code')`,
        `update ledger_strand head set records = records - 1, hash = coalesce((select hash
          from sale_record last where last.partner_id = head.partner_id
            and last.strand = head.strand and number = head.records - 1), head.hash)
          where strand = (select id % 16 from sale where external_order_id = 'of newer code')
            and records > 1`,
        `delete from ledger_strand head where not exists (select from sale_record last
          where last.partner_id = head.partner_id and last.strand = head.strand)`,
      ])
      const checked = yield* checkLedger
      expect(checked).toMatchObject({ found: 5, adoptable: 4 })

      const left = yield* correctLedger({ isTrial: false, adopts: false })
      expect(left.left.map(({ reason }) => reason)).toEqual([
        "unrecorded",
        "unrecorded",
        "unrecorded",
        "unrecorded",
        "no_records",
      ])
      const before = yield* sql`select * from sale order by id`
      const trial = yield* correctLedger({ isTrial: true, adopts: true })
      expect(trial).toMatchObject({ adoptedCount: 4, leftCount: 1 })
      expect(yield* bodiesOf(listener)).toEqual([])
      const done = yield* correctLedger({ isTrial: false, adopts: true })
      expect(done).toMatchObject({ adoptedCount: 4, correctedCount: 0, leftCount: 1 })
      expect(yield* checkLedger).toMatchObject({
        adoptable: 0,
        misbooked: [{ externalOrderId: "of newer code", isAdoptable: false }],
      })
      const capped = before.map((row) =>
        row["external_order_id"] === "unknown" ? { ...row, commission_cap_minor: 300n } : row,
      )
      expect(yield* sql`select * from sale order by id`).toEqual(capped)
      expect((yield* recordsOf(account, "later known")).map(({ _tag, by }) => [_tag, by])).toEqual([
        ["Reported", undefined],
        ["Adopted", "operator"],
      ])
      const told = yield* bodiesOf(listener)
      expect(told).toHaveLength(4)
      expect(told.find(({ data }) => JSON.stringify(data).includes('"opened"'))).toMatchObject({
        type: "sale.corrected",
        data: { externalOrderId: "opened", why: ["record"], after: { pending: 0, payable: 0 } },
      })
      const audited = yield* sql`select details->>'externalOrderId' as order from audit
        where action = 'sale.adopt' order by id desc limit 4`
      expect(audited.map((row) => row["order"])).toEqual([
        "fourth",
        "later known",
        "unknown",
        "opened",
      ])
      yield* reportSale(account, { externalOrderId: "unknown", amountMinor: 22_000 })
      expect((yield* checkLedger).found).toBe(1)
      expect(yield* correctLedger({ isTrial: false, adopts: true })).toMatchObject({
        adoptedCount: 0,
        leftCount: 1,
      })
    }),
  )

  it.effect(
    "records what older code has done to sales of newer code, in the time in which it ran",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { account, older } = yield* makeSeller
        const order = { externalOrderId: "known" }
        yield* reportSale(account, order)
        yield* reportSale(account, { externalOrderId: "capped", commissionMinor: 300 })
        yield* asBefore(["disable"])
        yield* older({ ...order, amountMinor: 22_000 })
        yield* older({ ...order, amountMinor: 22_000, status: "cancelled" })
        yield* older({ externalOrderId: "capped", amountMinor: 33_000 })
        yield* asBefore(["enable"])
        const ofAccount = sql`partner_id = ${account.reporter.partnerId}`
        const mine = (sales: ReadonlyArray<{ readonly partnerCode: string | null }>) =>
          sales.filter(({ partnerCode }) => partnerCode === account.reporter.partnerCode).length
        expect(mine((yield* checkLedger).misbooked)).toBe(2)
        const trial = yield* correctLedger({ isTrial: true, adopts: true })
        expect([mine(trial.adopted), mine(trial.left), mine(trial.corrected)]).toEqual([0, 1, 1])

        yield* sql`update schema_migrations set created_at = created_at - interval '1 day'
          where migration_id = 7`
        const unasked = yield* correctLedger({ isTrial: true, adopts: false })
        expect([mine(unasked.left), mine(unasked.corrected)]).toEqual([1, 1])
        const done = yield* correctLedger({ isTrial: false, adopts: true })
        expect([mine(done.adopted), mine(done.corrected)]).toEqual([1, 1])
        expect(mine((yield* checkLedger).misbooked)).toBe(0)
        expect((yield* recordsOf(account, "known")).map(({ _tag, by }) => [_tag, by])).toEqual([
          ["Booked", undefined],
          ["Adopted", "operator"],
        ])
        yield* sql`update sale set status = 'pending' where ${ofAccount}
          and external_order_id = 'known'`
        expect((yield* checkLedger).misbooked).toContainEqual(
          expect.objectContaining({ externalOrderId: "known", isAdoptable: false }),
        )
      }),
  )
})
