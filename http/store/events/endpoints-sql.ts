import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as SqlClient from "effect/sql/SqlClient"
import type { KeyMode } from "../../../rules/accounts/partner.ts"
import {
  endpointsMax,
  eventOverlapSeconds,
  examplesAMinute,
  type EventType,
  isEventIdText,
  listenedMax,
  listenerEndsAfterSeconds,
} from "../../../rules/events/event-policy.ts"
import { exampleBody } from "../../../rules/events/event-examples.ts"
import type { RandomBytes } from "../../platform/random-bytes.ts"
import type { EventAddresses } from "../../ports/event-deliveries.ts"
import {
  type AttemptOutcome,
  type EndpointChange,
  EndpointNotFound,
  EndpointRefused,
  type EndpointWish,
  type EventEndpoint,
  type EventOwner,
  ExampleRefused,
  EventStoreUnavailable,
} from "../../ports/events.ts"
import { listenerIdStart } from "./listeners-sql.ts"
import { recordAudit } from "../accounts/audit-log.ts"
import { partnerIdOf } from "../accounts/store.ts"
import { databaseNow } from "../database/client.ts"
import type { Envelope } from "../secrets/envelope.ts"
import {
  inEventTransaction,
  newEndpointSecret,
  openEndpointSecrets,
  orEventsUnavailable,
} from "./store.ts"

/** What endpoints are made with. */
export interface EndpointParts {
  readonly sql: SqlClient.SqlClient
  readonly envelope: Envelope["Service"]
  readonly random: RandomBytes["Service"]
  readonly addresses: EventAddresses["Service"]
}

interface EndpointRow {
  readonly endpointId: string
  readonly mode: KeyMode
  readonly url: string
  readonly types: ReadonlyArray<string>
  readonly createdAt: Date
  readonly previousValidUntil: Date | null
  readonly waiting: number
  readonly failures: number
  readonly failingSince: Date | null
  readonly retryAt: Date | null
  readonly pausedAt: Date | null
  readonly triedAt: Date | null
  readonly lastOutcome: AttemptOutcome | null
}

const endpointOf = (row: EndpointRow): EventEndpoint => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  previousValidUntil: row.previousValidUntil?.toISOString() ?? null,
  failingSince: row.failingSince?.toISOString() ?? null,
  retryAt: row.retryAt?.toISOString() ?? null,
  pausedAt: row.pausedAt?.toISOString() ?? null,
  triedAt: row.triedAt?.toISOString() ?? null,
})

/** Random bytes in the id of an endpoint. */
const idBytes = 12

/** The endpoints of accounts in the database. */
export const makeEndpoints = ({ addresses, envelope, random, sql }: EndpointParts) => {
  const now = sql.literal(databaseNow)
  // Of the machine's own time, as listeners are ended.
  const isHeard = sql.literal(
    `polled_at >= clock_timestamp() - interval '${listenerEndsAfterSeconds} seconds'`,
  )

  const listOf = Effect.fnUntraced(function* ({ mode, partnerCode }: EventOwner) {
    const partnerId = yield* partnerIdOf(sql, partnerCode)
    const rows = yield* sql<EndpointRow>`
      select id as "endpointId", mode, url, types, created_at as "createdAt",
        case when previous_valid_until > now() then previous_valid_until end as "previousValidUntil",
        (select count(*)::int from event_delivery
         where endpoint_id = event_endpoint.id and state = 'waiting') as waiting,
        failures, failing_since as "failingSince", retry_at as "retryAt",
        paused_at as "pausedAt", tried_at as "triedAt", last_outcome as "lastOutcome"
      from event_endpoint where partner_id = ${partnerId} and removed_at is null
        and (${mode}::text is null or mode = ${mode}) order by created_at, id`
    return rows.map(endpointOf)
  })

  interface HeldRow {
    readonly endpointId: string
    readonly secretSealed: Uint8Array
    readonly previousSealed: null
    readonly mode: KeyMode
    readonly heldPrevious: Uint8Array | null
    readonly previousUntil: Date | null
    readonly now: Date
    readonly types: ReadonlyArray<string>
    readonly isPaused: boolean
  }

  const isAskable = (endpointId: string) =>
    isEventIdText(endpointId) ? Effect.void : Effect.fail(new EndpointNotFound({ id: endpointId }))

  /** An endpoint that is there, held until the transaction ends. */
  const hold = Effect.fnUntraced(function* (owner: EventOwner, endpointId: string) {
    yield* isAskable(endpointId)
    const partnerId = yield* partnerIdOf(sql, owner.partnerCode)
    const [row] = yield* sql<HeldRow>`
      select id as "endpointId", mode, secret_sealed as "secretSealed", null as "previousSealed", ${now} as now,
        types, paused_at is not null as "isPaused",
        case when previous_valid_until > now() then previous_secret_sealed end as "heldPrevious",
        case when previous_valid_until > now() then previous_valid_until end as "previousUntil"
      from event_endpoint where id = ${endpointId} and partner_id = ${partnerId}
        and (${owner.mode}::text is null or mode = ${owner.mode}) and removed_at is null
      for no key update`
    return row ?? (yield* new EndpointNotFound({ id: endpointId }))
  })

  const renew = Effect.fnUntraced(function* (
    owner: EventOwner,
    endpointId: string,
    isAgain: boolean,
  ) {
    const row = yield* hold(owner, endpointId)
    const opened = openEndpointSecrets(row, envelope)
    if (Result.isFailure(opened)) return yield* new EventStoreUnavailable({ cause: opened.failure })
    const [before] = opened.success
    const secret = newEndpointSecret(random)
    const sealed = envelope.seal({ endpointId, slot: "event" }, secret)
    const { heldPrevious, previousUntil } = row
    const isKept = isAgain && heldPrevious !== null && previousUntil !== null
    const [previous, until] = isKept
      ? [heldPrevious, previousUntil]
      : [
          before === undefined
            ? null
            : envelope.seal({ endpointId, slot: "event previous" }, before),
          new Date(row.now.getTime() + eventOverlapSeconds * 1000),
        ]
    yield* sql`update event_endpoint set secret_sealed = ${sealed},
      previous_secret_sealed = ${previous}, previous_valid_until = ${until} where id = ${endpointId}`
    const previousValidUntil = until.toISOString()
    const details = { partner: owner.partnerCode, previousValidUntil }
    yield* recordAudit(sql, { action: "endpoint.rotate", subject: endpointId, details })
    return { endpointId, secret, previousValidUntil }
  })

  const rotate = Effect.fn("Events.rotate")(
    (owner: EventOwner, endpointId: string, again?: "again") =>
      inEventTransaction(sql)(renew(owner, endpointId, again !== undefined)),
  )

  /** Changes an endpoint that is there; what is left out stays. */
  const change = Effect.fnUntraced(function* (
    owner: EventOwner,
    endpointId: string,
    { paused, types }: EndpointChange,
  ) {
    const before = yield* hold(owner, endpointId)
    if (types !== undefined) {
      yield* sql`update event_endpoint set types = ${[...types]}::text[] where id = ${endpointId}`
    }
    if (paused !== undefined) {
      yield* sql`update event_endpoint
        set paused_at = case when ${paused}::boolean then coalesce(paused_at, ${now}) end
        where id = ${endpointId}`
    }
    const from = {
      ...(types === undefined ? {} : { types: before.types }),
      ...(paused === undefined ? {} : { paused: before.isPaused }),
    }
    const details = { partner: owner.partnerCode, from, types, paused }
    yield* recordAudit(sql, { action: "endpoint.update", subject: endpointId, details })
  })

  const update = Effect.fn("Events.update")(function* (
    owner: EventOwner,
    endpointId: string,
    wish: EndpointChange,
  ) {
    yield* change(owner, endpointId, wish)
    const all = yield* listOf(owner)
    return (
      all.find((endpoint) => endpoint.endpointId === endpointId) ??
      (yield* new EndpointNotFound({ id: endpointId }))
    )
  }, inEventTransaction(sql))

  const create = Effect.fn("Events.create")(
    function* (wish: EndpointWish) {
      yield* addresses.check(wish.url)
      const partnerId = yield* partnerIdOf(sql, wish.partnerCode, "for no key update")
      const held = yield* sql<{ readonly id: string; readonly url: string }>`
      select id, url from event_endpoint
      where partner_id = ${partnerId} and mode = ${wish.mode} and removed_at is null
      order by created_at, id`
      const same = wish.isOncePerAddress ? held.find(({ url }) => url === wish.url) : undefined
      if (same !== undefined) {
        const { types } = wish
        yield* change(wish, same.id, { types })
        return { ...(yield* renew(wish, same.id, true)), created: false }
      }
      if (held.length >= endpointsMax) return yield* new EndpointRefused({ reason: "too_many" })
      const endpointId = `we_${Buffer.from(random.take(idBytes)).toString("hex")}`
      const secret = newEndpointSecret(random)
      const sealed = envelope.seal({ endpointId, slot: "event" }, secret)
      yield* sql`insert into event_endpoint (id, partner_id, mode, url, types, secret_sealed, created_at)
      values (${endpointId}, ${partnerId}, ${wish.mode}, ${wish.url}, ${[...wish.types]}::text[],
        ${sealed}, ${now})`
      const details = { partner: wish.partnerCode, mode: wish.mode, types: wish.types }
      yield* recordAudit(sql, { action: "endpoint.create", subject: endpointId, details })
      return { endpointId, secret, previousValidUntil: null, created: true }
    },
    (work) =>
      // One that is removed by somebody else in this very moment.
      Effect.catchTag(work, "EndpointNotFound", (cause) =>
        Effect.fail(new EventStoreUnavailable({ cause })),
      ),
    inEventTransaction(sql),
  )

  const remove = Effect.fn("Events.remove")(function* (owner: EventOwner, endpointId: string) {
    yield* isAskable(endpointId)
    const partnerId = yield* partnerIdOf(sql, owner.partnerCode)
    const gone = yield* sql`select id from event_endpoint where id = ${endpointId}
      and partner_id = ${partnerId} and removed_at is not null
      and (${owner.mode}::text is null or mode = ${owner.mode})`
    if (gone.length > 0) return
    yield* hold(owner, endpointId)
    yield* sql`update event_endpoint set removed_at = ${now} where id = ${endpointId}`
    yield* sql`update event_delivery set state = 'given_up', settled_at = ${now}
      where endpoint_id = ${endpointId} and state = 'waiting'`
    const details = { partner: owner.partnerCode }
    yield* recordAudit(sql, { action: "endpoint.remove", subject: endpointId, details })
  }, inEventTransaction(sql))

  const endpoints = Effect.fn("Events.endpoints")((owner: EventOwner) =>
    orEventsUnavailable(listOf(owner)),
  )

  const ping = Effect.fn("Events.ping")(function* (owner: EventOwner, endpointId: string) {
    yield* hold(owner, endpointId)
    const [told] = yield* sql<{ readonly id: string }>`
      with named as (
        select 'evt_' || replace(gen_random_uuid()::text, '-', '') as event_id, endpoint.*
        from event_endpoint endpoint where id = ${endpointId}
      ), told as (
        insert into event (id, partner_id, mode, type, at, body)
        select event_id, partner_id, mode, 'ping', ${now},
          '{"id":"' || event_id || '","type":"ping","mode":"' || mode || '","timestamp":"'
          || to_char(${now} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
          || '","data":{"endpointId":"' || id || '"}}'
        from named returning number, id, at
      ), sent as (
        insert into event_delivery (event_number, endpoint_id, is_ping, told_at)
        select number, ${endpointId}, true, at from told
      )
      select id from told`
    return told?.id ?? ""
  }, inEventTransaction(sql))

  const listeners = Effect.fn("Events.listeners")(function* ({ mode, partnerCode }: EventOwner) {
    if (mode === "live") return []
    const partnerId = yield* partnerIdOf(sql, partnerCode)
    const rows = yield* sql<{
      readonly listenerId: string
      readonly heardAt: Date
      readonly waiting: number
    }>`
      select id as "listenerId", polled_at as "heardAt", (
        select count(*)::int from event_listening where listener_id = event_listener.id) as waiting
      from event_listener where partner_id = ${partnerId} and ${isHeard} order by id`
    return rows.map((row) => ({ ...row, heardAt: row.heardAt.toISOString() }))
  }, orEventsUnavailable)

  /** A listener of the account that is heard of and has room, held until the transaction ends. */
  const holdListener = Effect.fnUntraced(function* (owner: EventOwner, id: string) {
    yield* isAskable(id)
    const partnerId = yield* partnerIdOf(sql, owner.partnerCode)
    const [row] = yield* sql<{
      readonly mode: KeyMode
      readonly now: Date
      readonly waiting: number
    }>`
      select 'sandbox' as mode, ${now} as now, (
        select count(*)::int from event_listening where listener_id = event_listener.id) as waiting
      from event_listener where id = ${id} and partner_id = ${partnerId} and ${isHeard}
      for no key update`
    if (row === undefined) return yield* new EndpointNotFound({ id })
    if (row.waiting >= listenedMax) return yield* new ExampleRefused({ reason: "often" })
    return row
  })

  const sendExample = Effect.fn("Events.sendExample")(function* (
    owner: EventOwner,
    receiverId: string,
    type: EventType,
  ) {
    const isListener = receiverId.startsWith(listenerIdStart)
    // Examples are counted by account, whichever receiver they go to.
    const partnerId = yield* partnerIdOf(sql, owner.partnerCode, "for no key update")
    const { mode, now: at } = yield* (isListener ? holdListener : hold)(owner, receiverId)
    if (owner.mode === "live" || mode === "live")
      return yield* new ExampleRefused({ reason: "live" })
    const [sent] = yield* sql<{ readonly count: number }>`
      select count(*)::int as count from (
        select once_key from event
        where partner_id = ${partnerId} and mode = ${mode} and at > ${at}::timestamptz - interval '1 minute'
        order by number desc limit 1000
      ) recent where starts_with(once_key, 'example:')`
    if ((sent?.count ?? 0) >= examplesAMinute) return yield* new ExampleRefused({ reason: "often" })
    const id = `evt_${Buffer.from(random.take(16)).toString("hex")}`
    const body = exampleBody(type, { id, mode, at: at.toISOString() })
    yield* sql`
      with told as (
        insert into event (id, partner_id, mode, type, once_key, at, body)
        values (${id}, ${partnerId}, ${mode}, ${type}, ${`example:${id}`}, ${at}, ${body})
        returning number
      )
      ${
        isListener
          ? sql`insert into event_listening (listener_id, event_number)
              select ${receiverId}, number from told`
          : sql`insert into event_delivery (event_number, endpoint_id, is_ping, told_at)
              select number, ${receiverId}, true, ${at} from told`
      }`
    return id
  }, inEventTransaction(sql))

  return { create, update, rotate, remove, endpoints, listeners, ping, sendExample }
}
