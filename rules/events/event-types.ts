/** What partners can receive, by the type that an event carries. */
export const eventTypes = [
  "sale.validated",
  "sale.corrected",
  "subscription.presubscribed",
  "subscription.paid",
  "subscription.subscribed",
  "key.secret_ending",
  "quota.nearly_spent",
] as const

/** The type of an event. */
export type EventType = (typeof eventTypes)[number]

/** The type of an event that is sent on demand, to try an endpoint. */
export const pingType = "ping"

/**
 * The types that a text names, separated by commas, each once; an empty text asks for all of them,
 * which an empty list stands for. Undefined where a word is no type.
 *
 * ```ts
 * import { readEventTypes } from "../rules/events/event-types.ts"
 *
 * readEventTypes("sale.validated, key.secret_ending") // => ["sale.validated", "key.secret_ending"]
 * readEventTypes("") // => []
 * readEventTypes("sale.lost") // => undefined
 * ```
 */
export const readEventTypes = (text: string): ReadonlyArray<EventType> | undefined => {
  const words = text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "")
  const types = eventTypes.filter((type) => words.includes(type))
  return words.every((word) => types.some((type) => type === word)) ? types : undefined
}
