import type { KeyId } from "../../rules/accounts/key-text.ts"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import {
  ChargedAs,
  RequiredScope,
  ShownBucket,
  StoreOutage,
  TellsSales,
} from "../api/annotations.ts"
import { type Answer, jsonAnswer, refusalAnswer } from "../api/answer.ts"
import { burstSpent, daySpent, type Refusal } from "../api/api-refusal.ts"
import {
  diedHere,
  forbidden,
  outageAnswer,
  turnedAwayAnswer,
  unsignedAnswer,
} from "../api/edge-answers.ts"
import type { RequestHead } from "../api/incoming.ts"
import { Answered, type Operation, type SignedCall, type Work } from "../api/operation.ts"
import {
  makeCheckSigner,
  makeClaimedKey,
  SignersTime,
  type SignerUnknown,
  type SigningSettings,
} from "./authenticate.ts"
import { CallGate } from "./gate.ts"
import { callSpan } from "../observability/call-spans.ts"
import { tellOutage } from "../observability/outage-log.ts"
import { KeyCache, type KeyRecord } from "../ports/keys.ts"
import { KeyUses } from "../ports/key-uses.ts"
import { Quotas, type QuotaStoreUnavailable } from "../ports/quotas.ts"
import { isWithin } from "../../rules/accounts/networks.ts"
import type { Scope } from "../../rules/accounts/scopes.ts"
import {
  type BucketName,
  type ChargeKind,
  type QuotaState,
  rateHeaders,
} from "../../rules/quota/quota.ts"
import { signingHeaderNames } from "../../rules/signing/message.ts"

/** An answer, and the key that it went to, for the log. */
export interface SignedAnswer {
  readonly answer: Answer
  readonly keyId?: KeyId
  /** The key that the call names, where it was not found to be signed with it. */
  readonly claimedKeyId?: KeyId | undefined
}

/** Answers a call of a signed endpoint, from its raw head and body. */
type AnswerSigned = (
  endpoint: SignedEndpoint,
  head: RequestHead,
  body: Uint8Array,
) => Effect.Effect<SignedAnswer>

/** The address that a call comes from, and whether its key may be used from there. */
interface CallOrigin {
  readonly address: string
  readonly isListed: boolean
}

/** Whether the key may call the endpoint at all. */
const checkKey = (
  endpoint: SignedEndpoint,
  key: KeyRecord,
  { address, isListed }: CallOrigin,
): Result.Result<void, Refusal> => {
  if (!isListed) return Result.fail(forbidden.address(address))
  if (key.partner.status === "suspended") return Result.fail(forbidden.account)
  if (endpoint.tellsSales && !key.readsSales) return Result.fail(forbidden.sales)
  return endpoint.scope === null || key.scopes.includes(endpoint.scope)
    ? Result.void
    : Result.fail(forbidden.scope(endpoint.scope))
}

/** How often in one call the key may be found changed before the store counts as unreadable. */
const keyChangesTolerated = 5

/**
 * The way of a signed call: signature, scope and body, charge, work. A key that changes meanwhile is
 * read again, and the call begins anew.
 */
export const makeSignedCalls = (settings: SigningSettings) =>
  Effect.gen(function* () {
    const keys = yield* KeyCache
    const quotas = yield* Quotas
    const { addressOf, keys: gate } = yield* CallGate
    const noteUse = yield* KeyUses
    const checkSigner = yield* makeCheckSigner(settings)
    const claimedKey = yield* makeClaimedKey(settings)
    const span = yield* callSpan
    const charging = span("Quotas.charge")
    const clock = yield* Effect.clockWith(Effect.succeed)
    const timeForSigner = yield* SignersTime
    const timestampName = signingHeaderNames(settings.prefix).timestamp

    /** A call that fails gives its read back. */
    const giveBack = (
      { charge }: SignedEndpoint,
      { keyId, revision }: KeyRecord,
      { window }: QuotaState,
    ): Effect.Effect<void> =>
      charge === "call"
        ? Effect.void
        : Effect.ignore(quotas.refund({ keyId, revision, kind: charge, day: window.day }))

    /** Does the work of a call that was charged under `state`. */
    const work = (
      endpoint: SignedEndpoint,
      key: KeyRecord,
      state: QuotaState,
      { answer, headers: own }: Work<unknown>,
    ): Effect.Effect<Answer> => {
      const rates = rateHeaders(state, endpoint.bucket)
      const headers = own === undefined ? rates : { ...rates, ...own }
      const program = Effect.suspend(() => answer(state))
      return Effect.matchCauseEffect(span(endpoint.name)(program), {
        onSuccess: (done) => {
          if (!(done instanceof Answered)) return Effect.succeed(jsonAnswer(200, done, headers))
          const after = { ...headers, ...rateHeaders(done.state, endpoint.bucket) }
          return Effect.succeed(jsonAnswer(done.status, done.body, after))
        },
        onFailure: (cause) => {
          const failed = cause.reasons.find((reason) => reason._tag === "Fail")
          const refused = failed?.error ?? diedHere
          const log = failed === undefined ? Effect.logError("call died", cause) : Effect.void
          const answer = refusalAnswer(refused, { ...headers, ...givenBack(state, endpoint) })
          return Effect.as(Effect.andThen(log, giveBack(endpoint, key, state)), answer)
        },
      })
    }

    /** Reads what a signer asks for and charges it; refuses what the key may not, or has no quota for. */
    const answerSigner = (
      endpoint: SignedEndpoint,
      key: KeyRecord,
      call: SignedCall,
      from: CallOrigin,
      beginAgain: () => Effect.Effect<SignedAnswer>,
    ): Effect.Effect<SignedAnswer> => {
      const { keyId, revision } = key
      const under = (answer: Answer): SignedAnswer => ({ answer, keyId })
      const admitted = Result.flatMap(checkKey(endpoint, key, from), () =>
        endpoint.operation.admit(call),
      )
      const isAdmitted = Result.isSuccess(admitted)
      const charge = { keyId, revision, kind: isAdmitted ? endpoint.charge : "call" } as const
      return Effect.matchEffect(gate.through(keyId, charging(quotas.charge(charge))), {
        onFailure: (failed) => Effect.map(unanswered(endpoint, failed), under),
        onSuccess: (outcome) => {
          if (outcome._tag === "KeyChanged") {
            keys.invalidate(keyId)
            return beginAgain()
          }
          const { state } = outcome
          const headers = rateHeaders(state, endpoint.bucket)
          if (outcome._tag !== "Granted") {
            const spent =
              outcome._tag === "BurstSpent" ? burstSpent(state) : daySpent(state, "reads")
            return Effect.succeed(under(refusalAnswer(spent, headers)))
          }
          return isAdmitted
            ? Effect.map(work(endpoint, key, state, admitted.success), under)
            : Effect.succeed(under(refusalAnswer(admitted.failure, headers)))
        },
      })
    }

    const begin = (
      endpoint: SignedEndpoint,
      head: RequestHead,
      body: Uint8Array,
      keyChanges: number,
    ): Effect.Effect<SignedAnswer> => {
      if (keyChanges > keyChangesTolerated) {
        return Effect.succeed({ answer: outageAnswer(endpoint.outage) })
      }
      const nowMs = clock.currentTimeMillisUnsafe()
      return Effect.matchEffect(checkSigner(head, body, timeForSigner(head, nowMs)), {
        onFailure: (refused) =>
          Effect.map(unanswered(endpoint, refused), (answer) => ({
            answer,
            claimedKeyId: claimedKey(head),
          })),
        onSuccess: (key) => {
          // The one timestamp that the signature has just been found to hold for.
          const signedAtSeconds = Number(head.headerValues(timestampName)[0])
          const call = { key, body, query: head.query, nowMs, signedAtSeconds }
          const address = addressOf(head)
          const isListed = isWithin(key.networks, address)
          if (isListed) noteUse(key.keyId, address, nowMs)
          return answerSigner(endpoint, key, call, { address, isListed }, () =>
            begin(endpoint, head, body, keyChanges + 1),
          )
        },
      })
    }

    const answerSigned: AnswerSigned = (endpoint, head, body) =>
      Effect.suspend(() => begin(endpoint, head, body, 0))
    return answerSigned
  })

/** An endpoint as the pipeline runs it: its facts, read once from the API's annotations. */
interface SignedEndpoint {
  readonly name: string
  readonly scope: Scope | null
  readonly tellsSales: boolean
  readonly charge: ChargeKind
  readonly bucket: BucketName
  readonly outage: "SERVICE_UNAVAILABLE" | "AUTH_LOOKUP_FAILED"
  readonly operation: Operation<unknown>
}

/** The facts of an endpoint from its annotations, with its program. */
export const signedEndpoint = (
  endpoint: { readonly identifier: string; readonly annotations: Context.Context<never> },
  operation: Operation<unknown>,
): SignedEndpoint => ({
  name: endpoint.identifier,
  scope: Context.get(endpoint.annotations, RequiredScope),
  tellsSales: Context.get(endpoint.annotations, TellsSales),
  charge: Context.get(endpoint.annotations, ChargedAs),
  bucket: Context.get(endpoint.annotations, ShownBucket),
  outage: Context.get(endpoint.annotations, StoreOutage),
  operation,
})

/** The answer to a call whose signer is not known, or that could not be charged. */
const unanswered = (
  { outage }: SignedEndpoint,
  failed: QuotaStoreUnavailable | SignerUnknown,
): Effect.Effect<Answer> => {
  switch (failed._tag) {
    case "TooManyWaiting":
      return Effect.succeed(turnedAwayAnswer)
    case "KeyStoreUnavailable":
      return Effect.as(tellOutage("keys cannot be read", failed.cause), outageAnswer(outage))
    case "QuotaStoreUnavailable":
      return Effect.as(tellOutage("quotas cannot be charged", failed.cause), outageAnswer(outage))
    default:
      return Effect.succeed(unsignedAnswer(failed))
  }
}

/** The rate headers that change when a read is given back. */
const givenBack = (
  state: QuotaState,
  endpoint: SignedEndpoint,
): Readonly<Record<string, string>> => {
  if (endpoint.charge === "call") return {}
  const reads = { ...state.reads, used: state.reads.used - 1 }
  return rateHeaders({ ...state, reads }, endpoint.bucket)
}
