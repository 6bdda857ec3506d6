import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import { withDatabaseDeadline } from "../../platform/database-deadline.ts"
import { utcDay } from "../../platform/utc-day.ts"
import type { Hindrance } from "../../ports/hindrance.ts"
import {
  type CheckedDay,
  type CheckedPart,
  checkedParts,
  type Findings,
  historyDays,
  slotMinutes,
  slotsADay,
} from "../../ports/status-history.ts"
import { cacheResult } from "./readiness.ts"

/**
 * What the service keeps of its own checks. What it finds while the database is away waits in the process
 * and is written once that answers.
 */
export const makeStatusHistory = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const marks = makeMarks()

  const note = Effect.fnUntraced(
    function* (findings: Findings) {
      const nowMs = yield* Clock.currentTimeMillis
      for (const part of checkedParts) {
        const isHeld = findings[part]
        if (isHeld !== undefined) marks.set(part, nowMs, !isHeld)
      }
      const written = marks.all()
      yield* bounded(keep(sql, written, utcDay(nowMs)))
      marks.forget(written)
    },
    (work) => Effect.ignore(work),
  )

  const read = Effect.gen(function* () {
    const today = utcDay(yield* Clock.currentTimeMillis)
    return yield* bounded(sql<CheckedDay>`
      select component as part, day::text, length(replace(checked::text, '0', '')) as checked,
        length(replace((checked & failed)::text, '0', '')) as failed
      from service_check
      where day > ${today}::date - ${historyDays}::int and day <= ${today}::date
      order by service_check.day, component`)
  })

  /** The days that were checked, the oldest first; undefined while they cannot be read. */
  const days: Effect.Effect<ReadonlyArray<CheckedDay> | undefined> = yield* cacheResult(
    Effect.catch(read, () => Effect.undefined),
    (found) => (found === undefined ? 1_000 : daysHoldMs),
  )
  return { note, days }
})

/** How each part beside signed calls is checked; undefined where nothing tells. */
export type PartChecks = Readonly<
  Record<Exclude<CheckedPart, "calls">, Effect.Effect<boolean | undefined>>
>

/** Checks each part once, and keeps what comes of it. */
export const checkParts = (
  { note }: Effect.Success<typeof makeStatusHistory>,
  readiness: Effect.Effect<Hindrance | undefined>,
  checks: PartChecks,
): Effect.Effect<void> =>
  Effect.gen(function* () {
    const hindrance = yield* readiness
    // A process that stops says nothing of the service.
    if (hindrance !== undefined && "process" in hindrance) return
    const found = yield* Effect.all(checks, { concurrency: 2 })
    const told = Object.entries(found).filter(([, isHeld]) => isHeld !== undefined)
    yield* note({ calls: hindrance === undefined, ...Object.fromEntries(told) })
  })

/** Does so every minute until the scope closes. */
export const checkRegularly = (...parts: Parameters<typeof checkParts>) =>
  Effect.forkScoped(Effect.repeat(checkParts(...parts), Schedule.spaced("1 minute")))

/** How long what is due to an endpoint may lie before events are late. */
const lateAfterMinutes = 5

/**
 * Whether events go out: false where one has been due for minutes to an endpoint that no process is at, twice in
 * a row, as one that its owner has just resumed is due at once. What a receiver does not take is its own.
 */
export const makeEventsCheck = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const longAgo = sql.literal(`now() - interval '${lateAfterMinutes} minutes'`)
  let wasLate = false
  const look = sql<{ readonly isLate: boolean }>`
    select exists (
      select from event_endpoint endpoint
      where removed_at is null and paused_at is null
        and (leased_until is null or leased_until <= now())
        and coalesce(served_at, created_at) <= ${longAgo}
        and (retry_at is null or retry_at <= ${longAgo})
        and exists (select from event_delivery where endpoint_id = endpoint.id and state = 'waiting'
          and told_at <= ${longAgo})
    ) as "isLate"`
  return Effect.match(bounded(look), {
    onSuccess: ([row]): boolean | undefined => {
      const isLate = row?.isLate === true
      const isHeld = !(isLate && wasLate)
      wasLate = isLate
      return isHeld
    },
    onFailure: () => undefined,
  })
})

const bounded = withDatabaseDeadline("5 seconds")

/** How long the days that were read are shown. */
const daysHoldMs = 60_000

/** The marks of a day: a text of zeros and ones, as a database writes bits. */
interface DayMarks {
  readonly part: CheckedPart
  readonly day: string
  readonly checked: string
  readonly failed: string
}

/** Marks that are not written yet, of two days of each part at most. */
const makeMarks = () => {
  let days: ReadonlyArray<DayMarks> = []
  return {
    set: (part: CheckedPart, atMs: number, isFailed: boolean): void => {
      const day = utcDay(atMs)
      const slot = Math.floor((atMs - Date.parse(day)) / (slotMinutes * 60_000))
      const before = days.find((one) => one.part === part && one.day === day) ?? {
        part,
        day,
        checked: noMarks,
        failed: noMarks,
      }
      const { checked, failed } = before
      const marked = {
        part,
        day,
        checked: withMark(checked, slot),
        failed: isFailed ? withMark(failed, slot) : failed,
      }
      const others = days.filter((one) => one.part !== part)
      const own = days.filter((one) => one.part === part && one !== before)
      days = [...others, ...[...own, marked].slice(-2)]
    },
    all: () => days,
    forget: (written: ReadonlyArray<DayMarks>): void => {
      days = days.filter((one) => !written.includes(one))
    },
  }
}

const noMarks = "0".repeat(slotsADay)

const withMark = (marks: string, slot: number): string =>
  `${marks.slice(0, slot)}1${marks.slice(slot + 1)}`

const keep = (sql: SqlClient.SqlClient, marks: ReadonlyArray<DayMarks>, today: string) =>
  Effect.andThen(
    sql`
      insert into service_check (day, component, checked, failed)
      select day::date, part, checked::bit(288), failed::bit(288)
      from unnest(${marks.map(({ part }) => part)}::text[], ${marks.map(({ day }) => day)}::text[], ${marks.map(({ checked }) => checked)}::text[],
        ${marks.map(({ failed }) => failed)}::text[]) as marked (part, day, checked, failed)
      on conflict (day, component) do update set checked = service_check.checked | excluded.checked,
        failed = service_check.failed | excluded.failed`,
    sql`delete from service_check where day <= ${today}::date - ${historyDays}::int`,
  )
