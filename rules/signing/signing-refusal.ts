/** The key header names no key that may call. */
export interface Unauthorized {
  readonly _tag: "Unauthorized"
  readonly code: "UNAUTHORIZED"
  readonly reason: "missing" | "repeated" | "secret" | "unknown" | "revoked" | "expired"
}

/** A known key signed with the scheme that covered only timestamp and body. */
export interface V1SchemeRetired {
  readonly _tag: "V1SchemeRetired"
  readonly code: "V1_SCHEME_RETIRED"
}

/** The timestamp header cannot be used, or lies outside the window. */
export interface StaleTimestamp {
  readonly _tag: "StaleTimestamp"
  readonly code: "STALE_TIMESTAMP"
  readonly reason: "missing" | "repeated" | "garbled" | "outside"
  /** Seconds that the caller's clock is ahead of ours (negative: behind); only for `outside`. */
  readonly aheadSeconds?: number
  readonly windowSeconds: number
}

/** What was received, as far as it may be told to the holder of a sandbox key. */
interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly bodyBytes: number
  /** Lower-case hex SHA-256 of the raw body. */
  readonly bodySha256: string
}

/** The signature header cannot be used, or does not verify. */
export interface InvalidSignature {
  readonly _tag: "InvalidSignature"
  readonly code: "INVALID_SIGNATURE"
  readonly reason: "missing" | "repeated" | "garbled" | "mismatch"
  /** The mistake that was made, where it is one of the frequent ones. */
  readonly mistake?: SigningMistake
  /** Present for sandbox keys only. */
  readonly received?: ReceivedRequest
}

/** Why a signed call is refused; `code` is the contract's error code. */
export type SigningRefusal = Unauthorized | V1SchemeRetired | StaleTimestamp | InvalidSignature

const keyHeaderDetail = (refusal: Unauthorized): string => {
  switch (refusal.reason) {
    case "missing":
      return "The key id header is missing."
    case "repeated":
      return "The key id header must be sent exactly once."
    case "secret":
      return "The key id header holds a secret: send the id of the key, which begins with ak_, and sign with the secret."
    case "unknown":
    case "revoked":
      return "The key is unknown or revoked."
    case "expired":
      return "The key has ended: the day that was set for it has come."
  }
}

const timestampDetail = (refusal: StaleTimestamp): string => {
  switch (refusal.reason) {
    case "missing":
      return "The timestamp header is missing."
    case "repeated":
      return "The timestamp header must be sent exactly once."
    case "garbled":
      return "The timestamp must be Unix seconds, ten digits."
    case "outside": {
      const ahead = refusal.aheadSeconds ?? 0
      const direction = ahead > 0 ? "ahead of" : "behind"
      return `The timestamp is ${Math.abs(ahead)} s ${direction} the server's clock; at most ${refusal.windowSeconds} s are allowed.`
    }
  }
}

const signatureReason = (refusal: InvalidSignature): string => {
  switch (refusal.reason) {
    case "missing":
      return "The signature header is missing."
    case "repeated":
      return "The signature header must be sent exactly once."
    case "garbled":
      return "The signature must be v2= followed by 64 hex digits."
    case "mismatch":
      return "The signature does not verify."
  }
}

const signatureDetail = (refusal: InvalidSignature): string => {
  const reason = signatureReason(refusal)
  if (refusal.mistake !== undefined) return `${reason} ${mistakeText(refusal.mistake)}`
  if (refusal.received === undefined) return reason
  const { method, path, bodyBytes, bodySha256 } = refusal.received
  const advice = refusal.reason === "mismatch" ? ` ${unexplained}` : ""
  return `${reason}${advice} Received: method ${method}, path ${path}, body of ${bodyBytes} bytes with SHA-256 ${bodySha256}.`
}

/**
 * What is said of a signature that no frequent mistake explains.
 *
 * ```ts
 * import { unexplained } from "../rules/signing/signing-refusal.ts"
 *
 * unexplained.startsWith("It is no frequent mistake") // => true
 * ```
 */
export const unexplained =
  "It is no frequent mistake: look whether the secret is the one of this key and mode, and whether you sign what you send."

/**
 * The sentence that explains a refusal to the caller. It never holds a secret or an expected
 * signature, and does not tell an unknown key from a revoked one.
 *
 * ```ts
 * import { signingRefusalDetail } from "../rules/signing/signing-refusal.ts"
 *
 * const refusal = { _tag: "Unauthorized", code: "UNAUTHORIZED", reason: "revoked" } as const
 * signingRefusalDetail(refusal) // => "The key is unknown or revoked."
 * ```
 */
export const signingRefusalDetail = (refusal: SigningRefusal): string => {
  switch (refusal._tag) {
    case "Unauthorized":
      return keyHeaderDetail(refusal)
    case "V1SchemeRetired":
      return "The v1 scheme is retired; sign timestamp, method, path and body with v2."
    case "StaleTimestamp":
      return timestampDetail(refusal)
    case "InvalidSignature":
      return signatureDetail(refusal)
  }
}

/** What a signature holds for where it does not hold for the call: mistakes that are made often. */
type SigningMistake = MessageMistake | SecretMistake

type MessageMistake =
  | "query"
  | "whole_address"
  | "path_prefix"
  | "no_body"
  | "object_for_no_body"
  | "line_feed"
  | "json_written_otherwise"
  | "method_case"
  | "timestamp_and_body"

type SecretMistake =
  | "secret_line_feed"
  | "secret_white_space"
  | "secret_quoted"
  | "secret_without_prefix"
  | "secret_decoded"

/** What is known of a call whose signature does not verify. */
interface MistakenCall {
  readonly timestamp: string
  readonly method: string
  /** The raw target, with its query. */
  readonly target: string
  readonly path: string
  readonly body: Uint8Array
  /** The host that the call names; undefined where it names none. */
  readonly host?: string | undefined
  /** The address under which partners reach the service, as far as that is known. */
  readonly baseUrl?: string | undefined
}

/** A message that a mistake leads to. */
interface MistakenMessage {
  readonly mistake: MessageMistake
  readonly parts: readonly [head: string, body: Uint8Array]
}

/** Longer bodies are not looked into: finding a mistake must not cost more than answering a call. */
const bodyBytesMax = 16_384

const decoder = new TextDecoder("utf-8", { fatal: true })
const encoder = new TextEncoder()

const jsonOf = (body: Uint8Array): unknown => {
  try {
    return JSON.parse(decoder.decode(body))
  } catch {
    return undefined
  }
}

/** JSON as Python writes it: on one line, with a blank behind commas and colons. */
const withBlanks = (json: unknown): string =>
  JSON.stringify(json, null, 1)
    .replace(/([[{])\n */g, "$1")
    .replace(/\n *([\]}])/g, "$1")
    .replace(/,\n */g, ", ")

/** JSON with the members of each object by their names, as some languages sort them. */
const withSorted = (json: unknown): unknown => {
  if (Array.isArray(json)) return json.map(withSorted)
  if (typeof json !== "object" || json === null) return json
  const members = Object.entries(json).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(members.map(([name, value]) => [name, withSorted(value)]))
}

/** The other ways in which languages write the same JSON. */
const writtenOtherwise = (body: Uint8Array): ReadonlyArray<Uint8Array> => {
  const json = jsonOf(body)
  if (json === undefined) return []
  const sorted = withSorted(json)
  return [
    ...[json, sorted].flatMap((each) => [JSON.stringify(each), withBlanks(each)]),
    ...[2, 4].map((indent) => JSON.stringify(json, null, indent)),
  ].map((text) => encoder.encode(text))
}

/**
 * What was signed in place of the call if one of the frequent mistakes was made: whose secret makes the
 * signature of one of these messages has made that mistake, and nobody else can.
 *
 * ```ts
 * import { mistakenMessages } from "../rules/signing/signing-refusal.ts"
 *
 * const call = { timestamp: "1767225600", method: "GET", target: "/a?b=1", path: "/a", body: new Uint8Array(0) }
 * mistakenMessages(call).map(({ mistake, parts }) => [mistake, parts[0]])[0] // => ["query", "1767225600.GET./a?b=1."]
 * const api = { ...call, target: "/api/v1/a", path: "/api/v1/a", host: "h.example" }
 * mistakenMessages(api).filter(({ mistake }) => mistake === "path_prefix").map(({ parts }) => parts[0])[0] // => "1767225600.GET./a."
 * ```
 */
export const mistakenMessages = (call: MistakenCall): ReadonlyArray<MistakenMessage> => {
  const { body, method, path, target, timestamp } = call
  if (body.byteLength > bodyBytesMax) return []
  const head = (verb: string, of: string): string => `${timestamp}.${verb}.${of}.`
  const verb = method.toUpperCase()
  const right = head(verb, path)
  const nothing = new Uint8Array(0)
  const query: ReadonlyArray<MistakenMessage> =
    target === path ? [] : [{ mistake: "query", parts: [head(verb, target), body] }]
  const noBody: MistakenMessage =
    body.byteLength === 0
      ? { mistake: "object_for_no_body", parts: [right, encoder.encode("{}")] }
      : { mistake: "no_body", parts: [right, nothing] }
  return [
    ...query,
    noBody,
    ...wholeAddresses(call).map((address): MistakenMessage => ({
      mistake: "whole_address",
      parts: [head(verb, address), body],
    })),
    ...otherPaths(call).map((other): MistakenMessage => ({
      mistake: "path_prefix",
      parts: [head(verb, other), body],
    })),
    { mistake: "line_feed", parts: [right, new Uint8Array([...body, 10])] },
    ...writtenOtherwise(body).map((bytes): MistakenMessage => ({
      mistake: "json_written_otherwise",
      parts: [right, bytes],
    })),
    { mistake: "method_case", parts: [head(method.toLowerCase(), path), body] },
    { mistake: "timestamp_and_body", parts: [`${timestamp}.`, body] },
  ]
}

/** The whole address in place of the path, with the query and without it. */
const wholeAddresses = ({ baseUrl, host, path, target }: MistakenCall): ReadonlyArray<string> => {
  const named = host === undefined ? [] : [`https://${host}`, `http://${host}`]
  const ahead = new Set(baseUrl === undefined ? named : [...named, baseUrl])
  return [...ahead].flatMap((address) => [...new Set([address + path, address + target])])
}

/** Where the API begins, which a client may take for a part of the address. */
const apiRoot = /^\/api\/v\d+(?=\/)/

/** The path with what a proxy takes away in front of it, or without its own beginning. */
const otherPaths = ({ baseUrl, path }: MistakenCall): ReadonlyArray<string> => {
  const [, prefix = ""] = /^https?:\/\/[^/]+(\/.+)$/.exec(baseUrl ?? "") ?? []
  const others = [prefix + path, path.replace(apiRoot, ""), path.slice(1), `${path}/`]
  return [...new Set(others)].filter((other) => other !== path)
}

/** What a secret is taken for where it is read or kept amiss. */
interface MistakenSecret {
  readonly mistake: SecretMistake
  /** The key of the HMAC: a text by its UTF-8 bytes, or bytes. */
  readonly secret: string | Uint8Array
}

/**
 * What the signature was made with in place of the secret, if one of the frequent mistakes was made.
 *
 * ```ts
 * import { mistakenSecrets } from "../rules/signing/signing-refusal.ts"
 *
 * mistakenSecrets("vsk_test_0f").map(({ secret }) => secret) // => ["vsk_test_0f\n", "vsk_test_0f\r", "vsk_test_0f\r\n", "vsk_test_0f ", " vsk_test_0f", '"vsk_test_0f"', "'vsk_test_0f'", "test_0f", "0f", new Uint8Array([15])]
 * mistakenSecrets("other").map(({ mistake }) => mistake).includes("secret_decoded") // => false
 * ```
 */
export const mistakenSecrets = (secret: string): ReadonlyArray<MistakenSecret> => {
  const [, digits] = /^vsk_[a-z]+_((?:[0-9a-f]{2})+)$/.exec(secret) ?? []
  const ofDigits: ReadonlyArray<MistakenSecret> =
    digits === undefined
      ? []
      : [
          { mistake: "secret_without_prefix", secret: secret.slice("vsk_".length) },
          { mistake: "secret_without_prefix", secret: digits },
          { mistake: "secret_decoded", secret: bytesOf(digits) },
        ]
  return [
    { mistake: "secret_line_feed", secret: `${secret}\n` },
    ...[`${secret}\r`, `${secret}\r\n`, `${secret} `, ` ${secret}`].map(
      (spaced): MistakenSecret => ({ mistake: "secret_white_space", secret: spaced }),
    ),
    ...[`"${secret}"`, `'${secret}'`].map((quoted): MistakenSecret => ({
      mistake: "secret_quoted",
      secret: quoted,
    })),
    ...ofDigits,
  ]
}

const bytesOf = (digits: string): Uint8Array =>
  Uint8Array.from({ length: digits.length / 2 }, (_, at) =>
    Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16),
  )

/** What each mistake is, and what to do instead. */
const sentences: Readonly<Record<SigningMistake, string>> = {
  query: "It holds for the path with its query: sign what stands before the question mark.",
  whole_address: "It holds for the whole address: sign the path alone, from its first slash.",
  path_prefix:
    "It holds for another path: sign the whole path that the service is asked for, from /api on.",
  object_for_no_body: "It holds for the body {}: sign nothing where you send no body.",
  no_body: "It holds for an empty body: sign the body that you send.",
  line_feed: "It holds with a line feed at the end: sign the body without it.",
  json_written_otherwise:
    "It holds for the same JSON written otherwise: write the body once, sign these bytes and send them.",
  method_case: "It holds for the method in small letters: sign it in capital letters.",
  timestamp_and_body:
    "It holds for timestamp and body alone, as v1 did: sign timestamp, method, path and body.",
  secret_line_feed:
    "It holds with a line feed behind the secret: take that away where the secret is read.",
  secret_white_space:
    "It holds with a space or a carriage return around the secret: take that away where the secret is read.",
  secret_quoted: "It holds with quotes around the secret: take them away where the secret is read.",
  secret_without_prefix:
    "It holds for the secret without its beginning: all of vsk_… is the secret.",
  secret_decoded:
    "It holds for the bytes of the secret's digits: sign with its text, as it was shown.",
}

/**
 * The sentence that tells a mistake.
 *
 * ```ts
 * import { mistakeText } from "../rules/signing/signing-refusal.ts"
 *
 * mistakeText("no_body") // => "It holds for an empty body: sign the body that you send."
 * ```
 */
export const mistakeText = (mistake: SigningMistake): string => sentences[mistake]
