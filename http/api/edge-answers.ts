import { signingRefusalDetail, type SigningRefusal } from "../../rules/signing/signing-refusal.ts"
import { type Answer, refusalAnswer } from "./answer.ts"
import { type Refusal, refusal, type RefusalName } from "./api-refusal.ts"
import { servedEndpoints } from "./api.ts"
import type { UnreadBody } from "./incoming.ts"

/** What is said of a path that leads nowhere. */
export const nothingServed = refusal("NOT_FOUND", "Nothing is served under this path.")

/** What is said of a request that did not come whole in its time. */
export const tooSlow = refusal("REQUEST_TIMEOUT", "The request did not arrive in time.")

/** What is said of what is no request. */
export const malformed = refusal("BAD_REQUEST", "The request is not well-formed HTTP/1.1.")

/** What is said of a head that is longer than the server reads. */
export const tooLargeHead = refusal("HEADERS_TOO_LARGE", "The request's headers are too long.")

/** What is said of a call that died. */
export const diedHere = refusal("INTERNAL_ERROR", "The call failed here.")

/** The answer to a path that leads nowhere: the call of the API that it may be meant for is named. */
export const nowhereAnswer = (path: string): Answer => {
  const near = nearPath(path)
  return refusalAnswer(
    near === undefined
      ? nothingServed
      : { ...nothingServed, detail: `${nothingServed.detail} ${near} is.` },
  )
}

/** A call of the API that a path may be meant for: a part of it is missing, or there is more around it. */
const nearPath = (path: string): string | undefined => {
  const asked = path.replace(/\/+$/, "")
  const isNear = (known: string): boolean =>
    asked !== "" && (asked.endsWith(known) || known.endsWith(asked))
  const near = Object.values(servedEndpoints).find(({ path: known }) => isNear(known))
  return near === undefined ? undefined : `${near.method} ${near.path}`
}

/** The answer to a method that a path does not take. */
export const wrongMethodAnswer = (taken: ReadonlyArray<string>): Answer => {
  const allow = taken.join(", ")
  return refusalAnswer(
    refusal("METHOD_NOT_ALLOWED", `This path takes ${allow}.`, { headers: { allow } }),
  )
}

/** The answer to a request that HTTP forbids. */
export const flawedAnswer = (flaw: string): Answer =>
  refusalAnswer(refusal("BAD_REQUEST", flaw), { connection: "close" })

/** The answer to a body that comes compressed, and is signed so. */
export const encodedBodyAnswer = refusalAnswer(
  refusal("UNSUPPORTED_ENCODING", "A body is sent as it is, without a Content-Encoding."),
)

/** The answer to a body that was not read to its end. */
export const unreadAnswer = (unread: UnreadBody): Answer => {
  switch (unread._tag) {
    case "BodyTooLarge":
      return refusalAnswer(
        refusal("PAYLOAD_TOO_LARGE", `A body has at most ${unread.maximumBytes} bytes.`),
        { connection: "close" },
      )
    case "BodyLate":
      return refusalAnswer(tooSlow, { connection: "close" })
    case "BodyBroken":
      return refusalAnswer(refusal("INVALID_JSON", "The body did not arrive whole."))
  }
}

/** The answer to a call that came while too many others waited; nothing was counted or done. */
export const turnedAwayAnswer = refusalAnswer(
  refusal("SERVICE_UNAVAILABLE", "Too many calls are waiting right now; try again shortly.", {
    headers: { "retry-after": "1" },
  }),
)

/** The answer to a call while keys or quotas cannot be read, by the name that its endpoint gives that. */
export const outageAnswer = (name: RefusalName): Answer =>
  refusalAnswer(
    refusal(name, "Keys and quotas cannot be read right now; try again shortly.", {
      headers: { "retry-after": "5" },
    }),
  )

/** The answer to a call whose signature is refused. */
export const unsignedAnswer = (refused: SigningRefusal): Answer =>
  refusalAnswer(refusal(refused.code, signingRefusalDetail(refused)))

/** What is said of a key that may not make a call. */
export const forbidden = {
  address: (from: string): Refusal =>
    refusal(
      "ADDRESS_FORBIDDEN",
      `The key may not be used from ${from === "" ? "an address that is not known" : from}: its holder lists networks.`,
    ),
  account: refusal("SCOPE_FORBIDDEN", "The account is suspended."),
  sales: refusal("SCOPE_FORBIDDEN", "The key may not read sales: its holder has not ticked them."),
  scope: (scope: string): Refusal =>
    refusal("SCOPE_FORBIDDEN", `The key lacks the scope ${scope}.`),
} as const
