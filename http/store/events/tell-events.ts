import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { KeyMode } from "../../../rules/accounts/partner.ts"
import type { EventType } from "../../../rules/events/event-types.ts"

/** Something that happened to an account, to be told to its endpoints. */
export interface EventToTell {
  readonly partnerId: string
  readonly mode: KeyMode
  readonly type: EventType
  /** Names what happened, so that it is told once. */
  readonly once: string
  /** What receivers read, without personal data of travellers. */
  readonly data: Readonly<Record<string, unknown>>
}

/**
 * Puts events into the outbox: called inside the transaction of what they tell, so that both are
 * written or neither is.
 */
export const tellEvents = (
  sql: SqlClient.SqlClient,
  events: ReadonlyArray<EventToTell>,
): Effect.Effect<void, SqlError> =>
  events.length === 0
    ? Effect.void
    : Effect.asVoid(
        sql.unsafe(
          `select tell_event(partner_id, mode, type, once, data)
           from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
             as told (partner_id, mode, type, once, data)`,
          [
            events.map(({ partnerId }) => partnerId),
            events.map(({ mode }) => mode),
            events.map(({ type }) => type),
            events.map(({ once }) => once),
            events.map(({ data }) => JSON.stringify(data)),
          ],
        ),
      )
