import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type { SignedCall } from "../api/operation.ts"

type Members = Readonly<Record<string, unknown>>

/** Changes what an endpoint reads of a call, so that the endpoint refuses it. */
export type ChangeSigned = (call: SignedCall) => SignedCall

const membersOf = (value: unknown): Members =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {}

const readMembers = (body: Uint8Array): Members =>
  membersOf(
    Option.getOrUndefined(
      Result.getSuccess(Result.try((): unknown => JSON.parse(Buffer.from(body).toString("utf8")))),
    ),
  )

const withBody = (call: SignedCall, body: unknown): SignedCall => ({
  ...call,
  body: Buffer.from(JSON.stringify(body), "utf8"),
})

/** With other members of its body. */
export const withMembers =
  (change: (body: Members) => Members): ChangeSigned =>
  (call) => {
    const body = readMembers(call.body)
    return withBody(call, { ...body, ...change(body) })
  }

/** Without a member of its body. */
export const withoutMember =
  (name: string): ChangeSigned =>
  (call) =>
    withBody(
      call,
      Object.fromEntries(Object.entries(readMembers(call.body)).filter(([key]) => key !== name)),
    )

/** With other members of its trip, whichever of its two names that goes by. */
export const withTrip = (change: Members): ChangeSigned =>
  withMembers(({ trip, tripInfo }) => ({
    trip: { ...membersOf(trip ?? tripInfo), ...change },
  }))

/** With a body that ends too early. */
export const cutBody: ChangeSigned = (call) => ({
  ...call,
  body: call.body.length > 1 ? call.body.subarray(0, call.body.length - 1) : Buffer.from("{"),
})

/** With a query of its own. */
export const withQuery =
  (query: string): ChangeSigned =>
  (call) => ({ ...call, query })

/** As if it came from a key of the sandbox. */
export const asSandbox: ChangeSigned = (call) => ({
  ...call,
  key: { ...call.key, mode: "sandbox" },
})

/** As if it came from a live key whose account has no link in use. */
export const asUncredited: ChangeSigned = (call) => ({
  ...call,
  key: {
    ...call.key,
    mode: "live",
    partner: { ...call.key.partner, defaultLinkCode: null },
  },
})

/** One change after the other. */
export const both =
  (first: ChangeSigned, second: ChangeSigned): ChangeSigned =>
  (call) =>
    second(first(call))
