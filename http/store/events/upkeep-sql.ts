import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { eventsKeptDays, secretEndingSeconds } from "../../../rules/events/event-policy.ts"
import { inTime } from "../../platform/in-time.ts"
import { orEventsUnavailable } from "./store.ts"

/** Events that are forgotten at once, so that no statement is long. */
const forgottenMost = 1_000

/** How long a round may take. */
const roundTimeout = "20 seconds"

/** What time alone brings about: secrets that end soon are told of, old events forgotten. */
export const makeUpkeep = (sql: SqlClient.SqlClient) => {
  const tellEndings = sql`
    select tell_event(partner_id, mode, 'key.secret_ending',
      format('key:%s:%s', key_id, extract(epoch from previous_valid_until)),
      format('{"keyId":"%s","previousValidUntil":"%s"}', key_id, to_char(
        previous_valid_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
    from api_key where revoked_at is null and previous_valid_until > now()
      and previous_valid_until <= now() + make_interval(secs => ${secretEndingSeconds}::float8)`

  /** Nothing waits for ever for an endpoint that is paused. */
  const giveUpPaused = sql`
    update event_delivery delivery set state = 'given_up', settled_at = now()
    from event_endpoint endpoint where endpoint.id = endpoint_id and paused_at is not null
      and state = 'waiting' and told_at < now() - make_interval(days => ${eventsKeptDays}::int)`

  const forget = sql`
    delete from event where number in (
      select number from event
      where at < now() - make_interval(days => ${eventsKeptDays}::int) and not exists (
        select from event_delivery where event_number = event.number and state = 'waiting')
      order by at limit ${forgottenMost}) `

  return orEventsUnavailable(
    inTime(roundTimeout)(Effect.all([tellEndings, giveUpPaused, forget], { discard: true })),
  )
}
