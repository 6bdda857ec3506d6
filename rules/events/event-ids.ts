const idPattern = /^\w{1,64}$/

/**
 * Whether a text can be the id of an event or of an endpoint; anything else is unknown without asking the
 * database, which cannot be asked for every text.
 *
 * ```ts
 * import { isEventIdText } from "../rules/events/event-ids.ts"
 *
 * isEventIdText("evt_0f3a") // => true
 * isEventIdText("evt_\u0000") // => false
 * ```
 */
export const isEventIdText = (text: string): boolean => idPattern.test(text)
