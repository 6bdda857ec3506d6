import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { ChargeKind } from "../../rules/quota/charge.ts"
import { type BucketName, type QuotaState, rateHeaders } from "../../rules/quota/state.ts"
import { type SigningRefusal, signingRefusalDetail } from "../../rules/signing/refusal.ts"
import type { Scope } from "../../rules/accounts/scopes.ts"
import type { KeyStoreUnavailable } from "../accounts/errors.ts"
import { KeyCache } from "../accounts/key-cache.ts"
import type { KeyRecord } from "../accounts/key-record.ts"
import { ChargedAs, RequiredScope, ShownBucket, StoreOutage } from "../api/annotations.ts"
import { SpanAround } from "../observability/span-around.ts"
import { Quotas } from "../quota/quotas.ts"
import { authenticate, type SigningSettings } from "../signing/authenticate.ts"
import { type Answer, jsonAnswer, refusalAnswer } from "./answer.ts"
import { type BeginnableWork, beginnable } from "./beginnable-work.ts"
import { CallGate, type TooManyWaiting } from "./gate.ts"
import type { RequestHead } from "./incoming.ts"
import { Answered, type DaySpent, type Operation, type SignedCall } from "./operation.ts"
import { type Refusal, refusal } from "./refusal.ts"

/** An endpoint as the pipeline runs it: its facts, read once from the API's annotations. */
export interface SignedEndpoint {
  readonly name: string
  readonly scope: Scope | null
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
  charge: Context.get(endpoint.annotations, ChargedAs),
  bucket: Context.get(endpoint.annotations, ShownBucket),
  outage: Context.get(endpoint.annotations, StoreOutage),
  operation,
})

/** An answer, and the key that it went to, for the log. */
export interface SignedAnswer {
  readonly answer: Answer
  readonly keyId?: string
}

/** A call that was let through: the quota after its charge, and the headers that tell it. */
interface Granted {
  readonly state: QuotaState
  readonly headers: Readonly<Record<string, string>>
}

const signingRefusal = (refused: SigningRefusal): Refusal =>
  refusal(refused.code, signingRefusalDetail(refused))

const outage = (endpoint: SignedEndpoint): Refusal =>
  refusal(endpoint.outage, "Keys and quotas cannot be read right now; try again shortly.", {
    headers: { "retry-after": "5" },
  })

/** A call that came while too many others waited; nothing of it was counted or done. */
const turnedAway = refusalAnswer(
  refusal("SERVICE_UNAVAILABLE", "Too many calls are waiting right now; try again shortly.", {
    headers: { "retry-after": "1" },
  }),
)

/** What answers a call that nobody is known to have signed. */
const unsigned =
  (endpoint: SignedEndpoint) =>
  (refused: TooManyWaiting | KeyStoreUnavailable | SigningRefusal): Effect.Effect<SignedAnswer> => {
    switch (refused._tag) {
      case "TooManyWaiting":
        return Effect.succeed({ answer: turnedAway })
      case "KeyStoreUnavailable":
        return Effect.as(Effect.logError("keys cannot be read", refused.cause), {
          answer: refusalAnswer(outage(endpoint)),
        })
      default:
        return Effect.succeed({ answer: refusalAnswer(signingRefusal(refused)) })
    }
  }

/** Whether the key may call the endpoint at all. */
const checkScope = (endpoint: SignedEndpoint, key: KeyRecord): Result.Result<void, Refusal> => {
  if (key.partner.status === "suspended") {
    return Result.fail(refusal("SCOPE_FORBIDDEN", "The account is suspended."))
  }
  return endpoint.scope === null || key.scopes.includes(endpoint.scope)
    ? Result.void
    : Result.fail(refusal("SCOPE_FORBIDDEN", `The key lacks the scope ${endpoint.scope}.`))
}

const burstSpent = (state: QuotaState): Refusal =>
  refusal("RATE_LIMITED", `More than ${state.burst.limit} calls in this minute.`, {
    headers: { "retry-after": String(state.window.minuteEndsInSeconds) },
  })

const daySpent = (state: QuotaState, bucket: BucketName): Refusal =>
  refusal("QUOTA_EXCEEDED", `The day's ${state[bucket].limit} ${bucket} are spent.`, {
    extra: { bucket },
    headers: { "retry-after": String(state.window.dayEndsInSeconds) },
  })

/** The program behind a signed endpoint, from the raw call to its answer. */
export const makeSignedCalls = (settings: SigningSettings) =>
  Effect.gen(function* () {
    const keys = yield* KeyCache
    const quotas = yield* Quotas
    const gate = yield* CallGate
    const around = yield* SpanAround
    const aroundCharge = around("Quotas.charge")
    const aroundAuthenticate = around("authenticate")
    /** Keys whose last call was refused for their quota: nothing is begun for them in vain. */
    const spentKeys = new Set<string>()

    /** A 429 counts nowhere: the call, charged under `state`, is taken out of the burst again. */
    const uncounted = (
      { keyId }: KeyRecord,
      state: QuotaState,
      spent: DaySpent,
    ): Effect.Effect<Answer> => {
      const burst = { ...spent.state.burst, used: spent.state.burst.used - 1 }
      const headers = rateHeaders({ ...spent.state, burst }, spent.bucket)
      return Effect.as(
        Effect.ignore(quotas.uncount({ keyId, minute: state.window.minute })),
        refusalAnswer(daySpent(spent.state, spent.bucket), headers),
      )
    }

    /** A call that fails gives its read back. */
    const giveBack = (
      { charge }: SignedEndpoint,
      { keyId, revision }: KeyRecord,
      { window }: QuotaState,
    ): Effect.Effect<void> =>
      charge === "call"
        ? Effect.void
        : Effect.ignore(quotas.refund({ keyId, revision, kind: charge, day: window.day }))

    const work = (
      endpoint: SignedEndpoint,
      key: KeyRecord,
      { headers, state }: Granted,
      { answer: makeAnswer }: BeginnableWork,
    ): Effect.Effect<Answer> =>
      Effect.matchCauseEffectEager(
        around(endpoint.name)(() => makeAnswer(state)),
        {
          onSuccess: (done) => {
            if (!(done instanceof Answered)) return Effect.succeed(jsonAnswer(200, done, headers))
            const after = { ...headers, ...rateHeaders(done.state, endpoint.bucket) }
            return Effect.succeed(jsonAnswer(done.status, done.body, after))
          },
          onFailure: (cause) => {
            const failed = cause.reasons.find((reason) => reason._tag === "Fail")
            if (failed?.error._tag === "DaySpent") return uncounted(key, state, failed.error)
            const refused = failed?.error ?? refusal("INTERNAL_ERROR", "The call failed here.")
            const log = failed === undefined ? Effect.logError("call died", cause) : Effect.void
            const answer = refusalAnswer(refused, { ...headers, ...givenBack(state, endpoint) })
            return Effect.as(Effect.andThen(log, giveBack(endpoint, key, state)), answer)
          },
        },
      )

    /** Charges a call and runs it; undefined when its key has changed since it was read. */
    const charged = (
      endpoint: SignedEndpoint,
      call: SignedCall,
    ): Effect.Effect<Answer | undefined> => {
      const { key } = call
      const admitted = Result.map(
        Result.flatMap(checkScope(endpoint, key), () => endpoint.operation.admit(call)),
        beginnable,
      )
      const kind = Result.isSuccess(admitted) ? endpoint.charge : "call"
      const charge = { keyId: key.keyId, revision: key.revision, kind }
      const begin =
        Result.isSuccess(admitted) && !spentKeys.has(key.keyId) ? admitted.success.begin : undefined
      return Effect.matchEffect(
        gate(() => aroundCharge(() => quotas.charge(charge, begin))),
        {
          onFailure: (error) =>
            error._tag === "TooManyWaiting"
              ? Effect.succeed(turnedAway)
              : Effect.as(
                  Effect.logError("quotas cannot be charged", error.cause),
                  refusalAnswer(outage(endpoint)),
                ),
          onSuccess: (outcome) => {
            if (outcome._tag === "KeyChanged") return Effect.as(Effect.void, undefined)
            const headers = rateHeaders(outcome.state, endpoint.bucket)
            if (outcome._tag === "Granted") spentKeys.delete(key.keyId)
            else spentKeys.add(key.keyId)
            switch (outcome._tag) {
              case "BurstSpent":
                return Effect.succeed(refusalAnswer(burstSpent(outcome.state), headers))
              case "DaySpent":
                return Effect.succeed(refusalAnswer(daySpent(outcome.state, "reads"), headers))
              case "Granted":
                return Result.isSuccess(admitted)
                  ? work(endpoint, key, { state: outcome.state, headers }, admitted.success)
                  : Effect.succeed(refusalAnswer(admitted.failure, headers))
            }
          },
        },
      )
    }

    const answer = (
      endpoint: SignedEndpoint,
      call: RequestHead,
      body: Uint8Array,
      attemptsLeft: number,
    ): Effect.Effect<SignedAnswer> =>
      Effect.clockWith((clock) => {
        const nowMs = clock.currentTimeMillisUnsafe()
        const signer = gate(() =>
          aroundAuthenticate(() =>
            authenticate({ ...call, body }, Math.floor(nowMs / 1000), keys, settings),
          ),
        )
        const admitted = Effect.matchEager(signer, {
          onFailure: Result.fail,
          onSuccess: Result.succeed,
        })
        return Effect.flatMapEager(
          admitted,
          Result.match({
            onFailure: unsigned(endpoint),
            onSuccess: (key: KeyRecord) =>
              Effect.flatMap(
                charged(endpoint, { key, body, query: call.query, nowMs }),
                (done): Effect.Effect<SignedAnswer> => {
                  if (done !== undefined) return Effect.succeed({ answer: done, keyId: key.keyId })
                  keys.invalidate(key.keyId)
                  return attemptsLeft > 0
                    ? answer(endpoint, call, body, attemptsLeft - 1)
                    : Effect.succeed({ answer: refusalAnswer(outage(endpoint)) })
                },
              ),
          }),
        )
      })

    /** Answers a call of a signed endpoint; a key that changes meanwhile is read again. */
    return (endpoint: SignedEndpoint, call: RequestHead, body: Uint8Array) =>
      answer(endpoint, call, body, keyChangesTolerated)
  })

/** How often in one call the key may be found changed before the store counts as unreadable. */
const keyChangesTolerated = 5

/** The rate headers that change when a read is given back. */
const givenBack = (
  state: QuotaState,
  endpoint: SignedEndpoint,
): Readonly<Record<string, string>> => {
  if (endpoint.charge === "call") return {}
  const reads = { ...state.reads, used: state.reads.used - 1 }
  return rateHeaders({ ...state, reads }, endpoint.bucket)
}
