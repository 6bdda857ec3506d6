import type { Wire } from "./wire.ts"

/**
 * What a tampered call is to the call that it was made from: `changed` must be refused; `same` may
 * pass, as nothing that is signed was touched (the query, the case of hex digits); `same message`
 * has the same bytes under the signature but leads elsewhere, so it must not be routed.
 */
export type Relation = "changed" | "same" | "same message"

const signingHeaders = ["x-svc-key-id", "x-svc-timestamp", "x-svc-signature"] as const

const valuesOf = ({ headers }: Wire, name: string): ReadonlyArray<string> =>
  headers.filter(([given]) => given.toLowerCase() === name).map(([, value]) => value)

/** Hex digits may be in either case; the word before them may not. */
const signatureAsRead = (value: string): string =>
  value.startsWith("v2=") ? value.toLowerCase() : value

const credentials = (wire: Wire): string =>
  JSON.stringify(
    signingHeaders.map((name) =>
      valuesOf(wire, name).map((value) =>
        name === "x-svc-signature" ? signatureAsRead(value) : value,
      ),
    ),
  )

const pathOf = ({ path }: Wire): string => path.split("?", 1)[0] ?? ""

const target = (wire: Wire): string => `${wire.method} ${pathOf(wire)}`

const message = (wire: Wire): string => {
  const head = `${wire.method.toUpperCase()}.${pathOf(wire)}.`
  return `${Buffer.from(head).toString("hex")}${Buffer.from(wire.body).toString("hex")}`
}

/**
 * Whether two calls are the same one, made by the same key in the same second: while two secrets of a
 * key hold, each may be signed with either.
 */
export const isSameCall = (left: Wire, right: Wire): boolean =>
  message(left) === message(right) &&
  signingHeaders
    .slice(0, 2)
    .every((name) => valuesOf(left, name).join() === valuesOf(right, name).join())

/** Tells what became of a call, without a look at how the service verifies it. */
export const relationOf = (original: Wire, tampered: Wire): Relation => {
  if (credentials(original) !== credentials(tampered)) return "changed"
  if (message(original) !== message(tampered)) return "changed"
  return target(original) === target(tampered) ? "same" : "same message"
}

/** A call as an HTTP server hands it on: white space around values of headers belongs to no value. */
export const asReceived = (wire: Wire): Wire => ({
  ...wire,
  headers: wire.headers.map(([name, value]) => [name, value.replace(/^[ \t]+|[ \t]+$/g, "")]),
})
