import { createHash, createHmac } from "node:crypto"
import { bitTampers, onHeader } from "./bits.ts"
import { type Signer, signWire, type Wire } from "./wire.ts"

/** What a tamper may use. */
export interface Spoils {
  /** A large number that picks places and values. */
  readonly at: number
  /** Who made the call that is tampered with. */
  readonly signer: Signer
  /** Another call that was rightly made, by whomever. */
  readonly other: Wire
  /** Holders of other keys. */
  readonly strangers: ReadonlyArray<Signer>
  /** Secrets that are no good: of a revoked key, or run out. */
  readonly useless: ReadonlyArray<Signer>
}

/** Changes what was signed, or how it is sent, by one step. */
export type Tamper = (wire: Wire, spoils: Spoils) => Wire

const [keyId, timestamp, signature] = [0, 1, 2]

const valueAt = (wire: Wire, index: number): string => wire.headers[index]?.[1] ?? ""

const among = (at: number, values: ReadonlyArray<string>): string =>
  values[at % values.length] ?? ""

const hmac = (key: string, text: string, body: Uint8Array): Buffer =>
  createHmac("sha256", key).update(text).update(body).digest()

const head = (wire: Wire): string => `${valueAt(wire, timestamp)}.${wire.method}.${wire.path}.`

const signedOtherwise = (wire: Wire, claim: string): Wire => onHeader(wire, signature, () => claim)

const signedBy = (wire: Wire, at: number, signers: ReadonlyArray<Signer>): Wire => {
  const signer = signers[at % signers.length]
  const atSeconds = Number(valueAt(wire, timestamp))
  return signer === undefined ? { ...wire, headers: [] } : signWire(signer, { ...wire, atSeconds })
}

/** The dot after the path moved to a later dot of the body: the signed bytes stay the same. */
const dotMovedOn = (wire: Wire): Wire => {
  const dot = Buffer.from(wire.body).indexOf(".")
  if (dot < 0) return { ...wire, path: `${wire.path}.` }
  const moved = Buffer.from(wire.body.subarray(0, dot)).toString("latin1")
  return { ...wire, path: `${wire.path}.${moved}`, body: wire.body.subarray(dot + 1) }
}

const swapped = (wire: Wire, left: number, right: number): Wire =>
  onHeader(
    onHeader(wire, left, () => valueAt(wire, right)),
    right,
    () => valueAt(wire, left),
  )

const pathTampers: Readonly<Record<string, Tamper>> = {
  "a letter more in the path": (wire, { at }) => ({ ...wire, path: `${wire.path}${at % 10}` }),
  "a slash more": (wire) => ({ ...wire, path: `${wire.path}/` }),
  "a slash twice": (wire, { at }) => ({
    ...wire,
    path: wire.path.replace(at % 2 === 0 ? /^\// : "/v1", "//"),
  }),
  "the path in capitals": (wire) => ({ ...wire, path: wire.path.toUpperCase() }),
  "a letter of the path encoded": (wire) => ({ ...wire, path: wire.path.replace("a", "%61") }),
  "a dot segment": (wire, { at }) => ({
    ...wire,
    path: wire.path.replace("/", among(at, ["/./", "/x/../", "/%2e/", "\\"])),
  }),
  "the path of another call": (wire, { other }) => ({ ...wire, path: other.path }),
  "another query": (wire, { at }) => ({
    ...wire,
    path: `${wire.path}${among(at, ["?", "?lang=fr", "?a=b?c", "?x-svc-key-id=ak_live_1"])}`,
  }),
  "the path cut by a question mark": (wire) => ({
    ...wire,
    path: wire.path.replace(/\/(?=[^/]+$)/, "?"),
  }),
  "the method in other case": (wire) => ({ ...wire, method: wire.method.toLowerCase() }),
  "another method": (wire, { at }) => ({
    ...wire,
    method: among(
      at,
      ["GET", "POST", "HEAD", "PUT", "OPTIONS"].filter((method) => method !== wire.method),
    ),
  }),
}

const bodyTampers: Readonly<Record<string, Tamper>> = {
  "a byte more in the body": (wire, { at }) => ({
    ...wire,
    body: Uint8Array.of(...wire.body, at & 255),
  }),
  "a byte more before the body": (wire, { at }) => ({
    ...wire,
    body: Uint8Array.of(at & 255, ...wire.body),
  }),
  "a byte less in the body": (wire) => ({
    ...wire,
    body: wire.body.length === 0 ? Uint8Array.of(0) : wire.body.subarray(1),
  }),
  "the body of another call": (wire, { other }) => ({ ...wire, body: other.body }),
  "the dot moved from the path into the body": dotMovedOn,
  "the body moved into the path": (wire) => ({
    ...wire,
    path: `${wire.path}.${Buffer.from(wire.body).toString("latin1")}`,
    body: new Uint8Array(0),
  }),
  "path and body swapped": (wire) => ({
    ...wire,
    // Without a body, nothing that is open to everybody.
    path: `/${Buffer.from(wire.body).toString("latin1") || "-"}`,
    body: Buffer.from(wire.path),
  }),
}

const headerTampers: Readonly<Record<string, Tamper>> = {
  "a header less": (wire, { at }) => ({
    ...wire,
    headers: wire.headers.filter((_, index) => index !== at % 3),
  }),
  "a header twice": (wire, { at }) => ({
    ...wire,
    headers: wire.headers.flatMap((sent, index) => (index === at % 3 ? [sent, sent] : [sent])),
  }),
  "a header twice, once with another value": (wire, { at, other }) => ({
    ...wire,
    headers: wire.headers.flatMap((sent, index) => {
      const more: readonly [string, string] = [sent[0], `${valueAt(other, index)}0`]
      if (index !== at % 3) return [sent]
      return at % 2 === 0 ? [sent, more] : [more, sent]
    }),
  }),
  "a header joined with itself": (wire, { at }) =>
    onHeader(wire, at % 3, (value) => `${value}${among(at, [", ", ",", "; ", " "])}${value}`),
  "an empty header": (wire, { at }) => onHeader(wire, at % 3, () => ""),
  "white space in a header": (wire, { at }) =>
    onHeader(
      wire,
      at % 3,
      (value) => `${value.slice(0, 2)}${among(at, [" ", "\t"])}${value.slice(2)}`,
    ),
  "white space around a header": (wire, { at }) =>
    onHeader(wire, at % 3, (value) => among(at, [` ${value}`, `${value} `, `\t${value}`])),
  "two headers swapped": (wire, { at }) => swapped(wire, at % 3, (at + 1 + (at % 2)) % 3),
  "the key id of another call": (wire, { other }) =>
    onHeader(wire, keyId, () => valueAt(other, keyId)),
  "the key id in capitals": (wire) => onHeader(wire, keyId, (value) => value.toUpperCase()),
  "a key id that there is not": (wire, { at }) =>
    onHeader(wire, keyId, (value) =>
      among(at, ["__proto__", "constructor", `${value}0`, value.slice(0, -1), "' or ''='", "*"]),
    ),
  "another second": (wire, { at }) =>
    onHeader(wire, timestamp, (value) => String(Number(value) + 1 + (at % 300))),
  "the second of another call": (wire, { at, other }) =>
    onHeader(wire, timestamp, (value) => {
      const theirs = valueAt(other, timestamp)
      return theirs === value ? String(Number(value) - 1 - (at % 300)) : theirs
    }),
  "the second written otherwise": (wire, { at }) =>
    onHeader(wire, timestamp, (value) =>
      among(at, [
        `0${value}`,
        `+${value}`,
        `${value}.0`,
        `${value}000`,
        `0x${Number(value).toString(16)}`,
        `${Number(value) / 10}e1`,
      ]),
    ),
}

const signatureTampers: Readonly<Record<string, Tamper>> = {
  "the signature of another call": (wire, { other }) =>
    signedOtherwise(wire, valueAt(other, signature)),
  "a digit less in the signature": (wire) =>
    onHeader(wire, signature, (value) => value.slice(0, -1)),
  "a digit more in the signature": (wire, { at }) =>
    onHeader(wire, signature, (value) => `${value}${(at % 16).toString(16)}`),
  "the signature in capitals": (wire) =>
    onHeader(wire, signature, (value) => `v2=${value.slice(3).toUpperCase()}`),
  "another scheme": (wire, { at }) =>
    onHeader(
      wire,
      signature,
      (value) => among(at, ["v1=", "V2=", "v2:", "v3=", "", "v2=v2=", "sha256="]) + value.slice(3),
    ),
  "the signature in base64": (wire) =>
    onHeader(
      wire,
      signature,
      (value) => `v2=${Buffer.from(value.slice(3), "hex").toString("base64")}`,
    ),
  "a signature of zeros": (wire) => signedOtherwise(wire, `v2=${"0".repeat(64)}`),
  "a hash without a secret": (wire) => {
    const hash = createHash("sha256").update(head(wire)).update(wire.body).digest("hex")
    return signedOtherwise(wire, `v2=${hash}`)
  },
  "a secret that anybody knows": (wire, { at }) => {
    const secret = among(at, ["", valueAt(wire, keyId), `vsk_none_${"0".repeat(64)}`, "undefined"])
    return signedOtherwise(wire, `v2=${hmac(secret, head(wire), wire.body).toString("hex")}`)
  },
  "the retired scheme as it was": (wire, { at, signer }) => {
    const retired = hmac(signer.secret, `${valueAt(wire, timestamp)}.`, wire.body).toString("hex")
    return signedOtherwise(wire, `${among(at, ["v1=", "v2="])}${retired}`)
  },
  "the secret of another key": (wire, { at, strangers }) =>
    signedOtherwise(wire, valueAt(signedBy(wire, at, strangers), signature)),
  "a key or a secret that has ended": (wire, { at, useless }) => signedBy(wire, at, useless),
}

/** Every way of tampering by its name. */
export const tampers: Readonly<Record<string, Tamper>> = {
  ...Object.fromEntries(
    Object.entries(bitTampers).map(([name, flip]): readonly [string, Tamper] => [
      name,
      (wire, { at }) => flip(wire, at),
    ]),
  ),
  ...pathTampers,
  ...bodyTampers,
  ...headerTampers,
  ...signatureTampers,
}
