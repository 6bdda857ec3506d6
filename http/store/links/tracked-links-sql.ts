import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { isLinkCode } from "../../../rules/links/link-code.ts"
import { recordAudit } from "../accounts/audit-log.ts"
import { partnerIdOf } from "../accounts/store.ts"
import { databaseNow } from "../database/now.ts"
import { RandomBytes } from "../../platform/random-bytes.ts"
import { BadLinkCode, LinkExists, LinkNotFound } from "../../ports/link-errors.ts"
import { inLinkTransaction, orLinkStoreUnavailable } from "./failures.ts"
import { newLinkCode } from "../accounts/new-link-code.ts"
import type { FoundLink, LinksQuery } from "../../ports/tracked-links.ts"
import { linkColumns, linkOf, type LinkRow, linksPage } from "./links-page-sql.ts"

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
    const rows = yield* sql<LinkRow>`select ${columns}
      from tracked_link where partner_id = ${id} order by tracked_link.id`
    return rows.map((row) => linkOf(partnerCode, row))
  }, orLinkStoreUnavailable)

  const page = Effect.fn("TrackedLinks.page")(function* (partnerCode: string, query: LinksQuery) {
    const id = yield* partnerIdOf(sql, partnerCode)
    const { isLater, next, rows } = yield* linksPage<LinkRow>(sql, id, query, linkColumns)
    return { links: rows.map((row) => linkOf(partnerCode, row)), next, isLater }
  }, orLinkStoreUnavailable)

  const get = Effect.fn("TrackedLinks.get")(function* (partnerCode: string, code: string) {
    const id = yield* partnerIdOf(sql, partnerCode)
    if (!isLinkCode(code)) return undefined
    const [row] = yield* sql<LinkRow>`select ${columns}
      from tracked_link where partner_id = ${id} and code = ${code}`
    return row === undefined ? undefined : linkOf(partnerCode, row)
  }, orLinkStoreUnavailable)

  const usual = Effect.fn("TrackedLinks.usual")(function* (partnerCode: string) {
    const id = yield* partnerIdOf(sql, partnerCode)
    const [row] = yield* sql<LinkRow>`select ${columns}
      from tracked_link where partner_id = ${id} and archived_at is null
      order by tracked_link.id limit 1`
    return row === undefined ? undefined : linkOf(partnerCode, row)
  }, orLinkStoreUnavailable)

  const find = Effect.fn("TrackedLinks.find")(function* (code: string) {
    if (!isLinkCode(code)) return undefined
    const [row] = yield* sql<FoundLink>`
      select id, partner_id as "partnerId", archived_at is not null as archived
      from tracked_link where code = ${code}`
    return row
  }, orLinkStoreUnavailable)

  return { create, archive, list, page, get, usual, find }
})
