import type { Draws } from "../../../core/random/draws.ts"
import { endpoints } from "../../../http/api/api.ts"
import { signRequest } from "../../../http/platform/sign-request.ts"
import { bilanBody, quoteBody } from "../../support/sample-trips.ts"
import type { SignedRequest } from "../../../rules/signing/check.ts"

/** A call as it goes over the wire; the first three headers are key id, timestamp and signature. */
export interface Wire {
  readonly method: string
  readonly path: string
  readonly body: Uint8Array
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
}

/** Whoever holds a key id and a secret, rightly or not. */
export interface Signer {
  readonly keyId: string
  readonly secret: string
}

/** What is to be signed. */
export type Unsigned = Pick<Wire, "method" | "path" | "body"> & { readonly atSeconds: number }

/** The call that a signer makes of it. */
export const signWire = (
  { keyId, secret }: Signer,
  { atSeconds, body, method, path }: Unsigned,
): Wire => {
  const headers = signRequest({ keyId, secret, method, path, body, nowSeconds: atSeconds })
  return { method, path, body, headers: Object.entries(headers) }
}

/** A call as the service sees it. */
export const requestOf = (wire: Wire): SignedRequest => ({
  method: wire.method,
  path: wire.path,
  body: wire.body,
  headerValues: (name) =>
    wire.headers.filter(([given]) => given.toLowerCase() === name).map(([, value]) => value),
})

/** Method and path of every endpoint; HEAD goes where GET does. */
const targets = Object.values(endpoints).flatMap(
  ({ method, path }): ReadonlyArray<Pick<Wire, "method" | "path">> =>
    (method === "GET" ? ["GET", "HEAD"] : [method]).map((allowed) => ({ method: allowed, path })),
)

/** Item of a list that is not empty. */
export const pick = <Item>(draws: Draws, items: ReadonlyArray<Item>): Item => {
  const item = items[draws.below(items.length)]
  if (item === undefined) throw new Error("nothing to pick from")
  return item
}

const randomBytes = (draws: Draws): Uint8Array =>
  Uint8Array.from({ length: draws.below(200) }, () => draws.below(256))

/** JSON, dots in it included, any bytes, or nothing. */
const drawBody = (draws: Draws): Uint8Array => {
  switch (draws.below(4)) {
    case 0:
      return randomBytes(draws)
    case 1:
      return Buffer.from(JSON.stringify(bilanBody({ ref: `acme-${draws.next()}` })))
    case 2:
      return new Uint8Array(0)
    default:
      return Buffer.from(JSON.stringify(quoteBody({ tripPrice: draws.below(1_000_000) / 100 })))
  }
}

/** A call that a signer rightly makes, at most so many seconds from a moment. */
export const drawGenuine = (
  draws: Draws,
  signer: Signer,
  nowSeconds: number,
  offSecondsMax: number,
): Wire => {
  const { method, path } = pick(draws, targets)
  const body = method === "POST" ? drawBody(draws) : new Uint8Array(0)
  const atSeconds = nowSeconds + draws.between(-offSecondsMax, offSecondsMax)
  return signWire(signer, { method, path, body, atSeconds })
}
