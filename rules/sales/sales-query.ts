import * as Result from "effect/Result"
import { dayStartMs, isCalendarDay } from "../../core/vocabulary/day.ts"
import { type SaleStatus, saleStatuses } from "./sale-record.ts"

/** The dates that sales may be listed by: when they were booked, changed, or validate. */
export const saleDates = ["booked", "changed", "validates"] as const

/** A date that sales may be listed by. */
export type SaleDate = (typeof saleDates)[number]

/** Where a page of sales ended: the date of its last sale, and that sale's number. */
export interface SalesCursor {
  readonly atMs: number
  readonly id: bigint
}

/** Which sales of an account are asked for, a page at a time. */
export interface SalesQuery {
  /** Null asks for every status. */
  readonly status: SaleStatus | null
  readonly by: SaleDate
  /** The first instant of the date; null is the beginning. */
  readonly fromMs: number | null
  /** The first instant that is not asked for any more; null is the end. */
  readonly untilMs: number | null
  readonly after: SalesCursor | null
  readonly limit: number
  /** Whether the newest come first; else the oldest do. */
  readonly isNewestFirst: boolean
}

/** Why a list of sales is refused: the parameter, and the rule that is broken. */
export interface SalesQueryRefusal {
  readonly parameter: string
  readonly rule: string
}

/** What a parameter of the query holds: undefined where it is not given. */
export type QueryParameter = (name: string) => string | undefined

/**
 * A day, or an instant of RFC 3339. A blank before the offset is its `+`: that is what becomes of one
 * in an address that is not percent-encoded.
 */
const timeForm =
  /^(\d{4}-\d{2}-\d{2})(?:[T ]([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{1,9}))?(?:Z|([+ -])([01]\d|2[0-3]):([0-5]\d)))?$/i

const minutesOf = (hours = "0", minutes = "0"): number => Number(hours) * 60 + Number(minutes)

/** The instant that a text names, to the millisecond; of a day, its beginning in UTC. */
const instantMs = (text: string): number | undefined => {
  const [, day = "", hours, minutes, seconds = "0", fraction = "", sign, ...offset] =
    timeForm.exec(text) ?? []
  if (!isCalendarDay(day)) return undefined
  const aheadMinutes = minutesOf(...offset) * (sign === "-" ? -1 : 1)
  const ofDay = (minutesOf(hours, minutes) - aheadMinutes) * 60 + Number(seconds)
  return dayStartMs(day) + ofDay * 1000 + Number(fraction.slice(0, 3).padEnd(3, "0"))
}

const cursorForm = /^([a-z]+)\.(\d{1,15})\.(\d{1,18})$/

/**
 * The text of a cursor, which callers send back as they got it.
 *
 * ```ts
 * import { salesCursorText } from "../rules/sales/sales-query.ts"
 *
 * salesCursorText("booked", { atMs: 1790000000000, id: 12n }) // => "booked.1790000000000.12"
 * ```
 */
export const salesCursorText = (by: SaleDate, { atMs, id }: SalesCursor): string =>
  `${by}.${atMs}.${id}`

type Read<Value> = Result.Result<Value, SalesQueryRefusal>

const refused = (parameter: string, rule: string): Read<never> => Result.fail({ parameter, rule })

/** Reads a parameter that may be left out. */
const optional = <Value>(
  text: string | undefined,
  read: (text: string) => Read<Value>,
): Read<Value | null> => (text === undefined ? Result.succeed(null) : read(text))

const wordOf =
  <Word extends string>(parameter: string, words: ReadonlyArray<Word>) =>
  (text: string): Read<Word> => {
    const word = words.find((each) => each === text)
    return word === undefined
      ? refused(parameter, `one of ${words.join(", ")}`)
      : Result.succeed(word)
  }

const instantOf =
  (parameter: string) =>
  (text: string): Read<number> => {
    const atMs = instantMs(text)
    return atMs === undefined
      ? refused(
          parameter,
          "a day YYYY-MM-DD, in UTC, or an instant YYYY-MM-DDThh:mm:ss with Z or an offset such as +01:00",
        )
      : Result.succeed(atMs)
  }

const cursorOf =
  (wanted: SaleDate) =>
  (text: string): Read<SalesCursor> => {
    const [, by, at, id] = cursorForm.exec(text) ?? []
    if (by === undefined || at === undefined || id === undefined) {
      return refused("cursor", "the nextCursor of an earlier page")
    }
    return by === wanted
      ? Result.succeed({ atMs: Number(at), id: BigInt(id) })
      : refused("cursor", `the nextCursor of a page by ${wanted}`)
  }

const limitOf =
  (max: number) =>
  (text: string): Read<number> => {
    const limit = /^\d{1,6}$/.test(text) ? Number(text) : 0
    return limit >= 1 && limit <= max
      ? Result.succeed(limit)
      : refused("limit", `a whole number from 1 to ${max}`)
  }

/** How many sales a page has: unless told otherwise, and at most. */
export interface SalesPage {
  readonly usual: number
  readonly max: number
}

/**
 * Reads which sales are asked for, the oldest first; what is left out asks for the usual. Unknown
 * parameters are ignored.
 */
export const readSalesQuery = (parameter: QueryParameter, page: SalesPage): Read<SalesQuery> =>
  Result.gen(function* () {
    const status = yield* optional(parameter("status"), wordOf("status", saleStatuses))
    const by = (yield* optional(parameter("by"), wordOf("by", saleDates))) ?? "booked"
    const fromMs = yield* optional(parameter("from"), instantOf("from"))
    const untilMs = yield* optional(parameter("until"), instantOf("until"))
    if (fromMs !== null && untilMs !== null && untilMs <= fromMs) {
      return yield* refused("until", "later than from")
    }
    const after = yield* optional(parameter("cursor"), cursorOf(by))
    const limit = (yield* optional(parameter("limit"), limitOf(page.max))) ?? page.usual
    return { status, by, fromMs, untilMs, after, limit, isNewestFirst: false }
  })
