import { eventTypes, pingType } from "../../../rules/events/event-policy.ts"
import type { EventReceived } from "./answers.ts"

/** Header names and values, as `Headers` of fetch, or as Node and frameworks give them. */
export type EventHeaders =
  | { readonly get: (name: string) => string | null }
  | Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

/** How an event is verified; all may be left out. */
export interface EventVerifyOptions {
  /** How far `webhook-timestamp` may be off; 300 when left out. */
  readonly toleranceSeconds?: number | undefined
  /** The time of now, in milliseconds; the machine's when left out. */
  readonly nowMs?: number | undefined
}

/**
 * Why an event is refused. `secret`: none of the secrets is one; `headers`: one of the three is missing
 * or has no such form; `timestamp`: it was signed too long ago, or ahead; `signature`: no secret has made
 * it; `body`: what was signed is no event.
 */
export type EventFault = "body" | "headers" | "secret" | "signature" | "timestamp"

/** An event of a type that this version does not know. */
export interface UnknownEvent {
  readonly id: string
  readonly type: string
  readonly mode: string
  readonly timestamp: string
  readonly example?: boolean
  readonly data: Readonly<Record<string, unknown>>
}

/** What {@link verifyEvent} finds: an event of ours, of a type that is known or not, or why it is none. */
export type EventVerified =
  | { readonly _tag: "Event"; readonly event: EventReceived }
  | { readonly _tag: "UnknownEvent"; readonly event: UnknownEvent }
  | { readonly _tag: "Refused"; readonly fault: EventFault }

/**
 * Verifies an event by Standard Webhooks. The body is the raw one, as it came; while a secret is renewed,
 * give the new and the old one. Signatures are compared by WebCrypto, in constant time. It never throws for
 * what was received.
 *
 * ```js
 * import { verifyEvent } from "viatica/client"
 *
 * const verified = await verifyEvent(body, request.headers, [process.env.VIATICA_EVENTS_SECRET])
 * if (verified._tag === "Refused") console.error(verified.fault)
 * else if (verified.event.type === "sale.validated") console.log(verified.event.data.externalOrderId)
 * ```
 */
export const verifyEvent = async (
  body: string | Uint8Array,
  headers: EventHeaders,
  secrets: string | ReadonlyArray<string>,
  { nowMs = Date.now(), toleranceSeconds = 300 }: EventVerifyOptions = {},
): Promise<EventVerified> => {
  const keys = (typeof secrets === "string" ? [secrets] : secrets).map(keyBytes)
  const known = keys.filter((key) => key !== undefined)
  if (known.length === 0 || known.length < keys.length) return refused("secret")
  const [id, timestamp, signature] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map(
    (name) => headerOf(headers, name),
  )
  if (!id || !signature || timestamp === undefined || !/^\d{1,15}$/.test(timestamp)) {
    return refused("headers")
  }
  if (Math.abs(Math.floor(nowMs / 1000) - Number(timestamp)) > toleranceSeconds) {
    return refused("timestamp")
  }
  const raw = typeof body === "string" ? utf8.encode(body) : body
  const head = utf8.encode(`${id}.${timestamp}.`)
  const message = new Uint8Array(head.length + raw.length)
  message.set(head)
  message.set(raw, head.length)
  const signed = signature.split(" ").flatMap((word) => {
    const bytes = word.startsWith("v1,") ? base64Bytes(word.slice(3)) : undefined
    return bytes === undefined ? [] : [bytes]
  })
  for (const key of known) {
    const imported = await crypto.subtle.importKey("raw", key, hmac, false, ["verify"])
    for (const one of signed) {
      if (await crypto.subtle.verify("HMAC", imported, one, message)) return readEvent(raw)
    }
  }
  return refused("signature")
}

const faults: Readonly<Record<EventFault, string>> = {
  secret: "a secret is none: give whsec_ and base64, as the console has shown it",
  headers: "webhook-id, webhook-timestamp or webhook-signature is missing, or has no such form",
  timestamp: "it was signed too long ago or ahead: this clock is off, or somebody sends it anew",
  signature:
    "no signature holds: the secret is another endpoint's, or the body is not the raw one, byte for byte",
  body: "what was signed is no event",
}

/**
 * A sentence about why {@link verifyEvent} refuses what was received, for a log.
 *
 * ```ts
 * import { describeEventFault } from "../http/clients/typescript/verify-event.ts"
 *
 * describeEventFault("body") // => "no event of ours: what was signed is no event"
 * ```
 */
export const describeEventFault = (fault: EventFault): string =>
  `no event of ours: ${faults[fault]}`

const refused = (fault: EventFault): EventVerified => ({ _tag: "Refused", fault })

const readEvent = (raw: Uint8Array): EventVerified => {
  try {
    const event: UnknownEvent = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(raw))
    const { data, id, mode, timestamp, type } = event
    const isText = [id, mode, timestamp, type].every((text) => typeof text === "string")
    if (!isText || typeof data !== "object" || data === null || Array.isArray(data)) {
      return refused("body")
    }
    return knownTypes.has(type)
      ? { _tag: "Event", event: event as unknown as EventReceived }
      : { _tag: "UnknownEvent", event }
  } catch {
    return refused("body")
  }
}

const knownTypes: ReadonlySet<string> = new Set([...eventTypes, pingType])

const headerOf = (headers: EventHeaders, name: string): string | undefined => {
  if (typeof headers.get === "function") return headers.get(name)?.trim() ?? undefined
  const found = Object.entries(headers).find(([named]) => named.toLowerCase() === name)?.[1]
  const value: unknown = Array.isArray(found) ? found.join(" ") : found
  return typeof value === "string" ? value.trim() : undefined
}

const keyBytes = (secret: string): Uint8Array<ArrayBuffer> | undefined =>
  base64Bytes(secret.trim().replace(/^whsec_/, ""))

const base64Bytes = (text: string): Uint8Array<ArrayBuffer> | undefined =>
  text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)
    ? Uint8Array.from(atob(text), (sign) => sign.codePointAt(0) ?? 0)
    : undefined

const utf8 = new TextEncoder()

const hmac = { name: "HMAC", hash: "SHA-256" }
