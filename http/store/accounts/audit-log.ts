import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import {
  Actor,
  type AuditedAct,
  type AuditEntry,
  AuditLog,
  type AuditQuery,
} from "../../ports/audit-log.ts"
import { orUnavailable, partnerIdOf } from "./store.ts"
import { databaseNow } from "../database/client.ts"

/** Appends to the audit; called inside the transaction of what it records. */
export const recordAudit = (
  sql: SqlClient.SqlClient,
  entry: AuditEntry,
): Effect.Effect<void, SqlError> =>
  Effect.gen(function* () {
    const actor = yield* Actor
    const details = JSON.stringify(entry.details)
    yield* sql`insert into audit (at, actor, action, subject, details)
      values (${sql.literal(databaseNow)}, ${actor}, ${entry.action}, ${entry.subject}, ${details}::text::jsonb)`
  })

/** Who an actor is to people: the address of a person that there still is, else what the audit says. */
export const actorName = (column: string): string => `
  coalesce((select email from person where person.id = substring(${column} from '^person: (.+)$')),
    ${column})`

interface Row extends Omit<AuditedAct, "at"> {
  readonly id: bigint
  readonly at: Date
}

/** What the subject is to people: the address of a person that there still is, else what the audit says. */
const subjectName = `
  coalesce(case when action like 'person.%' then (
    select email from person where person.id = subject) end, subject)`

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
    when 'payee' then details->>'partner'
    when 'payout' then details->>'partner'
  end`

const makeAuditLog = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const owner = sql.literal(ownerCode)

  const read = Effect.fn("AuditLog.read")(function* (query: AuditQuery) {
    const { action, before, limit, partnerCode, since, subject } = query
    const sinceSeconds = since === undefined ? undefined : Date.parse(since) / 1000
    if (partnerCode !== undefined) yield* partnerIdOf(sql, partnerCode)
    // What is about an account is listed by account: in the order of the entries, whatever their subjects.
    const source =
      partnerCode === undefined
        ? sql`audit`
        : sql`audit_account join audit on audit.id = audit_id and partner_code = ${partnerCode}`
    const number = sql.literal(partnerCode === undefined ? "audit.id" : "audit_id")
    const conditions = [
      ...(before === undefined ? [] : [sql`${number} < ${before}`]),
      ...(subject === undefined ? [] : [sql`subject = ${subject}`]),
      ...(action === undefined ? [] : [sql`action = ${action}`]),
      ...(sinceSeconds === undefined ? [] : [sql`at >= to_timestamp(${sinceSeconds}::float8)`]),
    ]
    const rows = yield* sql<Row>`
      select audit.id, at, actor, ${sql.literal(actorName("actor"))} as "actorName", action, subject, ${sql.literal(subjectName)} as "subjectName", ${owner} as partner, details
      from ${source} where ${sql.and(conditions)} order by ${number} desc limit ${limit + 1}`
    const page = rows.slice(0, limit)
    return {
      entries: page.map(
        ({ action: did, actor, actorName, at, details, partner, subject: of, ...names }) => ({
          at: at.toISOString(),
          actor,
          actorName,
          action: did,
          subject: of,
          subjectName: names.subjectName,
          partner,
          details,
        }),
      ),
      next: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    }
  }, orUnavailable)

  return { read }
})

/** The audit in the database. */
export const layerAuditLog: Layer.Layer<AuditLog, never, SqlClient.SqlClient> = Layer.effect(
  AuditLog,
  makeAuditLog,
)
