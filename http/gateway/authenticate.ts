import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Redacted from "effect/Redacted"
import { isKeyIdText, type KeyId } from "../../rules/accounts/key-text.ts"
import type { RequestHead } from "../api/incoming.ts"
import { CallGate, type TooManyWaiting } from "./gate.ts"
import { callSpan } from "../observability/call-spans.ts"
import type { KeyStoreUnavailable } from "../ports/account-errors.ts"
import { KeyCache, type KeyRecord, type KeySecrets, KnownKeys } from "../ports/keys.ts"
import { signedMessage, signedPath, signingHeaderNames } from "../../rules/signing/message.ts"
import {
  readKeyId,
  readSigningHeaders,
  type ReceivedSigningHeaders,
  type SigningHeaders,
  timestampWindowSeconds,
} from "../../rules/signing/read.ts"
import {
  type InvalidSignature,
  mistakenMessages,
  mistakenSecrets,
  type SigningRefusal,
  type Unauthorized,
} from "../../rules/signing/signing-refusal.ts"
import { equalMacs, hmacSha256Hex, type MessageParts, sha256Hex } from "../platform/hmac.ts"

/** Why it is not known who signed a call. */
export type SignerUnknown = TooManyWaiting | KeyStoreUnavailable | SigningRefusal

/** Finds out which key a call is signed with. */
type CheckSigner = (
  head: RequestHead,
  body: Uint8Array,
  nowMs: number,
) => Effect.Effect<KeyRecord, SignerUnknown>

type Check = Effect.Effect<KeyRecord, KeyStoreUnavailable | SigningRefusal>

/**
 * Calls with a key that the process has seen wait at the gate of keys, among those of that key. All
 * others wait at the gate of strangers, among those of their network: anybody can send them.
 */
export const makeCheckSigner = (settings: SigningSettings) =>
  Effect.gen(function* () {
    const cache = yield* KeyCache
    const known = yield* KnownKeys
    const { keys, strangers } = yield* CallGate
    const authenticating = (yield* callSpan)("authenticate")
    const keyIdName = signingHeaderNames(settings.prefix).keyId

    const unseen = (keyId: KeyId): ReturnType<KeySource["lookup"]> =>
      known.isUnknown(keyId)
        ? Effect.undefined
        : Effect.flatMap(known.exists(keyId), (exists) =>
            exists ? cache.lookup(keyId) : Effect.undefined,
          )
    const lookup: KeySource["lookup"] = (claimed) => {
      if (cache.knows(claimed)) return cache.lookup(claimed)
      return isKeyIdText(claimed) ? unseen(claimed) : Effect.undefined
    }
    const refresh: KeySource["lookup"] = (claimed) =>
      isKeyIdText(claimed) ? cache.refresh(claimed) : Effect.undefined
    const authenticate = prepareAuthenticate({ lookup, refresh }, settings)

    /** Refuses at the pace of the caller's network. */
    const refuse = (
      head: RequestHead,
      refused: SignerUnknown,
    ): Effect.Effect<never, SignerUnknown> =>
      Effect.andThen(strangers.pace.wait(strangers.networkOf(head)), Effect.fail(refused))

    const checkKnown = (keyId: KeyId, head: RequestHead, check: Check) =>
      Effect.catch(keys.through(keyId, check), (refused) =>
        refused._tag === "Unauthorized" ? refuse(head, refused) : Effect.fail(refused),
      )

    const checkStranger = (head: RequestHead, check: Check, isUnknown: () => boolean) =>
      Effect.catch(
        Effect.flatMap(strangers.turn, () =>
          isUnknown() ? check : strangers.gate.through(strangers.networkOf(head), check),
        ),
        (refused) =>
          refused._tag === "KeyStoreUnavailable" ? Effect.fail(refused) : refuse(head, refused),
      )

    const checkSigner: CheckSigner = (head, body, nowMs) => {
      const { headerValues, method, path, query } = head
      const target = query === "" ? path : `${path}?${query}`
      const request = { method, path: target, headerValues, body }
      const check: Check = authenticating(authenticate(request, Math.floor(nowMs / 1000)))
      const keyId = Result.getOrUndefined(readKeyId(headerValues(keyIdName)))
      if (keyId !== undefined && cache.knows(keyId)) return checkKnown(keyId, head, check)
      return checkStranger(head, check, () => keyId === undefined || known.isUnknown(keyId))
    }
    return checkSigner
  })

/** The key that a call names, which need not have signed it; undefined for one that is not known. */
type ClaimedKey = (head: Pick<RequestHead, "headerValues">) => KeyId | undefined

/** Tells which key a refused call names: its holder looks for the call among their own. */
export const makeClaimedKey = ({ prefix }: SigningSettings) =>
  Effect.map(KeyCache, ({ knows }): ClaimedKey => {
    const { keyId: name } = signingHeaderNames(prefix)
    return ({ headerValues }) => {
      const keyId = Result.getOrUndefined(readKeyId(headerValues(name)))
      return keyId !== undefined && knows(keyId) ? keyId : undefined
    }
  })

/** The time that the timestamp of a call is compared with, in milliseconds since 1970. */
export type TimeForSigner = (head: RequestHead, nowMs: number) => number

/** The service's own time, unless a layer says otherwise: one whose clock is moved has signers whose is not. */
export const SignersTime = Context.Reference<TimeForSigner>("viatica/SignersTime", {
  defaultValue: () => (_, nowMs) => nowMs,
})

/** A request as it came off the wire. */
export interface SignedRequest {
  readonly method: string
  /** The raw target; what follows the first `?` is ignored. */
  readonly path: string
  /** The raw body, byte for byte. */
  readonly body: Uint8Array
  /** Every distinct occurrence of a header, by its lower-case name, in order. */
  readonly headerValues: (name: string) => ReadonlyArray<string>
}

/** Where key records come from. */
export interface KeySource {
  /**
   * A record that may be a moment old, with the previous secret only while that signs; undefined for
   * a key that does not exist.
   */
  readonly lookup: (claimed: string) => Effect.Effect<KeyRecord | undefined, KeyStoreUnavailable>
  /** A record that is read after this call began, before a signature is refused. */
  readonly refresh?: (claimed: string) => Effect.Effect<KeyRecord | undefined, KeyStoreUnavailable>
}

/** The settings of the scheme. */
export interface SigningSettings {
  /** The service's name prefix in header names. */
  readonly prefix: string
  /** How far a timestamp may be off in either direction, in seconds. */
  readonly windowSeconds: number
  /** The address under which partners reach the service, to tell what they have signed instead. */
  readonly baseUrl?: string
}

/** Prefix `svc`, window 300 s. */
export const defaultSigningSettings: SigningSettings = {
  prefix: "svc",
  windowSeconds: timestampWindowSeconds,
}

/** A call to check: the request, the moment, and its signing headers. */
interface Call {
  readonly request: SignedRequest
  readonly nowSeconds: number
  readonly windowSeconds: number
  readonly baseUrl: string | undefined
  readonly headers: ReceivedSigningHeaders
}

const messageOf = (request: SignedRequest, timestamp: string) =>
  signedMessage({ timestamp, method: request.method, target: request.path, body: request.body })

const unauthorized = (reason: Unauthorized["reason"]): Unauthorized => ({
  _tag: "Unauthorized",
  code: "UNAUTHORIZED",
  reason,
})

/** A sandbox key is told what arrived, so that its holder can find the difference. */
const received = ({ body, method, path }: SignedRequest, key: KeyRecord) =>
  key.mode === "sandbox"
    ? {
        received: {
          method: method.toUpperCase(),
          path: signedPath(path),
          bodyBytes: body.byteLength,
          bodySha256: sha256Hex(body),
        },
      }
    : {}

/** The mistake that made a signature, if it is one of the frequent ones; only who has a secret can make it. */
const mistakeOf = ({ baseUrl, headers, request, ...call }: Call, key: KeyRecord) => {
  const read = readSigningHeaders(headers, call)
  if (Result.isFailure(read)) return {}
  const { signatureHex, timestamp } = read.success
  const { body, method, path: target } = request
  const [host] = request.headerValues("host")
  const mistaken = { timestamp, method, target, path: signedPath(target), body, host, baseUrl }
  const made =
    mistakenMessages(mistaken).find(
      ({ parts }) =>
        verifySignature({ secrets: key.secrets, message: parts, signatureHex }) !== "none",
    ) ??
    mistakenSecrets(Redacted.value(key.secrets.current)).find(({ secret }) =>
      equalMacs(signatureHex, hmacSha256Hex(secret, messageOf(request, timestamp))),
    )
  return made === undefined ? {} : { mistake: made.mistake }
}

/** Why a signature does not hold, as far as it can be told. */
const explained = (
  refused: SigningRefusal,
  call: Call,
  key: KeyRecord | undefined,
): SigningRefusal =>
  refused._tag === "InvalidSignature" && key !== undefined
    ? { ...refused, ...mistakeOf(call, key), ...received(call.request, key) }
    : refused

const mismatch: InvalidSignature = {
  _tag: "InvalidSignature",
  code: "INVALID_SIGNATURE",
  reason: "mismatch",
}

const verifyAgainst = (
  call: Call,
  headers: SigningHeaders,
  key: KeyRecord,
): Result.Result<KeyRecord, SigningRefusal> => {
  const verification = verifySignature({
    secrets: key.secrets,
    message: messageOf(call.request, headers.timestamp),
    signatureHex: headers.signatureHex,
  })
  if (verification === "none") return Result.fail(mismatch)
  // Who cannot sign does not learn that a key was set to end.
  const hasEnded = key.validForMs !== null && key.validForMs <= 0
  return hasEnded ? Result.fail(unauthorized("expired")) : Result.succeed(key)
}

/** The whole check of a call against one record of its key, in the contract's order. */
const check = (
  call: Call,
  key: KeyRecord | undefined,
): Result.Result<KeyRecord, SigningRefusal> => {
  if (key === undefined || key.revokedAt !== null) {
    verifyNothing(messageOf(call.request, call.headers.timestamps[0] ?? ""))
    return Result.fail(unauthorized(key === undefined ? "unknown" : "revoked"))
  }
  const headers = readSigningHeaders(call.headers, call)
  return Result.flatMap(headers, (read) => verifyAgainst(call, read, key))
}

/** The same, and tells the caller why. */
const settled = (
  call: Call,
  key: KeyRecord | undefined,
): Effect.Effect<KeyRecord, SigningRefusal> =>
  Effect.fromResult(Result.mapError(check(call, key), (refused) => explained(refused, call, key)))

/** Whether a newer record of the key could lift the refusal: a rotated secret does, and a later end. */
const mayBeOutdated = (refusal: SigningRefusal): boolean =>
  (refusal._tag === "InvalidSignature" && refusal.reason === "mismatch") ||
  (refusal._tag === "Unauthorized" && refusal.reason === "expired")

/**
 * Decides whether a call is signed by the key that it names, and answers that key's record.
 *
 * Fails with a {@link SigningRefusal} in the order key, scheme, timestamp, signature; or with
 * KeyStoreUnavailable when the key cannot be looked up, never as if the key were known or unknown.
 * A signature that does not verify is checked once more against a freshly read record.
 */
export type Authenticate = (
  request: SignedRequest,
  nowSeconds: number,
) => Effect.Effect<KeyRecord, SigningRefusal | KeyStoreUnavailable>

/** Prepares the check of calls against the records that `keys` gives. */
export const prepareAuthenticate = (
  keys: KeySource,
  { baseUrl, prefix, windowSeconds }: SigningSettings = defaultSigningSettings,
): Authenticate => {
  const names = signingHeaderNames(prefix)
  return (request, nowSeconds) => {
    const keyId = readKeyId(request.headerValues(names.keyId))
    if (Result.isFailure(keyId)) return Effect.fail(keyId.failure)
    const call: Call = {
      request,
      nowSeconds,
      windowSeconds,
      baseUrl,
      headers: {
        timestamps: request.headerValues(names.timestamp),
        signatures: request.headerValues(names.signature),
      },
    }
    return Effect.flatMap(keys.lookup(keyId.success), (found) => {
      const outcome = check(call, found)
      if (Result.isSuccess(outcome)) return Effect.succeed(outcome.success)
      return keys.refresh !== undefined && mayBeOutdated(outcome.failure)
        ? Effect.flatMap(keys.refresh(keyId.success), (read) => settled(call, read))
        : Effect.fail(explained(outcome.failure, call, found))
    })
  }
}

/** Which secret made a signature, if any did. */
type Verification = "current" | "previous" | "none"

/** Stands in for a missing secret, so that the time taken reveals nothing. */
const dummySecret = Redacted.make(
  "vsk_none_0000000000000000000000000000000000000000000000000000000000000000",
)

/**
 * Tells which secret of a key made a signature.
 *
 * Two HMACs are computed and compared for every signature that the current secret did not make:
 * without a previous secret a dummy takes its place and its verdict is dropped. The time may tell a
 * holder of the current secret that it is the right one.
 */
const verifySignature = (claim: {
  readonly secrets: KeySecrets
  readonly message: MessageParts
  /** The claimed MAC in lower-case hex. */
  readonly signatureHex: string
}): Verification => {
  const { secrets, message, signatureHex } = claim
  const isMadeWith = (secret: Redacted.Redacted): boolean =>
    equalMacs(signatureHex, hmacSha256Hex(Redacted.value(secret), message))
  if (isMadeWith(secrets.current)) return "current"
  const { previous } = secrets
  const previousMatches = isMadeWith(previous?.secret ?? dummySecret)
  return previousMatches && previous !== undefined ? "previous" : "none"
}

const dummySecrets: KeySecrets = { current: dummySecret }

/** Does the work of {@link verifySignature} for a key that does not exist. */
const verifyNothing = (message: MessageParts): void => {
  verifySignature({ secrets: dummySecrets, message, signatureHex: "0".repeat(64) })
}
