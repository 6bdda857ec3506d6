import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { withDatabaseDeadline } from "../../platform/database-deadline.ts"
import type {
  ClaimedEndpoint,
  ClaimWish,
  DueDelivery,
  EventDeliveries,
  SettledAttempt,
} from "../../ports/event-deliveries.ts"
import { EventStoreUnavailable } from "../../ports/events.ts"
import { databaseNow } from "../database/client.ts"
import { endListeners } from "./listeners-sql.ts"
import { inEventTransaction, openEndpointSecrets, orEventsUnavailable } from "./store.ts"
import type { Envelope } from "../secrets/envelope.ts"
import {
  eventsKeptDays,
  failingToldSeconds,
  giveUpAfterMs,
  secretEndingSeconds,
} from "../../../rules/events/event-policy.ts"

/** How long the database may take over a step of a delivery. */
const stepTimeout = "5 seconds"

/**
 * How long a process has an endpoint to itself after it last said so: longer than an attempt and the
 * steps around it. One that is killed keeps its endpoints waiting as long as that.
 */
const leaseSeconds = 30

const lease = `now() + interval '${leaseSeconds} seconds'`

/**
 * Moments further ahead than any is ever set count as passed: a clock that was wrong and is set back
 * keeps nobody waiting.
 */
const hasPassed = (column: string, most: string): string =>
  `(${column} is null or ${column} <= now() or ${column} > now() + interval '${most}')`

/** Whether more than pings may be sent. */
const isDue = `(paused_at is null and ${hasPassed("retry_at", "1 day")})`

const waits = (further: string): string => `
  exists (select from event_delivery where endpoint_id = endpoint.id and state = 'waiting' ${further})`

/** Endpoints for which something is due and which no process is at; those that wait longest first. */
const dueEndpoints = (isFailing: boolean, limit: string): string => `
  (select endpoint.id from event_endpoint endpoint
   where removed_at is null and failures ${isFailing ? "> 0" : "= 0"} and id <> all($3::text[])
     and ${hasPassed("leased_until", "5 minutes")}
     and (${waits("and is_ping")} or (${isDue} and ${waits("")}))
   order by served_at nulls first, id limit ${limit} for no key update skip locked)`

const claimStatement = `
  with sound as materialized ${dueEndpoints(false, "$1")},
    failing as materialized ${dueEndpoints(true, "$2")}
  update event_endpoint set lease = gen_random_uuid(), leased_until = ${lease}
  where id in (select id from sound union all select id from failing)
  returning id as "endpointId", lease::text, failures > 0 as "isFailing"`

const nextStatement = `
  with held as (
    update event_endpoint set leased_until = ${lease}
    where id = $1 and lease = $2::uuid and removed_at is null
    returning id, url, failures, secret_sealed, case when previous_valid_until > now()
      then previous_secret_sealed end as previous_sealed,
      ${isDue} as is_due
  )
  select delivery.id::text as "deliveryId", event.id as "eventId", is_ping as "isPing", body, url,
    failures, secret_sealed as "secretSealed", previous_sealed as "previousSealed"
  from held cross join lateral (
    select id, event_number, is_ping from event_delivery
    where endpoint_id = held.id and state = 'waiting' and (is_due or is_ping)
    order by is_ping desc, id limit 1
  ) delivery join event on event.number = event_number`

interface DueRow extends Omit<DueDelivery, "secrets"> {
  readonly secretSealed: Uint8Array
  readonly previousSealed: Uint8Array | null
}

/** The queue in the database: rows that processes take with leases, one endpoint at a time. */
export const makeEventDeliveries = (
  sql: SqlClient.SqlClient,
  envelope: Envelope["Service"],
): EventDeliveries["Service"] => {
  const now = sql.literal(databaseNow)

  const claim = ({ except, failing, sound }: ClaimWish) =>
    orEventsUnavailable(
      withDatabaseDeadline(stepTimeout)(
        sql.unsafe<ClaimedEndpoint>(claimStatement, [sound, failing, [...except]]),
      ),
    )

  const next = Effect.fnUntraced(function* ({ endpointId, lease }: ClaimedEndpoint) {
    const [row] = yield* orEventsUnavailable(
      withDatabaseDeadline(stepTimeout)(sql.unsafe<DueRow>(nextStatement, [endpointId, lease])),
    )
    if (row === undefined) return undefined
    const { previousSealed, secretSealed, ...due } = row
    const secrets = yield* Effect.mapError(
      Effect.fromResult(
        openEndpointSecrets({ endpointId, previousSealed, secretSealed }, envelope),
      ),
      (cause) => new EventStoreUnavailable({ cause }),
    )
    return { ...due, secrets }
  })

  /** How the endpoint does after an attempt; false where its lease is another's. */
  const tellEndpoint = (
    { endpointId, lease }: ClaimedEndpoint,
    { isPing }: DueDelivery,
    { outcome, retryInMs }: SettledAttempt,
  ) => {
    const held = sql`id = ${endpointId} and lease = ${lease}::uuid`
    const tried = sql`tried_at = ${now}, last_outcome = ${outcome}`
    if (retryInMs === null) {
      return sql`update event_endpoint set ${tried}, failures = 0, failing_since = null,
          retry_at = null where ${held} returning id`
    }
    // A ping that fails tries the endpoint and says nothing of when the others are due.
    if (isPing) return sql`update event_endpoint set ${tried} where ${held} returning id`
    return sql`update event_endpoint set ${tried}, failures = failures + 1,
        failing_since = coalesce(failing_since, ${now}),
        retry_at = now() + make_interval(secs => ${retryInMs / 1000}::float8)
      where ${held} returning id`
  }

  /** What has waited as long as the endpoint has failed, if that is long enough. */
  const giveUp = (endpointId: string) => sql`
    update event_delivery delivery set state = 'given_up', settled_at = ${now}
    from event_endpoint endpoint
    where endpoint.id = ${endpointId} and delivery.endpoint_id = endpoint.id
      and delivery.state = 'waiting' and greatest(delivery.told_at, endpoint.failing_since)
        <= now() - make_interval(secs => ${giveUpAfterMs / 1000}::float8)`

  const settleAll = Effect.fnUntraced(function* (
    claimed: ClaimedEndpoint,
    due: DueDelivery,
    attempt: SettledAttempt,
  ) {
    const { answer, durationMs, outcome, retryInMs, status } = attempt
    const held = yield* tellEndpoint(claimed, due, attempt)
    if (held.length === 0) return false
    const failedState = due.isPing ? "given_up" : "waiting"
    const state = retryInMs === null ? "delivered" : failedState
    const counted = yield* sql`
      with told as (
        update event_delivery set attempts = attempts + 1, state = ${state}::text,
          settled_at = case when ${state}::text <> 'waiting' then ${now} end
        where id = ${due.deliveryId}::bigint and state = 'waiting' returning id, attempts
      )
      insert into event_attempt (delivery_id, number, at, duration_ms, outcome, status, answer)
      select id, attempts, ${now}, ${durationMs}::int, ${outcome}, ${status}::smallint, ${answer}
      from told returning number`
    if (counted.length > 0 && state === "waiting") yield* giveUp(claimed.endpointId)
    return true
  }, inEventTransaction(sql))

  const settle: EventDeliveries["Service"]["settle"] = (claimed, due, attempt) =>
    orEventsUnavailable(withDatabaseDeadline(stepTimeout)(settleAll(claimed, due, attempt)))

  const release = ({ endpointId, lease }: ClaimedEndpoint) =>
    orEventsUnavailable(
      withDatabaseDeadline(stepTimeout)(
        Effect.asVoid(sql`
          update event_endpoint set lease = null, leased_until = null, served_at = ${now}
          where id = ${endpointId} and lease = ${lease}::uuid`),
      ),
    )

  return { claim, next, settle, release, upkeep: makeUpkeep(sql) }
}

/** Events that are forgotten at once, so that no statement is long. */
const forgottenMost = 1_000

/** How long a round may take. */
const roundTimeout = "20 seconds"

/** What time alone brings about: what ends soon or fails is announced, old events forgotten. */
const makeUpkeep = (sql: SqlClient.SqlClient) => {
  const tellEndings = sql`
    select tell_event(partner_id, mode, 'key.secret_ending',
      format('key:%s:%s', key_id, extract(epoch from previous_valid_until)),
      format('{"keyId":"%s","previousValidUntil":"%s"}', key_id, to_char(
        previous_valid_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
    from api_key where revoked_at is null and previous_valid_until > now()
      and previous_valid_until <= now() + make_interval(secs => ${secretEndingSeconds}::float8)`

  const tellFailing = sql`
    select tell_event(partner_id, mode, 'endpoint.failing',
      format('failing:%s:%s', id, extract(epoch from failing_since)),
      format('{"endpointId":"%s","failingSince":"%s"}', id, to_char(
        failing_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
    from event_endpoint where removed_at is null
      and failing_since <= now() - make_interval(secs => ${failingToldSeconds}::float8)`

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
    withDatabaseDeadline(roundTimeout)(
      Effect.all([tellEndings, tellFailing, giveUpPaused, endListeners(sql), forget], {
        discard: true,
      }),
    ),
  )
}
