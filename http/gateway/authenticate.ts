import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { isKeyIdText, type KeyId } from "../../rules/accounts/key-text.ts"
import type { RequestHead } from "../api/incoming.ts"
import { CallGate, type TooManyWaiting } from "./gate.ts"
import { callSpan } from "../observability/call-spans.ts"
import type { KeyStoreUnavailable } from "../ports/account-errors.ts"
import * as macs from "../platform/hmac.ts"
import { KeyCache, type KeyRecord, KnownKeys } from "../ports/keys.ts"
import { signingHeaderNames } from "../../rules/signing/message.ts"
import {
  makeSignatureCheck,
  readKeyId,
  type SignatureClaim,
  type SignedRequest,
  timestampWindowSeconds,
} from "../../rules/signing/check.ts"
import type { SigningRefusal } from "../../rules/signing/signing-refusal.ts"

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
    const claim: SignatureClaim = {
      request,
      nowSeconds,
      windowSeconds,
      baseUrl,
      headers: {
        timestamps: request.headerValues(names.timestamp),
        signatures: request.headerValues(names.signature),
      },
    }
    const told = (key: KeyRecord | undefined, outcome: Result.Result<KeyRecord, SigningRefusal>) =>
      Effect.fromResult(Result.mapError(outcome, (refused) => explained(refused, claim, key)))
    return Effect.flatMap(keys.lookup(keyId.success), (found) => {
      const outcome = check(claim, found)
      return Result.isFailure(outcome) &&
        keys.refresh !== undefined &&
        mayBeOutdated(outcome.failure)
        ? Effect.flatMap(keys.refresh(keyId.success), (read) => told(read, check(claim, read)))
        : told(found, outcome)
    })
  }
}

const { check, explained } = makeSignatureCheck(macs)
