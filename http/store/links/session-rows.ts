import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { KeyMode } from "../../../rules/accounts/partner.ts"
import { databaseNow } from "../database/now.ts"
import { SubscriptionRefused } from "../../ports/link-errors.ts"

/** Which session: only its nonce is kept, so nothing stored can be sent back as a session. */
export interface SessionName {
  readonly partnerId: string
  readonly mode: KeyMode
  readonly nonce: string
}

/** The tracked link that a session credits. */
export interface CreditedLink {
  readonly id: bigint
  readonly code: string
}

/** What has become of a session, held against its other calls until the transaction ends. */
export interface SessionRow {
  readonly subscriptionId: string
  /** The attribution of its first link; null in the sandbox. */
  readonly link: CreditedLink | null
  /** The sealed trip of a session of the sandbox. */
  readonly rehearsedTripSealed: Uint8Array | null
}

interface Row {
  readonly subscriptionId: string
  readonly linkId: bigint | null
  readonly code: string | null
  readonly rehearsedTripSealed: Uint8Array | null
}

/** The rows of sessions, for use inside a transaction. */
export const makeSessionRows = (sql: SqlClient.SqlClient) => {
  const now = sql.literal(databaseNow)
  const isNamed = ({ mode, nonce, partnerId }: SessionName) =>
    sql`partner_id = ${partnerId} and mode = ${mode} and nonce = ${nonce}`

  /** Writes a session's first row; false when there is one. Waits for a call that writes it now. */
  const claim = (
    { mode, nonce, partnerId }: SessionName,
    first: { readonly subscriptionId: string; readonly linkId: bigint | null },
  ) =>
    Effect.map(
      sql`
        insert into link_session (partner_id, mode, nonce, link_id, subscription_id, created_at)
        values (${partnerId}, ${mode}, ${nonce}, ${first.linkId}, ${first.subscriptionId},
          ${now})
        on conflict do nothing returning nonce`,
      (rows) => rows.length > 0,
    )

  /** The row of a session that is there, held until the transaction ends. */
  const hold = (session: SessionName) =>
    Effect.flatMap(
      sql<Row>`
        select subscription_id as "subscriptionId", link_id as "linkId",
          (select code from tracked_link where id = link_id) as code,
          rehearsed_trip_sealed as "rehearsedTripSealed"
        from link_session where ${isNamed(session)} for update`,
      ([row]): Effect.Effect<SessionRow, SubscriptionRefused> => {
        if (row === undefined) {
          return Effect.fail(new SubscriptionRefused({ cause: "The session is gone." }))
        }
        const { code, linkId, rehearsedTripSealed, subscriptionId } = row
        const link = linkId === null || code === null ? null : { id: linkId, code }
        return Effect.succeed({ subscriptionId, link, rehearsedTripSealed })
      },
    )

  /** Lets a session follow another subscription. */
  const follow = (session: SessionName, subscriptionId: string) => sql`
    update link_session set subscription_id = ${subscriptionId} where ${isNamed(session)}`

  /** Keeps the sealed trip of a session of the sandbox. */
  const rehearse = (session: SessionName, tripSealed: Uint8Array) => sql`
    update link_session set rehearsed_trip_sealed = ${tripSealed} where ${isNamed(session)}`

  return { claim, hold, follow, rehearse }
}

/** The rows of sessions in a database. */
export type SessionRows = ReturnType<typeof makeSessionRows>
