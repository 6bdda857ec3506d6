import { type Mode, type Read, type Told } from "./calls.ts"
import { limits, type Model } from "./model.ts"

const minuteMs = 60_000
const dayMs = 86_400_000

/** A key's figures at one moment. */
export interface Figures {
  readonly reads: number
  readonly writes: number
  readonly burst: number
}

const add = (counts: Map<number, number>, window: number, more: number): void => {
  counts.set(window, (counts.get(window) ?? 0) + more)
}

const minuteOf = ({ nowMs }: Model): number => Math.floor(nowMs / minuteMs)
const dayOf = ({ nowMs }: Model): number => Math.floor(nowMs / dayMs)

/** What a key has used in the day and the minute of now. */
export const figuresOf = (model: Model, mode: Mode): Figures => {
  const { callsByMinute, readsByDay, writesByDay } = model.usage[mode]
  return {
    reads: readsByDay.get(dayOf(model)) ?? 0,
    writes: writesByDay.get(dayOf(model)) ?? 0,
    burst: callsByMinute.get(minuteOf(model)) ?? 0,
  }
}

const secondsUntil = ({ nowMs }: Model, windowMs: number): string =>
  String(Math.ceil((windowMs - (nowMs % windowMs)) / 1_000))

/** The headers of an answer when a key's figures are these. */
export const headersOf = (model: Model, figures: Figures, bucket: "reads" | "writes") => ({
  "x-ratelimit-limit": String(limits[bucket]),
  "x-ratelimit-remaining": String(limits[bucket] - figures[bucket]),
  "x-ratelimit-reset": secondsUntil(model, dayMs),
  "x-ratelimit-burst-remaining": String(limits.burst - figures.burst),
})

/** A refusal under the figures of now. */
export const refused = (
  model: Model,
  mode: Mode,
  bucket: "reads" | "writes",
  status: number,
  error: string,
): Told => ({
  status,
  body: { error },
  headers: headersOf(model, figuresOf(model, mode), bucket),
})

/** A day's bucket that is spent. */
export const daySpent = (model: Model, mode: Mode, bucket: "reads" | "writes"): Told => ({
  status: 429,
  body: { error: "QUOTA_EXCEEDED", bucket },
  headers: {
    ...headersOf(model, figuresOf(model, mode), bucket),
    "retry-after": secondsUntil(model, dayMs),
  },
})

/** Counts a call in its minute, or gives the answer that there is no place left in it. */
export const takePlace = (
  model: Model,
  mode: Mode,
  bucket: "reads" | "writes",
): Told | undefined => {
  const figures = figuresOf(model, mode)
  if (figures.burst >= limits.burst) {
    return {
      status: 429,
      body: { error: "RATE_LIMITED" },
      headers: {
        ...headersOf(model, figures, bucket),
        "retry-after": secondsUntil(model, minuteMs),
      },
    }
  }
  add(model.usage[mode].callsByMinute, minuteOf(model), 1)
  return undefined
}

/** Gives a call's place in the minute back. */
export const leavePlace = (model: Model, mode: Mode): void =>
  add(model.usage[mode].callsByMinute, minuteOf(model), -1)

/** Whether the day has a write left. */
export const hasWrite = (model: Model, mode: Mode): boolean =>
  figuresOf(model, mode).writes < limits.writes

/** Takes a write, which pays for a link; false when the day has none left. */
export const takeWrite = (model: Model, mode: Mode): boolean => {
  if (!hasWrite(model, mode)) return false
  add(model.usage[mode].writesByDay, dayOf(model), 1)
  model.usage[mode].lifetime.links += 1
  return true
}

const lifetimeOf = { price: "prices", bilan: "bilans" } as const

/** What a read should be answered, and counts it. */
export const expectRead = (model: Model, { ending, kind, mode }: Read): Told => {
  const noPlace = takePlace(model, mode, "reads")
  if (noPlace !== undefined) return noPlace
  if (ending === "refused") return refused(model, mode, "reads", 400, "BAD_REQUEST")
  const { lifetime, readsByDay } = model.usage[mode]
  const [before, day] = [figuresOf(model, mode), dayOf(model)]
  if (kind !== "call") {
    if (before.reads >= limits.reads) {
      leavePlace(model, mode)
      return daySpent(model, mode, "reads")
    }
    add(readsByDay, day, 1)
    lifetime[lifetimeOf[kind]] += 1
  }
  if (ending === "answered") {
    return { status: 200, body: {}, headers: headersOf(model, figuresOf(model, mode), "reads") }
  }
  if (kind !== "call") {
    add(readsByDay, day, -1)
    lifetime[lifetimeOf[kind]] -= 1
  }
  const headers = headersOf(model, before, "reads")
  if (ending === "failed tomorrow") {
    model.nowMs += dayMs
    expectRead(model, { call: "read", mode, kind: "price", ending: "answered" })
  }
  return { status: 504, body: { error: "PRICING_UNAVAILABLE" }, headers }
}
