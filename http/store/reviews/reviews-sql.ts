import type { KeyId } from "../../../rules/accounts/key-text.ts"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { PartnerCode } from "../../../rules/accounts/partner.ts"
import { Actor } from "../../ports/audit-log.ts"
import { OneTime } from "../../ports/people.ts"
import { type Declaration, type Review, type ReviewOutcome, Reviews } from "../../ports/reviews.ts"
import { recordAudit } from "../accounts/audit-log.ts"
import { inTransaction, orUnavailable, partnerIdOf } from "../accounts/store.ts"
import { databaseNow } from "../database/client.ts"

interface ReviewRow {
  readonly partnerCode: PartnerCode
  readonly callsMonthly: string | number
  readonly salesMonthly: string | number
  readonly purpose: string
  readonly askedBy: string
  readonly askedAt: Date
  readonly outcome: ReviewOutcome | null
  readonly settledAt: Date | null
  readonly reason: string | null
}

const reviewOf = (row: ReviewRow): Review => ({
  ...row,
  callsMonthly: Number(row.callsMonthly),
  salesMonthly: Number(row.salesMonthly),
  askedAt: row.askedAt.toISOString(),
  settledAt: row.settledAt?.toISOString() ?? null,
})

const makeReviews = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const now = sql.literal(databaseNow)
  const columns = sql.literal(`
    (select code from partner where partner.id = partner_id) as "partnerCode",
    calls_monthly as "callsMonthly", sales_monthly as "salesMonthly", purpose,
    asked_by as "askedBy", asked_at as "askedAt", outcome, settled_at as "settledAt", reason`)

  const ask = Effect.fn("Reviews.ask")(function* (partnerCode: PartnerCode, declared: Declaration) {
    const id = yield* partnerIdOf(sql, partnerCode)
    const actor = yield* Actor
    const { callsMonthly, purpose, salesMonthly } = declared
    const [row] = yield* sql<ReviewRow>`
      insert into review as held
        (partner_id, calls_monthly, sales_monthly, purpose, asked_by, asked_at)
      values (${id}, ${callsMonthly}, ${salesMonthly}, ${purpose}, ${actor}, ${now})
      on conflict (partner_id) where outcome is null do update set
        calls_monthly = ${callsMonthly}, sales_monthly = ${salesMonthly}, purpose = ${purpose},
        asked_by = ${actor}
      where (held.calls_monthly, held.sales_monthly, held.purpose)
        is distinct from (${callsMonthly}::bigint, ${salesMonthly}::bigint, ${purpose}::text)
      returning ${columns}`
    if (row === undefined) {
      const [held] = yield* sql<ReviewRow>`
        select ${columns} from review where partner_id = ${id} and outcome is null`
      return reviewOf(held as ReviewRow)
    }
    const details = { callsMonthly, salesMonthly, purpose }
    yield* recordAudit(sql, { action: "partner.review", subject: partnerCode, details })
    return reviewOf(row)
  }, inTransaction(sql))

  const decline = Effect.fn("Reviews.decline")(function* (
    partnerCode: PartnerCode,
    reason: string,
  ) {
    const id = yield* partnerIdOf(sql, partnerCode)
    const [row] = yield* sql<ReviewRow>`
      update review set outcome = 'declined', settled_at = ${now}, reason = ${reason}
      where partner_id = ${id} and outcome is null returning ${columns}`
    if (row === undefined) return undefined
    yield* recordAudit(sql, {
      action: "partner.decline",
      subject: partnerCode,
      details: { reason },
    })
    return reviewOf(row)
  }, inTransaction(sql))

  const latest = Effect.fn("Reviews.latest")(function* (partnerCode: PartnerCode) {
    const id = yield* partnerIdOf(sql, partnerCode)
    const [row] = yield* sql<ReviewRow>`
      select ${columns} from review where partner_id = ${id} order by id desc limit 1`
    return row === undefined ? undefined : reviewOf(row)
  }, orUnavailable)

  const waiting = Effect.fn("Reviews.waiting")(function* (limit: number) {
    const rows = yield* sql<ReviewRow>`
      select ${columns} from review where outcome is null order by asked_at, id limit ${limit}`
    return rows.map(reviewOf)
  }, orUnavailable)

  const waitingCount = Effect.fn("Reviews.waitingCount")(function* (most: number) {
    const [row] = yield* sql<{ readonly count: number }>`
      select count(*)::int as count
      from (select from review where outcome is null limit ${most}) counted`
    return row?.count ?? 0
  }, orUnavailable)

  return { ask, decline, latest, waiting, waitingCount }
})

/** Reviews in the database. */
export const layerReviews: Layer.Layer<Reviews, never, SqlClient.SqlClient> = Layer.effect(
  Reviews,
  makeReviews,
)

const makeOneTime = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const now = sql.literal(databaseNow)

  const spend = Effect.fn("OneTime.spend")(function* (personId: string, form: string) {
    yield* sql`delete from spent_form where at < ${now} - interval '1 day'`
    const rows = yield* sql`
      insert into spent_form (person_id, form, at) values (${personId}, ${form}, ${now})
      on conflict do nothing returning form`
    return rows.length > 0
  }, orUnavailable)

  const hand = Effect.fn("OneTime.hand")(function* (personId: string, keyId: KeyId) {
    yield* sql`
      insert into secret_handover (person_id, key_id, until)
      values (${personId}, ${keyId}, ${now} + interval '10 minutes')
      on conflict (person_id) do update set key_id = excluded.key_id, until = excluded.until`
  }, orUnavailable)

  const take = Effect.fn("OneTime.take")(function* (personId: string, keyId?: KeyId) {
    const [row] = yield* sql<{ readonly keyId: KeyId; readonly holds: boolean }>`
      delete from secret_handover
      where person_id = ${personId} and key_id = coalesce(${keyId ?? null}, key_id)
      returning key_id as "keyId", until > ${now} as holds`
    return row?.holds === true ? row.keyId : undefined
  }, orUnavailable)

  return { spend, hand, take }
})

/** What people may do or see once, in the database, so that all processes agree. */
export const layerOneTime: Layer.Layer<OneTime, never, SqlClient.SqlClient> = Layer.effect(
  OneTime,
  makeOneTime,
)
