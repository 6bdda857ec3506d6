import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import { makeChoices } from "../../../support/random.ts"
import { times } from "../../../support/long.ts"
import { Partners } from "../../../../http/ports/partners.ts"
import { makeReporter, reportSale, type TestReporter } from "../sales/layer.ts"
import {
  as,
  at,
  closeAt,
  layerTestPayouts,
  PayoutDesk,
  Payouts,
  samplePayee,
  validateAt,
} from "./layer.ts"

const closeMonths = Effect.flatMap(Payouts, (payouts) => payouts.closeMonths)

const wrong = Effect.flatMap(Payouts, (payouts) =>
  Effect.map(payouts.check, (found) =>
    found.wrong.map(({ fault, number }) => `${fault} ${number}`),
  ),
)

/** How many of some acts at once have passed. */
const passedOf = <A, E, R>(acts: ReadonlyArray<Effect.Effect<A, E, R>>) =>
  Effect.map(
    Effect.all(acts.map(Effect.result), { concurrency: "unbounded" }),
    (all) => all.filter(Result.isSuccess).length,
  )

const statementsOf = ({ reporter: { partnerCode, partnerId } }: TestReporter) =>
  Effect.flatMap(Payouts, (payouts) =>
    Effect.map(
      payouts.statements(
        { partnerCode, partnerId, mode: "live" },
        { currency: null, after: null, limit: 500, isNewestFirst: false },
      ),
      ({ statements }) => statements.map(({ statement }) => statement),
    ),
  )

/** An account with a sale of 100.00 commission that has validated itself by November. */
const soldInOctober = Effect.gen(function* () {
  yield* at("2026-10-02T09:00")
  const account = yield* makeReporter
  yield* reportSale(account, { amountMinor: 110_000 })
  yield* validateAt("2026-10-20T09:00")
  return account
})

layer(layerTestPayouts)("statements and payouts", (it) => {
  it.effect("are closed once, however many processes close them at once", () =>
    Effect.gen(function* () {
      const account = yield* soldInOctober
      yield* at("2027-01-01T02:00")
      yield* Effect.all(
        Array.from({ length: 4 }, () => Effect.result(closeMonths)),
        {
          concurrency: "unbounded",
        },
      )
      yield* closeMonths
      // The third month has nothing to state: all was paid by the first.
      expect((yield* statementsOf(account)).map(({ month }) => month)).toEqual(["2026-10"])
      expect(yield* wrong).toEqual([])
    }),
  )

  it.effect("are drawn up, approved and sent once, whichever operators do it at once", () =>
    Effect.gen(function* () {
      const desk = yield* PayoutDesk
      const account = yield* soldInOctober
      yield* desk.setPayee(account.reporter.partnerCode, samplePayee)
      yield* closeAt("2026-11-01T02:00")
      const drawing = desk.draw({ currency: "EUR", payOn: "2026-11-05" })
      expect(yield* passedOf(["ada", "ben", "cy"].map((name) => as(name)(drawing)))).toBe(1)
      const [batch] = yield* desk.batches(1)
      const number = batch?.number ?? ""
      expect(yield* passedOf(["dan", "eve"].map((name) => as(name)(desk.approve(number))))).toBe(1)
      const sending = desk.send(number, "2026-11-05", null)
      expect(yield* passedOf([sending, sending, sending])).toBe(1)
      expect(
        yield* passedOf([
          Effect.asVoid(desk.dissolve(number, "late")),
          Effect.asVoid(as("dan")(drawing)),
        ]),
      ).toBe(0)
      expect(yield* wrong).toEqual([])
    }),
  )

  it.effect("hold back what is too young, and pay it a month later", () =>
    Effect.gen(function* () {
      yield* at("2026-10-02T09:00")
      const account = yield* makeReporter
      yield* reportSale(account, { amountMinor: 110_000, externalOrderId: "old" })
      yield* at("2026-10-28T09:00")
      yield* reportSale(account, {
        amountMinor: 77_000,
        externalOrderId: "young",
        status: "validated",
      })
      yield* validateAt("2026-10-30T09:00")
      yield* closeAt("2026-12-01T02:00")
      expect(
        (yield* statementsOf(account)).map(({ carriedMinor, dueMinor, heldMinor, month }) => [
          month,
          heldMinor,
          dueMinor,
          carriedMinor,
        ]),
      ).toEqual([
        ["2026-10", 7_000n, 10_000n, 7_000n],
        ["2026-11", 0n, 7_000n, 0n],
      ])
    }),
  )

  it.effect("wait for some days where the bank account was replaced", () =>
    Effect.gen(function* () {
      const desk = yield* PayoutDesk
      const account = yield* soldInOctober
      const { partnerCode } = account.reporter
      yield* desk.setPayee(partnerCode, samplePayee)
      yield* closeAt("2026-11-01T02:00")
      yield* at("2026-11-03T09:00")
      yield* desk.setPayee(partnerCode, { ...samplePayee, iban: "DE89370400440532013000" })
      const drawing = as("ada")(desk.draw({ currency: "EUR", payOn: "2026-11-30" }))
      yield* Effect.flip(drawing)
      yield* at("2026-11-10T09:01")
      const { batch } = yield* drawing
      expect(batch.totalMinor).toBe(10_000n)
      const { payouts } = yield* desk.batch(batch.number)
      expect(payouts.map(({ account: to }) => to)).toEqual(["DE89 •••• 3000"])
    }),
  )

  it.effect("wait while the account is suspended, and while nobody has told where they go", () =>
    Effect.gen(function* () {
      const desk = yield* PayoutDesk
      const partners = yield* Partners
      const account = yield* soldInOctober
      const { partnerCode } = account.reporter
      yield* closeAt("2026-11-01T02:00")
      const drawing = as("ada")(desk.draw({ currency: "EUR", payOn: "2026-11-05" }))
      const leftOf = Effect.map(Effect.flip(drawing), (failure) =>
        failure._tag === "PayoutRefused" && failure.refusal._tag === "NothingDue"
          ? failure.refusal.left.filter((left) => left.partnerCode === partnerCode)
          : [],
      )
      expect((yield* leftOf).map(({ why }) => why)).toEqual(["no_account"])
      yield* desk.setPayee(partnerCode, samplePayee)
      yield* partners.suspend(partnerCode, "unpaid")
      expect((yield* leftOf).map(({ why }) => why)).toEqual(["suspended"])
      yield* partners.approve(partnerCode, {})
      expect((yield* drawing).batch.totalMinor).toBe(10_000n)
    }),
  )

  it.effect("are never changed, doubled or booked by halves", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* soldInOctober
      yield* closeAt("2026-11-01T02:00")
      const refused = yield* Effect.forEach(
        [
          "update statement set carried_minor = 0",
          "delete from statement_line",
          "update payout set amount_minor = amount_minor + 1",
          "update payout_entry set amount_minor = 1",
          `insert into payout (statement_id, partner_id, currency, minor_units, amount_minor, due_on)
           select statement_id, partner_id, currency, minor_units, amount_minor, due_on from payout`,
          `insert into payout_journal (payout_id, kind, at) select id, 'sending', now() from payout`,
          `insert into payout_entry (journal_id, partner_id, account, currency, amount_minor)
           select journal_id, partner_id, account, currency, amount_minor from payout_entry`,
          `insert into statement_line (journal_id, statement_id)
           select journal_id, statement_id from statement_line`,
        ],
        (statement) => Effect.result(sql.unsafe(statement)),
      )
      expect(refused.map(Result.isFailure)).toEqual(refused.map(() => true))
      expect(yield* wrong).toEqual([])
    }),
  )

  it.effect("equal the ledger at every cut, whatever is sold, cancelled, paid and returned", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const desk = yield* PayoutDesk
      for (let run = 0; run < times(1, 20); run += 1) {
        const choices = makeChoices(run + 1)
        const upTo = (most: number): number => choices.integer(0, most)
        yield* at("2025-01-01T00:00")
        const account = yield* makeReporter
        const { partnerCode, partnerId } = account.reporter
        yield* desk.setPayee(partnerCode, samplePayee)
        for (let month = 1; month <= 6; month += 1) {
          for (const day of ["03", "12", "27"]) {
            yield* validateAt(`2025-0${month}-${day}T09:00`)
            for (let count = upTo(4); count > 0; count -= 1) {
              yield* Effect.ignore(
                reportSale(account, {
                  externalOrderId: `order ${upTo(6)}`,
                  amountMinor: 1_100 * upTo(80),
                  status: (["pending", "validated", "cancelled"] as const)[upTo(2)] ?? "pending",
                  signedAtSeconds: 1_800_000_000 + month,
                }),
              )
            }
            if (choices.chance(0.5)) yield* payOut(upTo(3))
          }
          yield* closeAt(`2025-0${month + 1}-01T02:00`)
          const cut = new Date(Date.parse(`2025-0${month + 1}-01T00:00:00Z`))
          const [sums] = yield* sql<{ readonly pending: bigint; readonly payable: bigint }>`
              select coalesce(sum(amount_minor) filter (where account = 'pending'), 0)::bigint as pending,
                coalesce(sum(amount_minor) filter (where account = 'payable'), 0)::bigint as payable
              from (
                select account, amount_minor from ledger_entry entry
                join ledger_journal journal on journal.id = journal_id
                where partner_id = ${partnerId} and journal.at < ${cut}
                union all
                select account, amount_minor from payout_entry where partner_id = ${partnerId}
              ) booked`
          const last = (yield* statementsOf(account)).at(-1)
          expect([month, sums?.pending, sums?.payable]).toEqual([
            month,
            last?.pending.closingMinor ?? 0n,
            last?.carriedMinor ?? 0n,
          ])
        }
        const statements = yield* statementsOf(account)
        const all = yield* desk.payouts({ partnerCode, state: null, limit: 500 })
        expect(
          all.map(({ amountMinor, statement }) => [statement, amountMinor]).toReversed(),
        ).toEqual(
          statements
            .filter(({ dueMinor }) => dueMinor > 0n)
            .map(({ dueMinor, number }) => [number, dueMinor]),
        )
        expect(yield* wrong).toEqual([])
      }
    }),
  )

  it.effect("are found wrong where somebody has changed them past the guards of the database", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const forged = Effect.fnUntraced(function* (change: (number: string) => string) {
        const account = yield* soldInOctober
        yield* closeAt("2026-11-01T02:00")
        const number = (yield* statementsOf(account))[0]?.number ?? ""
        yield* sql.withTransaction(
          Effect.andThen(
            sql.unsafe("set local session_replication_role = replica"),
            sql.unsafe(change(number)),
          ),
        )
        return number
      })
      const idOf = (number: string) => `(select id from statement where number = '${number}')`
      const altered = yield* forged(
        (number) =>
          `update statement set record = replace(record, '"10000"', '"20000"') where number = '${number}'`,
      )
      const lines = yield* forged(
        (number) => `delete from statement_line where statement_id = ${idOf(number)}`,
      )
      const paid = yield* forged(
        (number) => `update payout set amount_minor = 9 where statement_id = ${idOf(number)}`,
      )
      const withdrawn = yield* forged(
        (number) => `update payout set state = 'withdrawn' where statement_id = ${idOf(number)}`,
      )
      const payoutsOf = yield* sql<{ readonly payout: string; readonly number: string }>`
        select 'payout PO-' || payout.id as payout, number from payout
        join statement on statement.id = statement_id`
      const payoutOf = (number: string) => payoutsOf.find((each) => each.number === number)?.payout
      expect(new Set(yield* wrong)).toEqual(
        new Set([
          `altered ${altered}`,
          // A statement is the last line of its own books.
          `books ${altered}`,
          `books ${lines}`,
          `lines ${lines}`,
          `payout ${paid}`,
          payoutOf(paid),
          payoutOf(withdrawn),
        ]),
      )
    }),
  )
})

/** Pays what is due by a batch, or withdraws it, or has the bank return it. */
const payOut = Effect.fnUntraced(function* (how: number) {
  const desk = yield* PayoutDesk
  const drawn = yield* Effect.result(as("ada")(desk.draw({ currency: "EUR", payOn: "2030-01-01" })))
  if (Result.isFailure(drawn)) return
  const { number } = drawn.success.batch
  const { payouts } = yield* desk.batch(number)
  if (how === 0) {
    yield* desk.dissolve(number, "not now")
    for (const payout of payouts) yield* desk.withdraw(payout.number, "netted")
    return
  }
  yield* as("ben")(desk.approve(number))
  yield* desk.send(number, "2025-06-01", null)
  if (how === 1) {
    for (const payout of payouts) yield* desk.markReturned(payout.number, "2025-06-02", "AC04")
  }
})
