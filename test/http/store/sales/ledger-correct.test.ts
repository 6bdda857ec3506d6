import { describe, expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Sales } from "../../../../http/ports/sales.ts"
import { correctLedger, type LedgerCorrected } from "../../../../http/store/sales/ledger-correct.ts"
import { checkLedger } from "../../../../http/store/sales/ledger-check.ts"
import { setDatabaseTime } from "../../../support/database-clock.ts"
import { bodiesOf, layerTestEvents, makeListener } from "../events/layer.ts"
import {
  asAdministrator,
  changedBooks,
  firstMs,
  keepBooks,
  makeBooks,
  restoreBooks,
} from "./changed-books.ts"
import { makeReporter, reportSale } from "./layer.ts"

/** What comes of each change of the books: what is booked, why a sale is left, or what is beyond sales. */
const outcomes: Readonly<Record<string, string>> = {
  "an amount": "corrected sale",
  "a commission, with its entries": "corrected sale,ledger pending>commission_expense 1",
  rates: "corrected sale",
  "the date of a booking, by a millionth of a second": "corrected sale",
  "the date of a journal": "corrected ledger",
  "the partner of a sale": "corrected sale",
  "the partner of a sale with all that is booked": "left owner_gone",
  "the order id, the link and the currency of a sale": "corrected sale",
  "a status": "corrected sale",
  "a cap, and when the report was signed": "corrected sale",
  "an entry that is gone": "left unbalanced_journal beyond 1",
  "a journal whose entries are left": "left stray_entries beyond 1",
  "a journal that is gone from amidst others": "corrected ledger pending>payable 1000",
  "a journal that nothing is behind": "corrected ledger pending>commission_expense 1000",
  "a sale that is gone with its journals":
    "corrected missing,ledger commission_expense>pending 1000",
  "a sale that is gone without a trace": "beyond 1",
  "the last sale, gone without a trace": "beyond 1",
  "the last sale, gone with the end of its strand": "beyond 1",
  "a sale that nobody reported": "left no_records",
  "what was declared": "left broken_chain beyond 1",
  "what was declared, with everything that follows from it but the chain": "beyond 1",
  "what was declared last, with its own hash": "beyond 1",
  "a report that came to nothing, taken away": "beyond 1",
  "a record that is no record": "left unreadable_record beyond 1",
}

const outcomeOf = ({ beyondCount, corrected, left }: LedgerCorrected): string =>
  [
    ...corrected.flatMap(({ movements, why }) => [
      `corrected ${why.join()}`,
      ...movements.map(({ amountMinor, from, to }) => `${from}>${to} ${amountMinor}`),
    ]),
    ...left.map(({ reason }) => `left ${reason}`),
    ...(beyondCount > 0 ? [`beyond ${beyondCount}`] : []),
  ].join(" ")

/** All that stands in the books, the audit and the outbox. */
const everything = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = (table: string) => sql.unsafe(`select * from ${table} order by 1, 2, 3`)
  return yield* Effect.forEach(
    ["sale", "ledger_journal", "ledger_entry", "sale_record", "ledger_strand", "audit", "event"],
    rows,
  )
})

layer(layerTestEvents)("ledger correct", (it) => {
  it.effect("finds nothing to do in books that nobody has changed", () =>
    Effect.gen(function* () {
      const account = yield* makeBooks
      yield* makeListener("https://partner.example/hooks", [], account)
      yield* keepBooks
      const before = yield* everything
      expect(outcomeOf(yield* correctLedger({ isTrial: false, adopts: false }))).toBe("")
      expect(yield* everything).toEqual(before)
    }),
  )

  describe("of books that an administrator has changed", () => {
    for (const [what, statements] of changedBooks) {
      it.effect(`does what is right about ${what}`, () =>
        Effect.gen(function* () {
          yield* setDatabaseTime(firstMs + 3_600_000)
          yield* asAdministrator(statements)
          const changed = yield* everything
          const trial = yield* correctLedger({ isTrial: true, adopts: false })
          expect(yield* everything).toEqual(changed)
          const done = yield* correctLedger({ isTrial: false, adopts: false })
          expect(outcomeOf(done)).toBe(outcomes[what])
          expect(outcomeOf(trial)).toBe(outcomes[what])
          if (done.correctedCount === 0) expect(yield* everything).toEqual(changed)
          else expect((yield* checkLedger).found).toBe(0)
          const settled = yield* everything
          expect((yield* correctLedger({ isTrial: false, adopts: false })).correctedCount).toBe(0)
          expect(yield* everything).toEqual(settled)
        }).pipe(Effect.ensuring(Effect.orDie(restoreBooks))),
      )
    }
  })

  it.effect("takes what was booked to another account back out of its books", () =>
    Effect.gen(function* () {
      const other = yield* makeReporter
      const { balances } = yield* Sales
      const owed = () =>
        Effect.map(balances(other.reporter.partnerCode), (found) =>
          found.map(({ pendingMinor }) => pendingMinor),
        )
      yield* asAdministrator([
        `update ledger_entry set partner_id = '${other.reporter.partnerId}' where journal_id in
          (select journal.id from ledger_journal journal join kept.sale on sale.id = sale_id
            where external_order_id = 'order 2')`,
      ])
      expect(yield* owed()).toEqual([1000n])
      const { corrected } = yield* correctLedger({ isTrial: false, adopts: false })
      expect(corrected[0]?.movements).toMatchObject([
        { from: "commission_expense", to: "pending", amountMinor: 1000 },
        { from: "pending", to: "commission_expense", partnerId: other.reporter.partnerId },
      ])
      expect(yield* owed()).toEqual([0n])
      expect((yield* checkLedger).found).toBe(0)
    }).pipe(Effect.ensuring(Effect.orDie(restoreBooks))),
  )

  it.effect("leaves a sale alone that holds a validation before its time, until that is due", () =>
    Effect.gen(function* () {
      yield* asAdministrator([
        `insert into ledger_journal (id, sale_id, kind, at) overriding system value
          select 2000000, id, 'validation', now() from kept.sale where external_order_id = 'order 2'`,
        `insert into ledger_entry (journal_id, partner_id, account, currency, amount_minor)
          select 2000000, partner_id, account, 'EUR', amount from kept.sale
          cross join (values ('pending', -1000), ('payable', 1000)) as side (account, amount)
          where external_order_id = 'order 2'`,
      ])
      expect(outcomeOf(yield* correctLedger({ isTrial: false, adopts: false }))).toBe(
        "left early_journal",
      )
    }).pipe(Effect.ensuring(Effect.orDie(restoreBooks))),
  )

  it.effect("corrects a sale again, and still sees a change of what it corrected before", () =>
    Effect.gen(function* () {
      const seller = yield* makeReporter
      const order = { externalOrderId: "twice" }
      yield* reportSale(seller, order)
      const ofSale = `(select id from sale where external_order_id = 'twice')`
      const change = (to: string) =>
        asAdministrator([
          `update ledger_entry set amount_minor = sign(amount_minor) * ${to} where journal_id =
            (select min(id) from ledger_journal where sale_id = ${ofSale})`,
        ])
      yield* change("900")
      expect(outcomeOf(yield* correctLedger({ isTrial: false, adopts: false }))).toContain(
        "commission_expense>pending 100",
      )
      yield* reportSale(seller, { ...order, amountMinor: 22_000, signedAtSeconds: 1_900_000_000 })
      expect((yield* checkLedger).found).toBe(0)
      yield* change("1000")
      expect((yield* checkLedger).misbooked[0]?.faults.map(({ _tag }) => _tag)).toEqual([
        "BalanceDiffers",
        "JournalDiffers",
      ])
      expect(outcomeOf(yield* correctLedger({ isTrial: false, adopts: false }))).toContain(
        "pending>commission_expense 100",
      )
      expect((yield* checkLedger).found).toBe(0)
      yield* reportSale(seller, { ...order, status: "cancelled", signedAtSeconds: 1_900_000_001 })
      expect((yield* checkLedger).found).toBe(0)
      const balances = yield* (yield* Sales).balances(seller.reporter.partnerCode)
      expect(
        balances.map(({ payableMinor, pendingMinor }) => [pendingMinor, payableMinor]),
      ).toEqual([[0n, 0n]])
    }),
  )

  it.effect("audits a correction, tells it to its account, and marks the sale", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const listener = yield* makeListener("https://partner.example/hooks")
      yield* reportSale(listener.seller, { externalOrderId: "told" })
      yield* sql`update sale set status = 'cancelled', commission_minor = 5, currency = 'USD'
        where external_order_id = 'told'`
      yield* correctLedger({ isTrial: false, adopts: false })
      const sale = { externalOrderId: "told", status: "pending", amount: 110, commission: 10 }
      const [told, ...others] = yield* bodiesOf(listener)
      expect(others).toEqual([])
      expect(told).toMatchObject({
        type: "sale.corrected",
        data: {
          externalOrderId: "told",
          ref: listener.seller.ref,
          why: ["sale"],
          before: {
            sale: { ...sale, status: "cancelled", commission: 0, currency: "USD" },
            pending: 10,
            payable: 0,
          },
          after: { sale: { ...sale, currency: "EUR" }, pending: 10, payable: 0 },
        },
      })
      const [listed] = yield* (yield* Sales).list(listener.owner.partnerCode)
      expect(listed).toMatchObject({ status: "pending", correctedAt: listed?.changedAt })
      const audited = yield* sql`select subject, details from audit where action = 'sale.correct'
        order by id desc limit 1`
      expect(audited).toMatchObject([
        {
          details: { partner: listener.owner.partnerCode, externalOrderId: "told", why: ["sale"] },
        },
      ])
    }),
  )

  it.effect("corrects each sale once, whoever else corrects at the same time", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const listener = yield* makeListener("https://partner.example/hooks")
      const orders = ["a", "b", "c", "d", "e", "f"]
      yield* Effect.forEach(orders, (order) =>
        reportSale(listener.seller, { externalOrderId: `both ${order}` }),
      )
      yield* sql`update sale set amount_minor = 1 where external_order_id like 'both %'`
      const runs = yield* Effect.all(
        Array.from({ length: 3 }, () => correctLedger({ isTrial: false, adopts: false })),
        { concurrency: 3 },
      )
      const counts = runs.map(({ correctedCount, leftCount }) => correctedCount + leftCount)
      expect(counts.reduce((sum, count) => sum + count)).toBe(orders.length)
      expect(yield* bodiesOf(listener)).toHaveLength(orders.length)
      expect((yield* checkLedger).found).toBe(0)
    }),
  )

  it.effect("leaves whole corrections behind where it breaks off, and goes on from there", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const listener = yield* makeListener("https://partner.example/hooks")
      for (const order of ["first", "second", "third"]) {
        yield* reportSale(listener.seller, { externalOrderId: order })
      }
      yield* sql`update sale set amount_minor = 1 where external_order_id in ('first', 'second', 'third')`
      yield* sql.unsafe(`create function break_off() returns trigger language plpgsql as $$ begin
        if new.sale_id = (select id from sale where external_order_id = 'second') then
          raise exception 'the power is gone';
        end if; return new; end $$`)
      yield* sql.unsafe(
        "create trigger break_off before insert on sale_record for each row execute function break_off()",
      )
      const failed = yield* Effect.flip(correctLedger({ isTrial: false, adopts: false }))
      expect(failed._tag).toBe("SaleStoreUnavailable")
      expect(yield* bodiesOf(listener)).toMatchObject([{ data: { externalOrderId: "first" } }])
      expect((yield* checkLedger).misbooked.map(({ externalOrderId }) => externalOrderId)).toEqual([
        "second",
        "third",
      ])
      yield* sql.unsafe("drop trigger break_off on sale_record")
      expect((yield* correctLedger({ isTrial: false, adopts: false })).correctedCount).toBe(2)
      expect((yield* checkLedger).found).toBe(0)
      expect(yield* bodiesOf(listener)).toHaveLength(3)
    }),
  )
})
