import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { PartnerCode } from "../../../rules/accounts/partner.ts"
import { RandomBytes } from "../../platform/random-bytes.ts"
import { BadLinkCode, LinkExists, LinkNotFound } from "../../ports/link-errors.ts"
import type { FoundLink, LinksQuery, TrackedLink } from "../../ports/tracked-links.ts"
import { recordAudit } from "../accounts/audit-log.ts"
import { newLinkCode } from "../accounts/keys-sql.ts"
import { partnerIdOf } from "../accounts/store.ts"
import { databaseNow } from "../database/client.ts"
import { inLinkTransaction, orLinkStoreUnavailable } from "./store.ts"
import { isLinkCode, trackedRef } from "../../../rules/links/link-code.ts"

/** The service TrackedLinks over the database. */
export const makeTrackedLinks = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const random = yield* RandomBytes
  const now = sql.literal(databaseNow)
  const columns = sql.literal(linkColumns)

  const create = Effect.fn("TrackedLinks.create")(function* (wish: {
    readonly partnerCode: PartnerCode
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
    readonly partnerCode: PartnerCode
    readonly code: string
  }) {
    const { code, partnerCode } = link
    const id = yield* partnerIdOf(sql, partnerCode, "for no key update")
    if (!isLinkCode(code)) return yield* new LinkNotFound({ code })
    const [row] = yield* sql<LinkRow & { readonly now: Date }>`
      select ${columns}, ${now} as now
      from tracked_link where partner_id = ${id} and code = ${code}`
    if (row === undefined) return yield* new LinkNotFound({ code })
    if (row.archivedAt !== null) return linkOf(partnerCode, row)
    yield* sql`update tracked_link set archived_at = ${row.now} where code = ${code}`
    const archived = linkOf(partnerCode, { ...row, archivedAt: row.now })
    const details = { partner: partnerCode, code }
    yield* recordAudit(sql, { action: "link.archive", subject: archived.ref, details })
    return archived
  }, inLinkTransaction(sql))

  const list = Effect.fn("TrackedLinks.list")(function* (partnerCode: PartnerCode) {
    const id = yield* partnerIdOf(sql, partnerCode)
    const rows = yield* sql<LinkRow>`select ${columns}
      from tracked_link where partner_id = ${id} order by tracked_link.id`
    return rows.map((row) => linkOf(partnerCode, row))
  }, orLinkStoreUnavailable)

  const page = Effect.fn("TrackedLinks.page")(function* (
    partnerCode: PartnerCode,
    query: LinksQuery,
  ) {
    const id = yield* partnerIdOf(sql, partnerCode)
    const { isLater, next, rows } = yield* linksPage<LinkRow>(sql, id, query, linkColumns)
    return { links: rows.map((row) => linkOf(partnerCode, row)), next, isLater }
  }, orLinkStoreUnavailable)

  const get = Effect.fn("TrackedLinks.get")(function* (partnerCode: PartnerCode, code: string) {
    const id = yield* partnerIdOf(sql, partnerCode)
    if (!isLinkCode(code)) return undefined
    const [row] = yield* sql<LinkRow>`select ${columns}
      from tracked_link where partner_id = ${id} and code = ${code}`
    return row === undefined ? undefined : linkOf(partnerCode, row)
  }, orLinkStoreUnavailable)

  const usual = Effect.fn("TrackedLinks.usual")(function* (partnerCode: PartnerCode) {
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

/**
 * A page of the links of an account with what `columns` selects of each, by one query: the newest
 * first, or in the order of their codes where they are searched.
 */
export const linksPage = Effect.fnUntraced(function* <Row extends LinkRow>(
  sql: SqlClient.SqlClient,
  partnerId: string,
  { after, isUsedOnly, limit, search }: LinksQuery,
  columns: string,
): Effect.fn.Return<
  { readonly rows: ReadonlyArray<Row>; readonly next: string | null; readonly isLater: boolean },
  SqlError
> {
  const place = yield* placeOf(sql, partnerId, after)
  const code = sql.literal(`(lower(tracked_link.code) collate "C")`)
  // Left out where they do not apply: the plan for any values would read on from the beginning.
  const conditions = [
    sql`tracked_link.partner_id = ${partnerId}`,
    ...(isUsedOnly ? [sql`tracked_link.archived_at is null`] : []),
    ...(search === ""
      ? place === undefined
        ? []
        : [sql`tracked_link.id < ${place.id}`]
      : [
          sql`${code} >= ${search} and ${code} < ${search + behindCodes}`,
          ...(place === undefined
            ? []
            : [sql`(${code}, tracked_link.id) > (${place.code.toLowerCase()}, ${place.id})`]),
        ]),
  ]
  const order = search === "" ? sql`tracked_link.id desc` : sql`${code}, tracked_link.id`
  const rows = yield* sql<Row>`
    select ${sql.literal(columns)}
    from (
      select tracked_link.id from tracked_link where ${sql.and(conditions)}
      order by ${order} limit ${limit + 1}
    ) chosen join tracked_link on tracked_link.id = chosen.id
    order by ${order}`
  const page = rows.slice(0, limit)
  return {
    rows: page,
    next: rows.length > limit ? (page.at(-1)?.code ?? null) : null,
    isLater: place !== undefined,
  }
})

/** What is read of a link, for {@link linkOf}. */
export interface LinkRow {
  readonly code: string
  readonly clicks: string | number
  readonly archivedAt: Date | null
  readonly createdAt: Date
}

/** What a query selects of `tracked_link` for {@link LinkRow}. */
export const linkColumns = `
  tracked_link.code, tracked_link.archived_at as "archivedAt", tracked_link.created_at as "createdAt",
  (select coalesce(sum(count), 0)::bigint from link_count
   where link_id = tracked_link.id and what = 'clicks') as clicks`

/** The link that a row is of. */
export const linkOf = (partnerCode: PartnerCode, row: LinkRow): TrackedLink => ({
  code: row.code,
  ref: trackedRef({ partnerCode, linkCode: row.code }),
  clicks: Number(row.clicks),
  archived: row.archivedAt !== null,
  createdAt: row.createdAt.toISOString(),
})

interface Place {
  readonly id: bigint
  readonly code: string
}

/** Where the page before ended; a code that is none of the account's begins anew. */
const placeOf = (sql: SqlClient.SqlClient, partnerId: string, after: string | null) =>
  after === null || !isLinkCode(after)
    ? Effect.undefined
    : Effect.map(
        sql<Place>`select id, code from tracked_link
          where code = ${after} and partner_id = ${partnerId}`,
        ([row]) => row,
      )

/** Behind every letter and digit that a code may go on with. */
const behindCodes = "{"
