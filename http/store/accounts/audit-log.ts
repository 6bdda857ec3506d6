import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { type AuditedAct, AuditLog, type AuditQuery } from "../../ports/audit-log.ts"
import { partnerIdOf } from "./partner-id.ts"
import { orUnavailable } from "./transaction.ts"

interface Row extends Omit<AuditedAct, "at"> {
  readonly at: Date
}

/** The first part of an action says what its subject is; the ref of a link may look like a code. */
const ownerCode = `
  case split_part(action, '.', 1)
    when 'partner' then subject
    when 'key' then (select code from partner where id =
      (select partner_id from api_key where key_id = subject))
    when 'link' then (select code from partner where id =
      (select partner_id from tracked_link where tracked_link.code = substring(subject, '[^-]+$')))
    when 'subscription' then (select partner.code from subscription
      join tracked_link on tracked_link.id = link_id
      join partner on partner.id = partner_id where subscription.id = subject)
    when 'endpoint' then (select code from partner where id =
      (select partner_id from event_endpoint where event_endpoint.id = subject))
    when 'person' then details->>'partner'
    when 'sale' then details->>'partner'
  end`

/**
 * Every subject that an account can have entries under (subscriptions are made without one), so that
 * the index on subjects finds them.
 */
const subjectsOf = (sql: SqlClient.SqlClient, code: string, id: string) => sql`
  array(
    select ${code}::text
    union all select key_id from api_key where partner_id = ${id}
    union all select ${code}::text || '-' || code from tracked_link where partner_id = ${id}
    union all select subscription.id from subscription
      join tracked_link on tracked_link.id = link_id
      where partner_id = ${id} and stage <> 'quoting'
    union all select id from event_endpoint where partner_id = ${id}
  )`

const makeAuditLog = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const owner = sql.literal(ownerCode)

  const ofPartner = Effect.fnUntraced(function* (code: string) {
    const subjects = subjectsOf(sql, code, yield* partnerIdOf(sql, code))
    return sql`((subject = any(${subjects}) and (${owner}) = ${code})
      or (action like 'person.%' and details->>'partner' = ${code})
      or (action = 'sale.correct' and details->>'partner' = ${code})
      or (action = 'sale.adopt' and details->>'partner' = ${code}))`
  })

  const read = Effect.fn("AuditLog.read")(function* (query: AuditQuery) {
    const { action, limit, partnerCode, since, subject } = query
    const sinceSeconds = since === undefined ? undefined : Date.parse(since) / 1000
    const conditions = [
      ...(partnerCode === undefined ? [] : [yield* ofPartner(partnerCode)]),
      ...(subject === undefined ? [] : [sql`subject = ${subject}`]),
      ...(action === undefined ? [] : [sql`action = ${action}`]),
      ...(sinceSeconds === undefined ? [] : [sql`at >= to_timestamp(${sinceSeconds}::float8)`]),
    ]
    const rows = yield* sql<Row>`
      select at, actor, action, subject, ${owner} as partner, details
      from audit where ${sql.and(conditions)} order by audit.id desc limit ${limit + 1}`
    return {
      entries: rows.slice(0, limit).map((row) => ({ ...row, at: row.at.toISOString() })),
      more: rows.length > limit,
    }
  }, orUnavailable)

  return { read }
})

/** The audit in the database. */
export const layerAuditLog: Layer.Layer<AuditLog, never, SqlClient.SqlClient> = Layer.effect(
  AuditLog,
  makeAuditLog,
)
