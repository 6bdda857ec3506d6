import * as Effect from "effect/Effect"
import { signingHeaderNames } from "../../rules/signing/headers.ts"
import { BodyTooLarge, type IncomingCall } from "../api/incoming.ts"

/** Changes a call on its way in, so that the gateway refuses it. */
export type ChangeCall = (call: IncomingCall, headerPrefix: string) => IncomingCall

const withHeader = (
  call: IncomingCall,
  name: string,
  change: (value: string) => string,
): IncomingCall => ({
  ...call,
  headerValues: (asked) =>
    asked === name ? [change(call.headerValues(name)[0] ?? "")] : call.headerValues(asked),
})

/** Another digit in the place of the last one. */
const lastDigitChanged = (text: string): string =>
  `${text.slice(0, -1)}${text.endsWith("0") ? "1" : "0"}`

/** An hour, in seconds: far outside of the window of timestamps. */
const longAgoSeconds = 3_600

/** A call as if its key id were unknown. */
export const unknownKey: ChangeCall = (call, prefix) =>
  withHeader(call, signingHeaderNames(prefix).keyId, (keyId) => lastDigitChanged(keyId))

/** A call as if its client signed by the retired scheme. */
export const retiredScheme: ChangeCall = (call, prefix) =>
  withHeader(call, signingHeaderNames(prefix).signature, (text) => text.replace(/^v2=/u, "v1="))

/** A call as if its client's clock were an hour behind. */
export const staleTimestamp: ChangeCall = (call, prefix) =>
  withHeader(call, signingHeaderNames(prefix).timestamp, (text) =>
    String(Number(text) - longAgoSeconds),
  )

/** A call as if its signature were of something else. */
export const wrongSignature: ChangeCall = (call, prefix) =>
  withHeader(call, signingHeaderNames(prefix).signature, lastDigitChanged)

/** A call as if its client sent a compressed body. */
export const encodedBody: ChangeCall = (call) => withHeader(call, "content-encoding", () => "gzip")

/** A call as if its body were longer than the service takes. */
export const hugeBody: ChangeCall = (call) => ({
  ...call,
  readBody: (maximumBytes) => Effect.fail(new BodyTooLarge({ maximumBytes })),
})

/** A call as if it went to a path that is not served. */
export const lostPath: ChangeCall = (call) => ({ ...call, path: `${call.path}/` })

/** A call as if it were made with a method that its path does not take. */
export const wrongMethod: ChangeCall = (call) => ({ ...call, method: "DELETE" })
