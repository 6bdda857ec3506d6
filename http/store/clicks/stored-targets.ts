import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { trackedRef } from "../../../rules/links/link-code.ts"
import { type BoundedSqlError, inTime } from "../../platform/in-time.ts"

/** How long the database may take: a traveller waits for it. */
const readTimeout = "1 second"

/** A link, and the subscription of it that an address names. */
export interface StoredTarget {
  /** The ref of the link: `<partner_code>-<code>`. */
  readonly ref: string
  /** Null when the address names none, or none of this link. */
  readonly quote: StoredQuote | null
}

/** A subscription, and the offers that links were made for. */
export interface StoredQuote {
  readonly quoteRef: string
  readonly language: string
  readonly offerIds: ReadonlyArray<number>
}

interface Row {
  readonly partnerCode: string
  readonly language: string | null
  readonly offerIds: ReadonlyArray<number> | null
}

/** Reads the link of a code, archived or not, and its subscription; undefined for an unknown code. */
export const readStoredTarget = (
  sql: SqlClient.SqlClient,
  code: string,
  quoteRef: string | null,
): Effect.Effect<StoredTarget | undefined, BoundedSqlError> =>
  sql<Row>`
    select partner.code as "partnerCode",
      subscription.language, subscription.offer_ids as "offerIds"
    from tracked_link link
    join partner on partner.id = link.partner_id
    left join subscription
      on subscription.link_id = link.id and subscription.quote_ref = ${quoteRef}
    where link.code = ${code}`.pipe(
    inTime(readTimeout),
    Effect.map(([row]) => {
      if (row === undefined) return undefined
      const { language, offerIds, partnerCode } = row
      const ref = trackedRef({ partnerCode, linkCode: code })
      const quote =
        quoteRef === null || language === null
          ? null
          : { quoteRef, language, offerIds: offerIds ?? [] }
      return { ref, quote }
    }),
  )
