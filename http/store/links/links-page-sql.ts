import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { isLinkCode, trackedRef } from "../../../rules/links/link-code.ts"
import type { LinksQuery, TrackedLink } from "../../ports/tracked-links.ts"

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
export const linkOf = (partnerCode: string, row: LinkRow): TrackedLink => ({
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
