import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import { withDatabaseDeadline } from "../../platform/database-deadline.ts"
import { utcDay } from "../../platform/utc-day.ts"
import type { Hindrance } from "../../ports/hindrance.ts"
import { type CheckedDay, historyDays, slotMinutes, slotsADay } from "../../ports/status-history.ts"
import { cacheResult } from "./readiness.ts"

/**
 * What the service keeps of its own checks. What it finds while the database is away waits in the process
 * and is written once that answers.
 */
export const makeStatusHistory = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const marks = makeMarks()

  const note = Effect.fnUntraced(
    function* (hindrance: Hindrance | undefined) {
      // A process that stops says nothing of the service.
      if (hindrance !== undefined && "process" in hindrance) return
      const nowMs = yield* Clock.currentTimeMillis
      marks.set(nowMs, hindrance !== undefined)
      const written = marks.all()
      yield* bounded(keep(sql, written, utcDay(nowMs)))
      marks.forget(written)
    },
    (work) => Effect.ignore(work),
  )

  const read = Effect.gen(function* () {
    const today = utcDay(yield* Clock.currentTimeMillis)
    return yield* bounded(sql<CheckedDay>`
      select day::text, length(replace(checked::text, '0', '')) as checked,
        length(replace((checked & failed)::text, '0', '')) as failed
      from service_check
      where component = 'calls' and day > ${today}::date - ${historyDays}::int and day <= ${today}::date
      order by service_check.day`)
  })

  /** The days that were checked, the oldest first; undefined while they cannot be read. */
  const days: Effect.Effect<ReadonlyArray<CheckedDay> | undefined> = yield* cacheResult(
    Effect.catch(read, () => Effect.undefined),
    (found) => (found === undefined ? 1_000 : daysHoldMs),
  )
  return { note, days }
})

/** Checks the service every minute, for its history. */
export const checkRegularly = (
  { note }: Effect.Success<typeof makeStatusHistory>,
  readiness: Effect.Effect<Hindrance | undefined>,
) => Effect.forkScoped(Effect.repeat(Effect.flatMap(readiness, note), Schedule.spaced("1 minute")))

const bounded = withDatabaseDeadline("5 seconds")

/** How long the days that were read are shown. */
const daysHoldMs = 60_000

/** The marks of a day: a text of zeros and ones, as a database writes bits. */
interface DayMarks {
  readonly day: string
  readonly checked: string
  readonly failed: string
}

/** Marks that are not written yet, of two days at most. */
const makeMarks = () => {
  let days: ReadonlyArray<DayMarks> = []
  return {
    set: (atMs: number, isFailed: boolean): void => {
      const day = utcDay(atMs)
      const slot = Math.floor((atMs - Date.parse(day)) / (slotMinutes * 60_000))
      const before = days.find((one) => one.day === day) ?? {
        day,
        checked: noMarks,
        failed: noMarks,
      }
      const { checked, failed } = before
      const marked = {
        day,
        checked: withMark(checked, slot),
        failed: isFailed ? withMark(failed, slot) : failed,
      }
      days = [...days.filter((one) => one !== before), marked].slice(-2)
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
      select day::date, 'calls', checked::bit(288), failed::bit(288)
      from unnest(${marks.map(({ day }) => day)}::text[], ${marks.map(({ checked }) => checked)}::text[],
        ${marks.map(({ failed }) => failed)}::text[]) as marked (day, checked, failed)
      on conflict (day, component) do update set checked = service_check.checked | excluded.checked,
        failed = service_check.failed | excluded.failed`,
    sql`delete from service_check where day <= ${today}::date - ${historyDays}::int`,
  )
