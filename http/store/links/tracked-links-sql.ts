import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { isLinkCode, trackedRef } from "../../../rules/links/link-code.ts"
import { recordAudit } from "../accounts/audit.ts"
import { partnerIdOf } from "../accounts/partner-id.ts"
import { databaseNow } from "../database/now.ts"
import { RandomBytes } from "../../platform/random-bytes.ts"
import { BadLinkCode, LinkExists, LinkNotFound } from "../../ports/link-errors.ts"
import { inLinkTransaction, orLinkStoreUnavailable } from "./failures.ts"
import { newLinkCode } from "../accounts/new-link-code.ts"
import type { FoundLink, TrackedLink } from "../../ports/tracked-links.ts"

interface LinkRow {
  readonly code: string
  readonly clicks: string | number
  readonly archivedAt: Date | null
  readonly createdAt: Date
}

const linkOf = (partnerCode: string, row: LinkRow): TrackedLink => ({
  code: row.code,
  ref: trackedRef({ partnerCode, linkCode: row.code }),
  clicks: Number(row.clicks),
  archived: row.archivedAt !== null,
  createdAt: row.createdAt.toISOString(),
})

const linkColumns = `
  code, archived_at as "archivedAt", created_at as "createdAt",
  (select coalesce(sum(clicks), 0)::bigint from link_clicks where link_id = id) as clicks`

/** The links of an account, the oldest first, archived ones included. */
export const linksOf = (
  sql: SqlClient.SqlClient,
  partner: { readonly id: string; readonly code: string },
): Effect.Effect<ReadonlyArray<TrackedLink>, SqlError> =>
  Effect.map(
    sql<LinkRow>`select ${sql.literal(linkColumns)}
      from tracked_link where partner_id = ${partner.id} order by tracked_link.id`,
    (rows) => rows.map((row) => linkOf(partner.code, row)),
  )

/** The service TrackedLinks over the database. */
export const makeTrackedLinks = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const random = yield* RandomBytes
  const now = sql.literal(databaseNow)
  const columns = sql.literal(linkColumns)

  const create = Effect.fn("TrackedLinks.create")(function* (wish: {
    readonly partnerCode: string
    readonly code?: string | undefined
  }) {
    const { partnerCode, code = newLinkCode(random) } = wish
    if (!isLinkCode(code)) return yield* new BadLinkCode({ code })
    const id = yield* partnerIdOf(sql, partnerCode, "for no key update")
    const [row] = yield* sql<LinkRow>`
      insert into tracked_link (partner_id, code, created_at) values (${id}, ${code}, ${now})
      on conflict (code) do nothing returning ${columns}`
    if (row === undefined) return yield* new LinkExists({ code })
    const link = linkOf(partnerCode, row)
    const details = { partner: partnerCode, code }
    yield* recordAudit(sql, { action: "link.create", subject: link.ref, details })
    return link
  }, inLinkTransaction(sql))

  const archive = Effect.fn("TrackedLinks.archive")(function* (link: {
    readonly partnerCode: string
    readonly code: string
  }) {
    const { code, partnerCode } = link
    const id = yield* partnerIdOf(sql, partnerCode, "for no key update")
    if (!isLinkCode(code)) return yield* new LinkNotFound({ code })
    const [row] = yield* sql<LinkRow & { readonly now: Date }>`
      select ${columns}, ${now} as now
      from tracked_link where partner_id = ${id} and code = ${code} for update`
    if (row === undefined) return yield* new LinkNotFound({ code })
    if (row.archivedAt !== null) return linkOf(partnerCode, row)
    yield* sql`update tracked_link set archived_at = ${row.now} where code = ${code}`
    const archived = linkOf(partnerCode, { ...row, archivedAt: row.now })
    const details = { partner: partnerCode, code }
    yield* recordAudit(sql, { action: "link.archive", subject: archived.ref, details })
    return archived
  }, inLinkTransaction(sql))

  const list = Effect.fn("TrackedLinks.list")(function* (partnerCode: string) {
    const id = yield* partnerIdOf(sql, partnerCode)
    return yield* linksOf(sql, { id, code: partnerCode })
  }, orLinkStoreUnavailable)

  const find = Effect.fn("TrackedLinks.find")(function* (code: string) {
    if (!isLinkCode(code)) return undefined
    const [row] = yield* sql<FoundLink>`
      select id, partner_id as "partnerId", archived_at is not null as archived
      from tracked_link where code = ${code}`
    return row
  }, orLinkStoreUnavailable)

  return { create, archive, list, find }
})
