import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { correctTotals } from "../../../../http/store/sales/standing-totals.ts"
import { setDatabaseTime } from "../../../support/database-clock.ts"
import { makeReporter, reportSale } from "./layer.ts"

/** What the books are. */
const tables = [
  "sale",
  "ledger_journal",
  "ledger_entry",
  "sale_record",
  "ledger_strand",
  "ledger_seal",
  "ledger_general_seal",
]

/** When the first sales of the books are reported. */
export const firstMs = Date.parse("2026-03-01T12:00:00.000Z")

/** Runs statements as an administrator can who has switched every trigger and foreign key off. */
export const asAdministrator = (statements: ReadonlyArray<string>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.withTransaction(
      Effect.forEach(
        ["set local session_replication_role = replica", ...statements],
        (statement) => sql.unsafe(statement),
        { discard: true },
      ),
    ),
  )

/** The same by one who also makes the totals of pages what is then there. */
export const asCarefulAdministrator = (statements: ReadonlyArray<string>) =>
  Effect.andThen(asAdministrator(statements), Effect.flatMap(SqlClient.SqlClient, correctTotals))

/** Copies the books into a schema of that name. */
export const copyBooks = (schema: string) =>
  asAdministrator([
    `create schema ${schema}`,
    ...tables.map((table) => `create table ${schema}.${table} as table ${table}`),
  ])

/** Keeps a copy of the books, which changes name. */
export const keepBooks = copyBooks("kept")

/** Makes the books what the copy says. */
export const restoreBooks = asCarefulAdministrator(
  tables.flatMap((table) => [
    `delete from ${table}`,
    `insert into ${table} overriding system value table kept.${table}`,
  ]),
)

/** Fifty sales, the fourth of them adjusted and cancelled, the sixth adjusted, the last one the last. */
export const makeBooks = Effect.gen(function* () {
  yield* setDatabaseTime(firstMs)
  const account = yield* makeReporter
  for (let order = 1; order <= 50; order += 1) {
    yield* reportSale(account, { externalOrderId: `order ${order}` })
  }
  yield* setDatabaseTime(firstMs + 60_000)
  const again = { externalOrderId: "order 6", signedAtSeconds: 1_800_000_100 }
  yield* reportSale(account, { ...again, amountMinor: 22_000, commissionMinor: 1_500 })
  yield* reportSale(account, { ...again, signedAtSeconds: 1_800_000_050, amountMinor: 5 })
  yield* reportSale(account, { externalOrderId: "order 4", status: "validated" })
  yield* reportSale(account, { externalOrderId: "order 4", status: "cancelled" })
  return account
})

const ofOrder = (order: number) => `external_order_id = 'order ${order}'`
const idOf = (order: number) => `(select id from kept.sale where ${ofOrder(order)})`
const ofSale = (order: number) => `sale_id = ${idOf(order)}`
const ofJournals = (order: number) =>
  `journal_id in (select id from kept.ledger_journal where ${ofSale(order)})`

const withoutSale = (order: number) => [
  `delete from ledger_entry where ${ofJournals(order)}`,
  `delete from ledger_journal where ${ofSale(order)}`,
  `delete from sale where ${ofOrder(order)}`,
]

/** Takes away all of a sale: row, journals, entries and records. */
export const withoutTrace = (order: number) => [
  ...withoutSale(order),
  `delete from sale_record where ${ofSale(order)}`,
]

/** Changes of the books by what they are: the statements, and what the check finds. */
export const changedBooks: ReadonlyArray<
  readonly [what: string, statements: ReadonlyArray<string>, found: ReadonlyArray<string>]
> = [
  [
    "an amount",
    [`update sale set amount_minor = 12000 where ${ofOrder(2)}`],
    ["order 2 FieldDiffers amountMinor"],
  ],
  [
    "a commission, with its entries",
    [
      `update sale set commission_minor = 1001 where ${ofOrder(2)}`,
      `update ledger_entry set amount_minor = sign(amount_minor) * 1001 where ${ofJournals(2)}`,
    ],
    ["order 2 FieldDiffers commissionMinor", "order 2 BalanceDiffers", "order 2 JournalDiffers 1"],
  ],
  [
    "rates",
    [`update sale set base_rate_bps = 1200, uplift_bps = 5 where ${ofOrder(2)}`],
    ["order 2 FieldDiffers baseRateBps", "order 2 FieldDiffers upliftBps"],
  ],
  [
    "the date of a booking, by a millionth of a second",
    [`update sale set booked_at = booked_at + interval '1 microsecond' where ${ofOrder(2)}`],
    ["order 2 FieldDiffers bookedAtMs"],
  ],
  [
    "the date of a journal",
    [`update ledger_journal set at = at - interval '1 day' where ${ofSale(2)}`],
    ["order 2 JournalDiffers 1"],
  ],
  [
    "the partner of a sale",
    [`update sale set partner_id = 'nobody' where ${ofOrder(2)}`],
    ["order 2 FieldDiffers partnerId"],
  ],
  [
    "the partner of a sale with all that is booked",
    [
      `update sale set partner_id = 'nobody' where ${ofOrder(2)}`,
      `update ledger_entry set partner_id = 'nobody' where ${ofJournals(2)}`,
    ],
    [
      "order 2 FieldDiffers partnerId",
      "order 2 BalanceDiffers",
      "order 2 BalanceDiffers nobody",
      "order 2 JournalDiffers 1",
    ],
  ],
  [
    "the order id, the link and the currency of a sale",
    [`update sale set external_order_id = 'x', link_id = 0, currency = 'USD' where ${ofOrder(2)}`],
    ["x FieldDiffers externalOrderId", "x FieldDiffers linkId", "x FieldDiffers currency"],
  ],
  [
    "a status",
    [`update sale set status = 'validated' where ${ofOrder(2)}`],
    ["order 2 FieldDiffers status"],
  ],
  [
    "a cap, and when the report was signed",
    [`update sale set commission_cap_minor = null, signed_at_seconds = 1 where ${ofOrder(6)}`],
    ["order 6 FieldDiffers signedAtSeconds", "order 6 FieldDiffers commissionCapMinor"],
  ],
  [
    "an entry that is gone",
    [`delete from ledger_entry where ${ofJournals(2)} and amount_minor > 0`],
    ["unbalanced 1 -1000", "order 2 BalanceDiffers", "order 2 JournalDiffers 1"],
  ],
  [
    "a journal whose entries are left",
    [`delete from ledger_journal where ${ofSale(2)}`],
    ["unbalanced 2 0", "order 2 BalanceDiffers", "order 2 JournalDiffers 1"],
  ],
  [
    "a journal that is gone from amidst others",
    [
      `delete from ledger_entry where journal_id in (select id from ledger_journal
        where kind = 'validation' and ${ofSale(4)})`,
      `delete from ledger_journal where kind = 'validation' and ${ofSale(4)}`,
    ],
    ["order 4 BalanceDiffers", "order 4 BalanceDiffers", "order 4 JournalDiffers 2"],
  ],
  [
    "a journal that nothing is behind",
    [
      `insert into ledger_journal (id, sale_id, kind, at) overriding system value
        values (1000000, ${idOf(2)}, 'adjustment', now())`,
      `insert into ledger_entry (journal_id, partner_id, account, currency, amount_minor)
        select 1000000, partner_id, account, currency, amount_minor
        from ledger_entry where ${ofJournals(2)}`,
    ],
    ["order 2 BalanceDiffers", "order 2 JournalDiffers 2"],
  ],
  [
    "a sale that is gone with its journals",
    withoutSale(2),
    ["order 2 SaleMissing", "order 2 JournalDiffers 1"],
  ],
  ["a sale that is gone without a trace", withoutTrace(2), ["records missing"]],
  ["the last sale, gone without a trace", withoutTrace(50), ["records counted"]],
  [
    "the last sale, gone with the end of its strand",
    [
      ...withoutTrace(50),
      "delete from ledger_strand where strand = (select id % 16 from kept.sale where external_order_id = 'order 50')",
    ],
    ["records counted"],
  ],
  [
    "a sale that nobody reported",
    [
      `insert into sale overriding system value
        select (jsonb_populate_record(sale, '{"id": 999999, "external_order_id": "made up"}')).*
        from sale where ${ofOrder(2)}`,
    ],
    ["made up RecordsMissing"],
  ],
  [
    "what was declared",
    [`update sale_record set record = replace(record, '11000', '12000') where ${ofSale(2)}`],
    [
      "records altered",
      "order 2 FieldDiffers amountMinor",
      "order 2 FieldDiffers commissionMinor",
      "order 2 BalanceDiffers",
      "order 2 JournalDiffers 1",
    ],
  ],
  [
    "what was declared, with everything that follows from it but the chain",
    [
      `update sale_record set record = replace(record, '11000', '11001') where ${ofSale(2)}`,
      `update sale set amount_minor = 11001 where ${ofOrder(2)}`,
    ],
    ["records altered"],
  ],
  [
    "what was declared last, with its own hash",
    [
      `update sale_record set record = replace(record, '11000', '11001') where ${ofSale(50)}`,
      `update sale_record later set hash = sha256(earlier.hash || convert_to(later.record, 'UTF8'))
        from sale_record earlier where later.${ofSale(50)} and earlier.strand = later.strand
          and earlier.partner_id = later.partner_id and earlier.number = later.number - 1`,
      `update sale set amount_minor = 11001 where ${ofOrder(50)}`,
    ],
    ["records counted"],
  ],
  [
    "a report that came to nothing, taken away",
    [`delete from sale_record where ${ofSale(6)} and record like '%"amountMinor":5,%'`],
    ["records counted"],
  ],
  [
    "a record that is no record",
    [`update sale_record set record = '{}' where ${ofSale(2)}`],
    ["records altered", "order 2 RecordMisplaced 1", "order 2 JournalDiffers 1"],
  ],
]
