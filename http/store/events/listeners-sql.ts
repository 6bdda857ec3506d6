import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import {
  isEventIdText,
  listenedAtOnceMax,
  listenedMax,
  listenerEndsAfterSeconds,
  listenersMax,
} from "../../../rules/events/event-policy.ts"
import { withDatabaseDeadline } from "../../platform/database-deadline.ts"
import { RandomBytes } from "../../platform/random-bytes.ts"
import { stopwatch } from "../../platform/stopwatch.ts"
import {
  EventListeners,
  type Listened,
  type ListenedEvent,
  type ListenerPoll,
  ListenerNotFound,
  TooManyListeners,
} from "../../ports/event-listeners.ts"
import { databaseNow } from "../database/client.ts"
import { inEventTransaction, orEventsUnavailable } from "./store.ts"

/** How polls wait: times in milliseconds. */
export interface ListenerPolicy {
  /** How long a poll waits for something to happen: less than proxies wait for an answer. */
  readonly waitMs: number
  /** How often the database is asked, once for all polls that wait. */
  readonly everyMs: number
}

/** Looks as often as deliveries do. */
export const listenerPolicy: ListenerPolicy = { waitMs: 25_000, everyMs: 250 }

/** Listeners in the database; a poll that waits holds no connection. */
export const layerEventListenersBy = (
  policy: ListenerPolicy,
): Layer.Layer<EventListeners, never, SqlClient.SqlClient | RandomBytes> =>
  Layer.effect(
    EventListeners,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const random = yield* RandomBytes
      const waiting = yield* makeWaiting(sql, policy)
      const { open, settle, take } = makeListenerRows(sql, random)

      const poll = Effect.fn("EventListeners.poll")(function* (asked: ListenerPoll) {
        const { listenerId: id } = asked
        if (id === undefined) return yield* open(asked)
        if (!isEventIdText(id)) return yield* new ListenerNotFound({ id })
        const settled = yield* settle(id, asked)
        const { isFull, poll: token } = settled
        if (asked.ends || settled.events.length > 0) {
          return { listenerId: id, events: settled.events, isFull }
        }
        const isStaying = yield* waiting.until({ listenerId: id, poll: token })
        return { listenerId: id, events: isStaying ? yield* take(id, token) : [], isFull }
      })
      return { poll, takeLeave: waiting.takeLeave }
    }),
  )

/** The same as usual. */
export const layerEventListeners = layerEventListenersBy(listenerPolicy)

/** Ends listeners that are not heard of, and forgets what waits for those that have ended. */
export const endListeners = (sql: SqlClient.SqlClient) =>
  Effect.andThen(
    // Of the machine's own time, which moving the clock of a rehearsal does not pass.
    sql`delete from event_listener
      where polled_at < clock_timestamp() - make_interval(secs => ${listenerEndsAfterSeconds}::float8)`,
    sql`delete from event_listening where not exists (
      select from event_listener where id = event_listening.listener_id)`,
  )

/** Bytes of the bodies in an answer; one event is told however long it is. */
const bytesMax = 262_144

/** How the id of a listener begins, which no endpoint's does. */
export const listenerIdStart = "el_"

/** Random bytes in the id of a listener. */
const idBytes = 12

/** A poll that waits. */
interface WaitingPoll {
  readonly listenerId: string
  /** Names the poll among those of its listener. */
  readonly poll: string
}

interface ListenedRow {
  readonly id: string
  readonly type: string
  readonly at: Date
  readonly body: string
}

const makeListenerRows = (sql: SqlClient.SqlClient, random: RandomBytes["Service"]) => {
  const now = sql.literal(databaseNow)

  const takeAll = (listenerId: string) =>
    Effect.map(
      sql<ListenedRow>`
        select event.id, type, at, body from event_listening join event on number = event_number
        where listener_id = ${listenerId} order by event_listening.id limit ${listenedAtOnceMax}`,
      withinBytes,
    )

  const open = Effect.fnUntraced(function* ({ partnerId }: ListenerPoll) {
    // One after the other, so that no two of them are the last that there is room for.
    yield* sql`select from partner where id = ${partnerId} for no key update`
    const held = yield* sql`select id from event_listener where partner_id = ${partnerId}
      and polled_at >= clock_timestamp() - make_interval(secs => ${listenerEndsAfterSeconds}::float8)`
    if (held.length >= listenersMax) return yield* new TooManyListeners()
    const listenerId = `${listenerIdStart}${Buffer.from(random.take(idBytes)).toString("hex")}`
    yield* sql`insert into event_listener (id, partner_id, poll, polled_at)
      values (${listenerId}, ${partnerId}, gen_random_uuid(), clock_timestamp())`
    const nothing: Listened = { listenerId, events: [], isFull: false }
    return nothing
  }, inEventTransaction(sql))

  const settle = Effect.fnUntraced(function* (
    listenerId: string,
    { ends, partnerId, settled }: ListenerPoll,
  ) {
    const [held] = yield* sql<{ readonly poll: string; readonly waiting: number }>`
      update event_listener set poll = gen_random_uuid(), polled_at = clock_timestamp()
      where id = ${listenerId} and partner_id = ${partnerId}
      returning poll::text, (select count(*)::int from (
        select from event_listening where listener_id = ${listenerId} limit ${listenedMax}) kept
      ) as waiting`
    if (held === undefined) return yield* new ListenerNotFound({ id: listenerId })
    const { poll, waiting } = held
    if (settled.length > 0) {
      yield* sql`
        with taken as (
          delete from event_listening using event
          where listener_id = ${listenerId} and number = event_number
            and event.id = any(${[...settled]}::text[])
          returning event_number
        )
        insert into event_listened (event_number, listener_id, settled_at)
        select event_number, ${listenerId}, ${now} from taken on conflict do nothing`
    }
    if (ends) {
      yield* sql`delete from event_listener where id = ${listenerId}`
      yield* sql`delete from event_listening where listener_id = ${listenerId}`
    }
    const events = ends ? [] : yield* takeAll(listenerId)
    return { poll, events, isFull: waiting >= listenedMax }
  }, inEventTransaction(sql))

  /** What there is for a poll; nothing where another one has come since, or the listener has ended. */
  const take = Effect.fnUntraced(function* (listenerId: string, poll: string) {
    const own = yield* sql`select from event_listener
      where id = ${listenerId} and poll = ${poll}::uuid for no key update`
    return own.length === 0 ? [] : yield* takeAll(listenerId)
  }, inEventTransaction(sql))

  return { open, settle, take }
}

/** The events that one answer takes. */
const withinBytes = (rows: ReadonlyArray<ListenedRow>): ReadonlyArray<ListenedEvent> => {
  let bytes = 0
  const fitting = rows.findIndex(({ body }, place) => {
    bytes += Buffer.byteLength(body)
    return bytes > bytesMax && place > 0
  })
  return (fitting === -1 ? rows : rows.slice(0, fitting)).map(({ at, body, id, type }) => ({
    id,
    type,
    at: at.toISOString(),
    body,
  }))
}

/** How long the database may take over a look. */
const lookTimeout = "5 seconds"

/** The polls of this process that wait: one statement looks for all of them. */
const makeWaiting = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { everyMs, waitMs }: ListenerPolicy,
) {
  interface Waiting extends WaitingPoll {
    readonly untilMs: number
    readonly goOn: () => void
  }
  const waiting = new Map<string, Waiting>()
  const someWait = Latch.makeUnsafe(false)
  const nowMs = yield* stopwatch
  let isLeaving = false

  const end = (one: Waiting): void => {
    if (waiting.get(one.listenerId) === one) waiting.delete(one.listenerId)
    if (waiting.size === 0) someWait.closeUnsafe()
    one.goOn()
  }

  const takeLeave = (): void => {
    isLeaving = true
    for (const one of waiting.values()) end(one)
  }

  /**
   * Waits until something may be told: false where the process takes its leave, so that nothing is asked of a
   * database that may go before it.
   */
  const until = (poll: WaitingPoll) =>
    Effect.callback<boolean>((resume) => {
      const goOn = (): void => resume(Effect.succeed(!isLeaving))
      if (isLeaving) return goOn()
      const before = waiting.get(poll.listenerId)
      waiting.set(poll.listenerId, { ...poll, untilMs: nowMs() + waitMs, goOn })
      before?.goOn()
      someWait.openUnsafe()
    })

  const changed = (polls: ReadonlyArray<Waiting>) =>
    orEventsUnavailable(
      withDatabaseDeadline(lookTimeout)(
        sql<{ readonly id: string }>`
          select asked.id from unnest(${polls.map(({ listenerId }) => listenerId)}::text[],
            ${polls.map(({ poll }) => poll)}::text[]) as asked (id, poll)
          left join event_listener listener on listener.id = asked.id
          where listener.poll::text is distinct from asked.poll
            or exists (select from event_listening where listener_id = asked.id)`,
      ),
    )

  const look = Effect.gen(function* () {
    const polls = [...waiting.values()]
    const found = new Set((yield* changed(polls)).map(({ id }) => id))
    for (const one of polls) if (found.has(one.listenerId)) end(one)
  })

  const endLate = Effect.sync(() => {
    for (const one of waiting.values()) if (one.untilMs <= nowMs()) end(one)
  })

  // A database that does not answer is told by the polls that come next.
  const round = someWait.await.pipe(Effect.andThen(Effect.ignore(look)), Effect.andThen(endLate))
  yield* Effect.forkScoped(Effect.repeat(round, Schedule.spaced(everyMs)))
  yield* Effect.addFinalizer(() => Effect.sync(takeLeave))
  return { until, takeLeave }
})
