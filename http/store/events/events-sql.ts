import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { KeyMode } from "../../../rules/accounts/partner.ts"
import { isEventIdText } from "../../../rules/events/event-policy.ts"
import {
  type EventDelivery,
  type EventListening,
  EventNotFound,
  type EventOwner,
  type EventsPage,
  type EventsQuery,
} from "../../ports/events.ts"
import { partnerIdOf } from "../accounts/store.ts"
import { databaseNow } from "../database/client.ts"
import { inEventTransaction, orEventsUnavailable } from "./store.ts"

interface EventRow {
  readonly number: string
  readonly id: string
  readonly type: string
  readonly mode: KeyMode
  readonly at: Date
  readonly body: string
  /** Whether older events follow. */
  readonly isFollowed: boolean
  readonly deliveries: ReadonlyArray<EventDelivery>
  readonly listened: ReadonlyArray<EventListening>
}

/** Attempts that are listed of a delivery: its last ones. */
const attemptsListed = 20

/** Deliveries that are listed of an event: its last ones, as somebody may have it sent again and again. */
const deliveriesListed = 10

/** Deliveries and attempts on a page: it ends before an event that would bring more, unless it is the first. */
const linesMax = 300

const instantOf = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const attempts = `coalesce((
  select json_agg(json_build_object('at', ${instantOf("at")}, 'durationMs', duration_ms,
    'outcome', outcome, 'status', status, 'answer', answer) order by last.number)
  from (select * from event_attempt where delivery_id = delivery.id
    order by event_attempt.number desc limit ${attemptsListed}) last), '[]'::json)`

const deliveries = `coalesce((
  select json_agg(json_build_object('endpointId', endpoint_id, 'state', state,
    'settledAt', ${instantOf("settled_at")}, 'attempts', ${attempts}) order by delivery.id)
  from (select * from event_delivery where event_number = event.number
    order by event_delivery.id desc limit ${deliveriesListed}) delivery), '[]'::json)`

const listened = `coalesce((
  select json_agg(json_build_object('listenerId', listener_id, 'settledAt', ${instantOf("settled_at")})
    order by settled_at nulls last, listener_id)
  from (
    select listener_id, settled_at from event_listened where event_number = event.number
    union all
    select listener_id, null from event_listening where event_number = event.number
    limit ${deliveriesListed}
  ) listener), '[]'::json)`

/** Deliveries and attempts that are listed of an event. */
const lines = `(
  select coalesce(sum(1 + least(attempts, ${attemptsListed})), 0)
  from (select attempts from event_delivery where event_number = chosen.number
    order by event_delivery.id desc limit ${deliveriesListed}) delivery)`

const nothingFound: EventsPage = { events: [], next: null }

/** What accounts were told, and telling it again. */
export const makeToldEvents = (sql: SqlClient.SqlClient) => {
  const now = sql.literal(databaseNow)

  const list = Effect.fn("Events.list")(function* (query: EventsQuery) {
    const { before, id, limit, mode, partnerCode } = query
    const partnerId = yield* partnerIdOf(sql, partnerCode)
    if (id !== undefined && !isEventIdText(id)) return nothingFound
    // Modes are read apart, in the order of their index, and conditions that do not apply are left out.
    const chosen = (of: KeyMode) => sql`(
      select event.number from event
      where partner_id = ${partnerId} and mode = ${of}
        ${id === undefined ? sql`` : sql`and id = ${id}`}
        ${before === undefined ? sql`` : sql`and event.number < ${before}::bigint`}
      order by event.number desc limit ${limit + 1})`
    const numbers =
      mode === null ? sql`${chosen("sandbox")} union all ${chosen("live")}` : chosen(mode)
    const rows = yield* sql<EventRow>`
      with chosen as (
        select chosen.number, row_number() over last_first as place,
          sum(${sql.literal(lines)}) over last_first as lines
        from (${numbers}) chosen
        window last_first as (order by chosen.number desc)
      ), page as (
        select number, place < (select count(*) from chosen) as is_followed from chosen
        where place <= ${limit} and (place = 1 or lines <= ${linesMax})
      )
      select event.number::text, id, type, mode, at, body, is_followed as "isFollowed",
        ${sql.literal(deliveries)} as deliveries, ${sql.literal(listened)} as listened
      from page join event on event.number = page.number
      order by event.number desc`
    const last = rows.at(-1)
    return {
      events: rows.map(
        ({ at, body, deliveries: to, id: eventId, listened: by, mode: of, type }) => ({
          id: eventId,
          type,
          mode: of,
          at: at.toISOString(),
          body,
          deliveries: to,
          listened: by,
        }),
      ),
      next: last?.isFollowed === true ? last.number : null,
    }
  }, orEventsUnavailable)

  const resend = Effect.fn("Events.resend")(function* (owner: EventOwner, eventId: string) {
    const partnerId = yield* partnerIdOf(sql, owner.partnerCode)
    if (!isEventIdText(eventId)) return yield* new EventNotFound({ id: eventId })
    const found = yield* sql<{
      readonly endpointId: string
      readonly number: string
      readonly isPing: boolean
    }>`
      select distinct endpoint.id as "endpointId", event.number::text, is_ping as "isPing"
      from event join event_delivery on event_number = event.number
      join event_endpoint endpoint on endpoint.id = endpoint_id
      where event.id = ${eventId} and event.partner_id = ${partnerId} and removed_at is null
        and (${owner.mode}::text is null or event.mode = ${owner.mode})`
    const told = found.filter(({ isPing }) => !isPing)
    const number = told[0]?.number
    if (number === undefined) {
      const ping = found.length > 0 ? ({ isPing: true } as const) : {}
      return yield* new EventNotFound({ id: eventId, ...ping })
    }
    const endpointIds = told.map(({ endpointId }) => endpointId)
    yield* sql`update event_endpoint set retry_at = null where id = any(${endpointIds}::text[])`
    yield* sql`insert into event_delivery (event_number, endpoint_id, told_at)
      select ${number}::bigint, id, ${now} from event_endpoint
      where id = any(${endpointIds}::text[]) and not exists (
        select from event_delivery where event_number = ${number}::bigint
          and endpoint_id = event_endpoint.id and state = 'waiting')
      order by event_endpoint.id`
    return endpointIds.length
  }, inEventTransaction(sql))

  return { list, resend }
}
