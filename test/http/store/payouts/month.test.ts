import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { type SaleOwner, Sales } from "../../../../http/ports/sales.ts"
import { checkLedger } from "../../../../http/store/sales/ledger-check.ts"
import type { Statement } from "../../../../rules/payouts/statement-record.ts"
import { makeReporter, reportSale, type TestReporter } from "../sales/layer.ts"
import {
  as,
  at,
  closeAt,
  debtor,
  layerTestPayouts,
  PayoutDesk,
  Payouts,
  refusalOf,
  samplePayee,
  validateAt,
} from "./layer.ts"

/** Currencies with their decimals, and what a tenth of a premium of the smallest sale comes to. */
const currencies = [
  { currency: "EUR", minorUnits: 2, commissionMinor: 10_000n },
  { currency: "USD", minorUnits: 2, commissionMinor: 2_000n },
  { currency: "JPY", minorUnits: 0, commissionMinor: 3_000n },
] as const

type Currency = (typeof currencies)[number]

/** Sales of an account in one currency, by the part of its commission that each earns. */
const report = (
  account: TestReporter,
  { commissionMinor, currency, minorUnits }: Currency,
  order: string,
  times: bigint,
  changes: { readonly status?: "pending" | "cancelled" } = {},
) =>
  reportSale(account, {
    externalOrderId: `${order} ${currency}`,
    amountMinor: Number(11n * commissionMinor * times),
    currency,
    minorUnits,
    ...changes,
  })

const ownerOf = ({ reporter }: TestReporter): SaleOwner => ({
  partnerId: reporter.partnerId,
  partnerCode: reporter.partnerCode,
  mode: "live",
})

const statementsOf = (account: TestReporter, month: string) =>
  Effect.flatMap(Payouts, (payouts) =>
    Effect.map(
      payouts.statements(ownerOf(account), {
        currency: null,
        after: null,
        limit: 100,
        isNewestFirst: false,
      }),
      (page) =>
        new Map(
          page.statements
            .filter(({ statement }) => statement.month === month)
            .map((found) => [found.statement.currency, found]),
        ),
    ),
  )

/** The figures that matter of a statement, in minor units. */
const figuresOf = (statement: Statement | undefined) =>
  statement === undefined
    ? undefined
    : {
        pending: [
          statement.pending.openingMinor,
          statement.pending.opened.amountMinor,
          statement.pending.validated.amountMinor,
          statement.pending.cancelled.amountMinor,
          statement.pending.closingMinor,
        ],
        owed: [
          statement.owed.openingMinor,
          statement.owed.validated.amountMinor,
          statement.owed.reversed.amountMinor,
          statement.owed.returned.amountMinor,
          statement.owed.closingMinor,
        ],
        due: statement.dueMinor,
        carried: statement.carriedMinor,
      }

layer(layerTestPayouts)("a month of sales", (it) => {
  it.effect("of three partners in three currencies is stated and paid to the cent", () =>
    Effect.gen(function* () {
      const payouts = yield* Payouts
      const desk = yield* PayoutDesk
      yield* at("2026-10-02T09:00")
      const accounts = yield* Effect.all([makeReporter, makeReporter, makeReporter])
      /** The first account sells once as much as a share, the second twice, the third three times. */
      const each = <A, E, R>(
        act: (account: TestReporter, currency: Currency, share: bigint) => Effect.Effect<A, E, R>,
      ) =>
        Effect.forEach(accounts, (account, place) =>
          Effect.forEach(currencies, (currency) => act(account, currency, BigInt(place + 1))),
        )
      // One that validates, one that is cancelled before, one that is reversed later, one that waits.
      yield* each((account, currency, share) => report(account, currency, "kept", share))
      yield* at("2026-10-05T09:00")
      yield* each((account, currency) => report(account, currency, "cancelled", 2n))
      yield* each((account, currency) => report(account, currency, "reversed", 1n))
      yield* at("2026-10-10T09:00")
      yield* each((account, currency) =>
        report(account, currency, "cancelled", 2n, { status: "cancelled" }),
      )
      yield* validateAt("2026-10-20T09:00")
      yield* at("2026-10-25T09:00")
      yield* each((account, currency) => report(account, currency, "waiting", 1n))

      expect(yield* closeAt("2026-11-01T01:59")).toBe(0)
      expect(yield* closeAt("2026-11-01T02:00")).toBe(9)
      expect(yield* closeAt("2026-11-01T02:01")).toBe(0)

      for (const [place, account] of accounts.entries()) {
        const share = BigInt(place + 1)
        const october = yield* statementsOf(account, "2026-10")
        for (const { commissionMinor: unit, currency } of currencies) {
          const owed = unit * (share + 1n)
          const minimum = currency === "JPY" ? 6_000n : 5_000n
          const due = owed >= minimum ? owed : 0n
          const found = october.get(currency)
          expect([currency, figuresOf(found?.statement)]).toEqual([
            currency,
            {
              pending: [0n, unit * (share + 4n), -owed, unit * -2n, unit],
              owed: [0n, owed, 0n, 0n, owed],
              due,
              carried: owed - due,
            },
          ])
          expect(found?.statement.number).toBe(
            `${account.reporter.partnerCode.toUpperCase()}-2026-10-${currency}`,
          )
          expect(found?.payout?.amountMinor ?? 0n).toBe(due)
          expect(found?.payout?.dueOn ?? "2026-11-05").toBe("2026-11-05")
        }
      }

      // The reversal comes when the payout is on its way: it is taken off the next statement.
      yield* at("2026-11-03T09:00")
      yield* each((account, currency) =>
        report(account, currency, "reversed", 1n, { status: "cancelled" }),
      )
      const drawing = desk.draw({ currency: "EUR", payOn: "2026-11-05" })
      expect(yield* refusalOf(as("nadia")(drawing))).toBe("NothingDue")
      for (const { reporter } of accounts) yield* desk.setPayee(reporter.partnerCode, samplePayee)
      const { batch, left } = yield* as("nadia")(drawing)
      expect(left).toEqual([])
      expect([batch.state, batch.payouts, batch.totalMinor]).toEqual(["drawn", 3, 90_000n])
      expect(yield* refusalOf(as("nadia")(desk.approve(batch.number)))).toBe("SameOperator")
      expect(yield* refusalOf(as("nadia")(desk.transferFile(batch.number, debtor)))).toBe(
        "WrongBatchState",
      )
      expect((yield* as("omar")(desk.approve(batch.number))).approvedBy).toBe("omar")
      const file = yield* as("omar")(desk.transferFile(batch.number, debtor))
      expect(file).toContain("<CtrlSum>900.00</CtrlSum>")
      yield* at("2026-11-05T09:00")
      expect(yield* desk.transferFile(batch.number, debtor)).toBe(file)
      expect((yield* desk.send(batch.number, "2026-11-05", "BK-1")).state).toBe("sent")
      expect(yield* refusalOf(desk.send(batch.number, "2026-11-05", "BK-1"))).toBe(
        "WrongBatchState",
      )
      const dollars = yield* as("nadia")(desk.draw({ currency: "USD", payOn: "2026-11-05" }))
      expect(dollars.batch.payouts).toBe(2)
      yield* as("omar")(desk.approve(dollars.batch.number))
      expect(yield* refusalOf(desk.transferFile(dollars.batch.number, debtor))).toBe("NoFile")
      yield* desk.send(dollars.batch.number, "2026-11-06", null)

      // The bank returns the euros of the first account.
      yield* at("2026-11-09T09:00")
      const [euros] = (yield* desk.payouts({
        partnerCode: accounts[0].reporter.partnerCode,
        state: "sent",
        limit: 9,
      })).filter(({ currency }) => currency === "EUR")
      const returned = yield* desk.markReturned(euros?.number ?? "", "2026-11-09", "AC04")
      expect([returned.state, returned.reason]).toEqual(["returned", "AC04"])
      expect(yield* refusalOf(desk.markReturned(euros?.number ?? "", "2026-11-09", "AC04"))).toBe(
        "WrongStep",
      )

      yield* validateAt("2026-11-10T09:00")
      expect(yield* closeAt("2026-12-01T02:00")).toBe(9)
      for (const [place, account] of accounts.entries()) {
        const share = BigInt(place + 1)
        const november = yield* statementsOf(account, "2026-11")
        const october = yield* statementsOf(account, "2026-10")
        for (const { commissionMinor: unit, currency } of currencies) {
          const before = october.get(currency)?.statement
          const back = currency === "EUR" && place === 0 ? unit * (share + 1n) : 0n
          const carried = before?.carriedMinor ?? 0n
          const owed = carried + unit - unit + back
          const minimum = currency === "JPY" ? 6_000n : 5_000n
          const due = owed >= minimum ? owed : 0n
          expect([currency, figuresOf(november.get(currency)?.statement)]).toEqual([
            currency,
            {
              pending: [unit, 0n, -unit, 0n, 0n],
              owed: [carried, unit, -unit, back, owed],
              due,
              carried: owed - due,
            },
          ])
        }
      }

      // Books, statements and payouts agree, and what is owed is what was earned and not sent.
      expect((yield* payouts.check).wrong).toEqual([])
      expect((yield* checkLedger).found).toBe(0)
      const sent = new Map<string, bigint>()
      const standing = yield* desk.payouts({ partnerCode: null, state: "sent", limit: 99 })
      for (const { amountMinor, currency, partnerCode } of standing) {
        const key = `${partnerCode} ${currency}`
        sent.set(key, (sent.get(key) ?? 0n) + amountMinor)
      }
      for (const [place, account] of accounts.entries()) {
        const balances = yield* (yield* Sales).balances(account.reporter.partnerCode)
        for (const owed of yield* payouts.owed(ownerOf(account))) {
          const unit = currencies.find(({ currency }) => currency === owed.currency)
          const earned = (unit?.commissionMinor ?? 0n) * BigInt(place + 2)
          const paid = sent.get(`${account.reporter.partnerCode} ${owed.currency}`) ?? 0n
          expect(owed.payableMinor + owed.onItsWayMinor).toBe(earned - paid)
          const balance = balances.find(({ currency }) => currency === owed.currency)
          expect(balance?.payableMinor).toBe(earned - paid)
          expect(owed.pendingMinor).toBe(0n)
        }
      }
      const sql = yield* SqlClient.SqlClient
      const [file0] = yield* sql<{ readonly clear: boolean }>`
        select position('FR7630006000011234567890189'::bytea in sealed) > 0 as clear from payee`
      expect(file0?.clear).toBe(false)
    }),
  )
})
