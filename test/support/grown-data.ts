import * as PgConnection from "@effect/sql-pg/PgConnection"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { SqlError } from "effect/sql/SqlError"
import { closeStatement } from "../../rules/payouts/statement.ts"
import { statementText } from "../../rules/payouts/statement-record.ts"

/** How much a service holds. */
export interface GrownSizes {
  /** Accounts beside the one that is looked at; each has a link. */
  readonly partners: number
  /** Links of the account that is looked at, with clicks, subscriptions and lines of the audit. */
  readonly links: number
  /** Sales of that account; all others together have as many. */
  readonly sales: number
  /** Events of that account. */
  readonly events: number
}

/** One of so many accounts waits for a review. */
const partnersPerReview = 10
/** Beside the owner: as many as an account may have. */
const peopleOfAccount = 49
const keysOfAccount = 120
const daysOfUse = 400
const keptCalls = 500

/** A text of hexadecimal digits that is different for each number of a series. */
const digits = (seed: string): string => `md5('${seed}' || n)`

const series = (last: number): string => `generate_series(1, ${last}) n`

const account = (code: string): string => `(select id from partner where code = '${code}')`

const others = (partners: number): ReadonlyArray<string> => [
  `insert into partner (id, code, name, status, base_rate_bps, commission_bps, live_reads_limit,
     live_writes_limit, approved_at, created_at)
   select 'acc_' || ${digits("account")}, 'grown-' || n, 'Agency number ' || n,
     (array['created', 'approved', 'approved', 'suspended'])[1 + n % 4], 1000, 1500, 2000, 500,
     now(), now() - n * interval '1 hour'
   from ${series(partners)}`,
  `insert into tracked_link (partner_id, code, created_at)
   select id, substr(md5(code), 1, 16), created_at from partner where code like 'grown-%'`,
  `insert into review (partner_id, calls_monthly, sales_monthly, purpose, asked_by, asked_at)
   select id, 10000, 100, 'A comparison of travel insurance on the pages of our agency', 'system', created_at
   from partner where code like 'grown-%' and status = 'created' order by code
   limit ${Math.ceil(partners / partnersPerReview)}`,
]

const keys = (code: string): string => `
  insert into api_key (key_id, partner_id, mode, scopes, secret_sealed, revoked_at, created_at)
  select case when n % 3 = 0 then 'ak_live_' else 'ak_test_' end || ${digits("key")}, partner_id,
    case when n % 3 = 0 then 'live' else 'sandbox' end, scopes, secret_sealed,
    case when n % 2 = 0 then now() end, now() - n * interval '1 minute'
  from ${series(keysOfAccount)},
    (select * from api_key where partner_id = ${account(code)} order by created_at limit 1) model`

const links = (code: string, count: number): ReadonlyArray<string> => [
  `insert into tracked_link (partner_id, code, archived_at, created_at)
   select ${account(code)}, 'SHOP' || lpad(n::text, 7, '0'), case when n % 10 = 0 then now() end,
     now() - (${count} - n) * interval '1 minute'
   from ${series(count)}`,
  `insert into link_clicks (link_id, day, clicks)
   select id, 20000 + (id % 700)::int + day, 1 + id % 90
   from tracked_link, generate_series(1, 3) day where partner_id = ${account(code)}`,
  `insert into subscription (id, quote_ref, link_id, stage, trip_sealed, language, created_at,
     changed_at)
   select 'sub_' || md5(id::text), 'ref_' || md5(id::text), id,
     (array['quoting', 'quoting', 'paid', 'subscribed'])[1 + id % 4], '\\x00', 'en', now(), now()
   from tracked_link where partner_id = ${account(code)}`,
]

/** Lines of the audit, and whose they are, which the database finds out for each line by itself. */
const audit = (code: string): ReadonlyArray<string> => [
  `insert into audit (at, actor, action, subject, details)
   select created_at, 'system', 'link.create', '${code}-' || code,
     jsonb_build_object('partner', '${code}', 'code', code)
   from tracked_link where partner_id = ${account(code)}`,
  `insert into audit_account (partner_code, audit_id)
   select '${code}', id from audit where subject like '${code}-%'`,
]

/** Pending sales are young enough not to validate themselves while they are looked at. */
const sale = (name: string, count: number, from: string, link: string): string => `
  insert into sale (partner_id, mode, external_order_id, link_id, status, amount_minor,
    commission_minor, signed_at_seconds, currency, minor_units, fee_bps, base_rate_bps, uplift_bps,
    booked_at, changed_at)
  select partner_id, case when n % 10 = 0 then 'sandbox' else 'live' end, '${name}-' || n, link_id,
    (array['pending', 'validated', 'validated', 'cancelled'])[1 + n % 4], 10000 + n % 90000,
    1000 + n % 9000, 1800000000 + n, (array['EUR', 'EUR', 'EUR', 'USD'])[1 + n % 4], 2, 1000, 1000, 500,
    date_trunc('milliseconds', now() - ((${count} - n) * 700000.0 / ${count}) * interval '1 second'),
    date_trunc('milliseconds', now() - ((${count} - n) * 690000.0 / ${count}) * interval '1 second')
  from ${series(count)} cross join lateral (
    select partner_id, id as link_id from ${from} where ${link}
  ) link`

const sales = ({ links: linkCount, partners, sales: count }: GrownSizes) => [
  sale(
    "order",
    count,
    "tracked_link",
    `tracked_link.code = 'SHOP' || lpad((1 + n % ${linkCount})::text, 7, '0')`,
  ),
  sale(
    "other",
    count,
    "tracked_link",
    `tracked_link.code = substr(md5('grown-' || (1 + n % ${partners})), 1, 16)`,
  ),
]

/** What triggers would go through row by row: the ledger of the sales. */
const ledger = [
  `insert into ledger_journal (sale_id, kind, at)
   select id, 'booking', booked_at from sale where mode = 'live' order by id`,
  `insert into ledger_journal (sale_id, kind, at)
   select id, 'validation', changed_at from sale where mode = 'live' and status = 'validated' order by id`,
  `insert into ledger_entry (journal_id, partner_id, account, currency, amount_minor)
   select journal.id, partner_id, side.account, currency, side.sign * commission_minor
   from ledger_journal journal join sale on sale.id = sale_id
   cross join lateral (values
     (case kind when 'booking' then 'commission_expense' else 'pending' end, -1),
     (case kind when 'booking' then 'pending' else 'payable' end, 1)) side (account, sign)
   order by journal.id`,
]

const use = (code: string): ReadonlyArray<string> => [
  `insert into usage_day (key_id, day, endpoint, code, calls)
   select key_id, floor(extract(epoch from now()) / 86400)::int - n, endpoint, refusal, 100 + n
   from api_key, ${series(daysOfUse)}, unnest(array['quotes', 'links', 'bilan', 'sales']) endpoint,
     unnest(array['', 'BAD_DATES', 'RATE_LIMITED']) refusal
   where partner_id = ${account(code)} and revoked_at is null and n <= ${daysOfUse} / 4`,
  `insert into usage_turn (partner_id, mode, is_signed, calls)
   select ${account(code)}, mode, true, ${keptCalls} from unnest(array['sandbox', 'live']) mode
   on conflict do nothing`,
  `insert into usage_call (partner_id, mode, is_signed, place, key_id, request_id, at, duration_ms,
     endpoint, method, status, code, detail, number)
   select ${account(code)}, mode, true, 100000 + n, 'ak_test_grown', gen_random_uuid(),
     now() - n * interval '1 minute', 12, 'quotes', 'POST', 400, 'BAD_DATES',
     'trip.endDate: never before startDate', n
   from ${series(keptCalls)}, unnest(array['sandbox', 'live']) mode`,
  `insert into quota (key_id, reads_limit, writes_limit, burst_limit)
   select key_id, 200, 50, 60 from api_key where partner_id = ${account(code)}
   on conflict do nothing`,
]

const told = (code: string, count: number): ReadonlyArray<string> => [
  `insert into event_endpoint (id, partner_id, mode, url, types, secret_sealed, created_at, paused_at)
   select 'ep_' || md5(mode || n), ${account(code)}, mode,
     'https://partner.example/hooks/' || n, '{}',
     (select secret_sealed from api_key where partner_id = ${account(code)} limit 1), now(), now()
   from ${series(5)}, unnest(array['sandbox', 'live']) mode`,
  `insert into event (id, partner_id, mode, type, once_key, at, body)
   select 'evt_' || ${digits("event")}, ${account(code)},
     case when n % 2 = 0 then 'sandbox' else 'live' end, 'sale.validated', 'grown:' || n,
     now() - n * interval '1 second', jsonb_build_object('data', jsonb_build_object(
       'externalOrderId', 'order-' || n, 'ref', '${code}-SHOP0000001', 'status', 'validated',
       'amount', 110, 'commission', 10, 'currency', 'EUR', 'bookedAt', '2027-05-03T09:30:00.000Z',
       'validatedAt', '2027-05-17T09:30:00.000Z'))
   from ${series(count)}`,
  `insert into event_delivery (event_number, endpoint_id, state, told_at, settled_at, attempts)
   select number, endpoint.id, 'delivered', at, at, case when number % 10 = 0 then 20 else 2 end
   from event join event_endpoint endpoint using (partner_id, mode) where once_key like 'grown:%'`,
  `insert into event_attempt (delivery_id, number, at, duration_ms, outcome, status, answer)
   select id, attempt, told_at, 40, 'delivered', 200, repeat('answer ', 28)
   from event_delivery, generate_series(1, attempts) attempt`,
]

const statedMonths = 60

/** A statement whose number, month and currency are still to be put in. */
const statedText = (code: string): string =>
  statementText({
    version: 1,
    number: "NUMBER",
    partnerCode: code,
    partnerName: code,
    month: "MONTH",
    currency: "CURRENCY",
    minorUnits: 2,
    closedAtMs: 1_600_000_000_000,
    holdDays: 14,
    payOn: "2020-01-05",
    ...closeStatement({
      opening: { pendingMinor: 0n, carriedMinor: 0n },
      moved: [
        { kind: "validation", from: "pending", to: "payable", amountMinor: 10_000n, sales: 2 },
      ],
      returned: { amountMinor: 0n, sales: 0 },
      heldMinor: 0n,
      minimumMinor: 5_000n,
    }),
  })

/** Statements of five years in several currencies, each with its payout, long before the sales. */
const stated = (code: string): ReadonlyArray<string> => [
  `insert into statement (number, partner_id, month, currency, minor_units, pending_minor, due_minor,
     carried_minor, closed_at, record, hash)
   select number, ${account(code)}, month, currency, 2, 0, 10000, 0, now(),
     replace(replace(replace('${statedText(code)}', 'NUMBER', number), 'MONTH', month), 'CURRENCY',
       currency),
     sha256(number::bytea)
   from ${series(statedMonths)}, unnest(array['EUR', 'USD', 'GBP', 'CHF', 'SEK']) currency
   cross join lateral (
     select to_char(timestamp '2015-01-01' + n * interval '1 month', 'YYYY-MM') as month
   ) dated
   cross join lateral (
     select 'GROWN-' || dated.month || '-' || currency as number
   ) numbered order by n, currency`,
  `insert into payout (statement_id, partner_id, currency, minor_units, amount_minor, due_on)
   select id, partner_id, currency, 2, due_minor, '2020-01-05' from statement`,
]

const people = (code: string): ReadonlyArray<string> => [
  `insert into person (id, email, language, partner_id, role, created_at)
   select 'per_' || ${digits("person")}, 'person-' || n || '@partner.example', 'en', ${account(code)},
     'reader', now() from ${series(peopleOfAccount)}`,
]

/** Statements by whether triggers go with them: where not, they would go through each row by itself. */
const statements = (
  code: string,
  sizes: GrownSizes,
): ReadonlyArray<{ readonly text: string; readonly hasTriggers: boolean }> => {
  const [made = "", ...ofLinks] = links(code, sizes.links)
  const bare = (text: string) => ({ text, hasTriggers: false })
  return [
    // A new link tells every key of its account, one by one.
    ...[...others(sizes.partners), keys(code), made].map(bare),
    ...[...ofLinks, ...sales(sizes)].map((text) => ({ text, hasTriggers: true })),
    // An endpoint is sealed, a ledger balanced.
    ...[
      ...audit(code),
      ...ledger,
      ...use(code),
      ...told(code, sizes.events),
      ...people(code),
      ...stated(code),
    ].map(bare),
  ]
}

/**
 * Fills a migrated database with what customers of a grown service have; an account that has a key gets
 * most of it.
 */
export const grow = (
  databaseUrl: string,
  code: string,
  sizes: GrownSizes,
): Effect.Effect<void, SqlError> =>
  Effect.scoped(
    Effect.flatMap(PgConnection.make({ url: Redacted.make(databaseUrl) }), (session) =>
      Effect.forEach(
        [
          ...statements(code, sizes).flatMap(({ hasTriggers, text }) => [
            `set session_replication_role = ${hasTriggers ? "origin" : "replica"}`,
            text,
          ]),
          "vacuum analyze",
        ],
        (text) => session.query(text),
        { discard: true },
      ),
    ),
  )
