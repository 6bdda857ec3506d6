import * as PgConnection from "@effect/sql-pg/PgConnection"
import { describe, expect, it, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { findingLines } from "../../../../http/cli/ledger-findings.ts"
import { migrations } from "../../../../http/store/database/migrations/index.ts"
import { migrate } from "../../../../http/store/database/migrator.ts"
import { checkLedger } from "../../../../http/store/sales/ledger-check.ts"
import { correctLedger } from "../../../../http/store/sales/ledger-correct.ts"
import { miscountedTotals } from "../../../../http/store/sales/standing-totals.ts"
import { layerEmptyDatabase, migratedDatabaseUrl } from "../../../support/postgres.ts"
import { asAdministrator } from "./changed-books.ts"
import { layerTestSales, makeReporter, reportSale } from "./layer.ts"

const wrongTotals = Effect.map(checkLedger, ({ miscounted }) => miscounted)

/** The newest link of an account. */
const linkOf = (partnerId: string) =>
  `(select max(id) from tracked_link where partner_id = '${partnerId}')`

/** Sales of an account as a statement books several of them: of both modes, currencies and all states. */
const bookSales = (partnerId: string, name: string, from = 1, to = 24) => `
  insert into sale (partner_id, mode, external_order_id, link_id, status, amount_minor,
    commission_minor, currency, minor_units, fee_bps, base_rate_bps, uplift_bps, booked_at, changed_at)
  select '${partnerId}', (array['live', 'sandbox'])[1 + n % 2], '${name} ' || n, ${linkOf(partnerId)},
    (array['pending', 'validated', 'cancelled'])[1 + n % 3], 9007199254740991 - n, 7 * n,
    (array['EUR', 'JPY'])[1 + n / 2 % 2], (array[2, 0])[1 + n / 2 % 2], 1000, 1000, 0, now(), now()
  from generate_series(${from}, ${to}) n`

const run = (statements: ReadonlyArray<string>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true }),
  )

/** What the totals of an account hold, a line for each. */
const held = (partnerId: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ readonly line: string }>`
        select concat_ws(' ', mode, currency, status, sum(sales), sum(amount_minor),
          sum(commission_minor)) as line
        from account_sales where partner_id = ${partnerId}
        group by mode, currency, minor_units, status having sum(sales) <> 0 order by line`,
      (rows) => rows.map(({ line }) => line),
    ),
  )

layer(layerTestSales)("totals beside what they count", (it) => {
  it.effect("change with every statement, of whatever code, and are undone with it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { reporter } = yield* makeReporter
      const { reporter: other } = yield* makeReporter
      const { partnerId } = reporter
      const link = linkOf(partnerId)
      const statements = [
        bookSales(partnerId, "many"),
        bookSales(other.partnerId, "others"),
        `update sale set amount_minor = amount_minor - 1, commission_minor = 0 where status = 'pending'`,
        `update sale set status = 'validated' where status = 'pending' and partner_id = '${partnerId}'`,
        `update sale set partner_id = '${other.partnerId}', link_id = ${linkOf(other.partnerId)}
         where external_order_id = 'many 7'`,
        "update sale set changed_at = now()",
        `delete from sale where external_order_id like '% 9'`,
        `insert into link_clicks (link_id, day, clicks) values (${link}, 1, 3), (${link}, 2, 4)`,
        `insert into link_clicks (link_id, day, clicks) values (${link}, 2, 5)
         on conflict (link_id, day) do update set clicks = link_clicks.clicks + excluded.clicks`,
        `delete from link_clicks where day = 1`,
        `insert into subscription (id, quote_ref, link_id, stage, trip_sealed, language, created_at,
           changed_at)
         select 'sub_' || n, 'ref_' || n, ${link}, 'quoting', '\\x00', 'en', now(), now()
         from generate_series(1, 5) n`,
        `update subscription set stage = 'paid' where id <> 'sub_1'`,
        `delete from subscription where id = 'sub_2'`,
      ]
      for (const statement of statements) {
        yield* run([statement])
        expect(yield* wrongTotals, statement).toEqual([])
      }
      const before = yield* held(partnerId)
      yield* Effect.ignore(
        sql.withTransaction(
          Effect.andThen(run([bookSales(partnerId, "undone")]), Effect.fail("no more")),
        ),
      )
      expect(yield* held(partnerId)).toEqual(before)
      yield* run(["truncate link_clicks"])
      expect(yield* wrongTotals).toEqual([])
    }),
  )
})

layer(layerTestSales)("totals that hold", (it) => {
  it.effect("are, where somebody has changed them, found, told, and counted again", () =>
    Effect.gen(function* () {
      const account = yield* makeReporter
      const { partnerCode, partnerId } = account.reporter
      yield* reportSale(account, { externalOrderId: "one" })
      yield* reportSale(account, { externalOrderId: "two" })
      const before = yield* held(partnerId)
      const ofAccount = `where partner_id = '${partnerId}'`
      const ofLink = `where link_id = ${linkOf(partnerId)}`
      yield* asAdministrator([
        `update account_sales set sales = sales + 1, commission_minor = commission_minor - 5 ${ofAccount}
           and (strand, status) in (select strand, status from account_sales ${ofAccount} limit 1)`,
        `delete from link_sales ${ofLink}`,
        `insert into link_count (link_id, what, strand, count) values (${linkOf(partnerId)}, 'clicks', 3, 9)`,
      ])
      const findings = yield* checkLedger
      const code = account.ref.slice(partnerCode.length + 1)
      expect(findings.found).toBe(3)
      expect(findingLines(findings)).toEqual([
        `total of ${partnerCode}, live, pending, EUR (minor units): sales 3, and counting comes to 2;` +
          " commission 1995, and counting comes to 2000",
        `count of ${partnerCode}, link ${code}: clicks 9, and counting comes to 0`,
        `total of ${partnerCode}, link ${code}, live, pending, EUR (minor units): sales 0, and counting` +
          " comes to 2; amount 0, and counting comes to 22000; commission 0, and counting comes to 2000",
      ])
      expect((yield* correctLedger({ isTrial: true, adopts: false })).miscountedCount).toBe(3)
      expect((yield* checkLedger).found).toBe(3)
      expect((yield* correctLedger({ isTrial: false, adopts: false })).miscounted).toEqual(
        findings.miscounted,
      )
      expect((yield* checkLedger).found).toBe(0)
      expect(yield* held(partnerId)).toEqual(before)
    }),
  )

  it.effect("give the date of a validation to lists, whoever validates", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const account = yield* makeReporter
      const { partnerId } = account.reporter
      yield* reportSale(account, { externalOrderId: "one" })
      const dated = Effect.map(
        sql<{ readonly isDated: boolean }>`
          select validated_at is not distinct from coalesce((select at from ledger_journal
            where sale_id = sale.id and kind = 'validation'),
            case status when 'validated' then changed_at end) as "isDated"
          from sale where partner_id = ${partnerId}`,
        ([row]) => row?.isDated,
      )
      expect(yield* dated).toBe(true)
      // What is tried is the date: that somebody keeps a record is tried with the records.
      yield* sql`alter table sale disable trigger sale_changed_recorded`
      yield* sql`update sale set status = 'validated', changed_at = now() + interval '1 day'
        where partner_id = ${partnerId}`
      expect(yield* dated).toBe(true)
      yield* sql`update sale set status = 'cancelled' where partner_id = ${partnerId}`
      expect(yield* dated).toBe(true)
      yield* sql`alter table sale enable trigger sale_changed_recorded`
    }),
  )
})

describe("reports of one account at once", () => {
  it.effect("do not wait for each other's totals, and lose nothing", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const url = yield* migratedDatabaseUrl
        const session = PgConnection.make({ url: Redacted.make(url) })
        const opened = yield* Effect.forEach(Array.from({ length: 24 }), () => session)
        // The strand of a session is of its process number: four of different ones are enough.
        const byStrand = new Map<unknown, PgConnection.PgConnection>()
        for (const each of opened) {
          const { rows } = yield* each.query("select pg_backend_pid() % 16 as strand")
          byStrand.set((rows[0] as { readonly strand: number }).strand, each)
        }
        const sessions = [...byStrand.values()].slice(0, 4)
        const [first] = sessions
        if (first === undefined) return
        yield* first.query(`insert into partner (id, code, name, base_rate_bps, commission_bps, created_at)
          values ('p1', 'acme', 'Acme', 1000, 1500, now())`)
        yield* first.query(
          "insert into tracked_link (partner_id, code, created_at) values ('p1', 'SPRING27', now())",
        )
        for (const [index, each] of sessions.entries()) {
          yield* each.query("set lock_timeout = '5s'")
          yield* each.query("begin")
          yield* each.query(bookSales("p1", `session ${index}`))
        }
        for (const each of sessions) yield* each.query("commit")
        const counted = yield* first.query(
          "select sum(sales)::int as sales, count(distinct strand)::int as strands from account_sales",
        )
        expect(counted.rows).toEqual([{ sales: 24 * 4, strands: 4 }])
      }),
    ),
  )
})

/** The migrations that there were before totals. */
const earlier = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0015"))

it.effect(
  "the migration counts what old code has left, and goes on with what it leaves later",
  () =>
    Effect.gen(function* () {
      yield* migrate(earlier)
      const made = [
        `insert into partner (id, code, name, base_rate_bps, commission_bps, created_at)
       values ('p1', 'acme', 'Acme', 1000, 1500, now())`,
        `insert into tracked_link (partner_id, code, created_at) values ('p1', 'SPRING27', now())`,
        `insert into audit (at, actor, action, subject, details) values
         (now(), 'system', 'link.create', 'acme-SPRING27', '{"partner":"acme","code":"SPRING27"}'),
         (now(), 'system', 'partner.create', 'acme', '{}')`,
      ]
      const used = (number: number) => [
        bookSales("p1", "sale", 100 * number, 100 * number + 20),
        `insert into link_clicks (link_id, day, clicks) values (${linkOf("p1")}, ${number}, 3)`,
        `insert into subscription (id, quote_ref, link_id, stage, trip_sealed, language, created_at,
         changed_at)
       values ('sub_${number}', 'ref_${number}', ${linkOf("p1")}, 'paid', '\\x00', 'en', now(), now())`,
      ]
      yield* run([...made, ...used(1)])
      yield* migrate(migrations)
      const sql = yield* SqlClient.SqlClient
      expect(yield* miscountedTotals(sql, 10)).toEqual({ first: [], count: 0 })
      yield* run(used(2))
      expect(yield* miscountedTotals(sql, 10)).toEqual({ first: [], count: 0 })
      const listed =
        yield* sql`select partner_code as code, count(*)::int as entries from audit_account
      group by partner_code`
      expect(listed).toEqual([{ code: "acme", entries: 2 }])
      const undated = yield* sql`select id from sale
      where (status = 'validated') <> (validated_at is not null)`
      expect(undated).toEqual([])
    }).pipe(Effect.provide(layerEmptyDatabase)),
)
