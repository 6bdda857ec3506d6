import { createHmac } from "node:crypto"
import * as Redacted from "effect/Redacted"

/** An event as it is signed. */
export interface SignedEvent {
  readonly eventId: string
  /** When it is sent, in Unix seconds. */
  readonly timestampSeconds: number
  readonly body: string
}

const prefix = "whsec_"

const signature = (secret: string, { body, eventId, timestampSeconds }: SignedEvent): string =>
  createHmac("sha256", Buffer.from(secret.slice(prefix.length), "base64"))
    .update(`${eventId}.${timestampSeconds}.${body}`)
    .digest("base64")

/**
 * The headers that prove an event, as Standard Webhooks has them: a signature under each secret that
 * still signs, the newest first.
 *
 * ```ts
 * import * as Redacted from "effect/Redacted"
 * import { eventHeaders } from "../http/outside/events/event-signature.ts"
 *
 * const secret = Redacted.make("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
 * const event = { eventId: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestampSeconds: 1614265330, body: '{"test": 2432232314}' }
 * eventHeaders([secret], event)["webhook-signature"] // => "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
 * ```
 */
export const eventHeaders = (
  secrets: ReadonlyArray<Redacted.Redacted<string>>,
  event: SignedEvent,
) => ({
  "webhook-id": event.eventId,
  "webhook-timestamp": String(event.timestampSeconds),
  "webhook-signature": secrets
    .map((secret) => `v1,${signature(Redacted.value(secret), event)}`)
    .join(" "),
})
