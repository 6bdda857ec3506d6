import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Result from "effect/Result"
import { interned } from "../../core/table/interned.ts"
import type { ChargeOutcome } from "../../rules/quota/charge.ts"
import { type QuotaState, rateHeaders } from "../../rules/quota/state.ts"
import { signingHeaderNames } from "../../rules/signing/headers.ts"
import { KeyCache } from "../ports/key-cache.ts"
import type { KeyRecord } from "../ports/key-record.ts"
import { SpanAround } from "../observability/span-around.ts"
import { Quotas } from "../ports/quotas.ts"
import type { SigningSettings } from "./signing/authenticate.ts"
import { type Answer, jsonAnswer, refusalAnswer } from "../api/answer.ts"
import { type BeginnableWork, beginnable } from "./beginnable-work.ts"
import { makeLetIn, type NotLetIn } from "./let-in.ts"
import { CallGate } from "./gate.ts"
import type { RequestHead } from "../api/incoming.ts"
import { Answered, type DaySpent, type SignedCall } from "../api/operation.ts"
import {
  answered,
  type Charging,
  goAtOnce,
  goInFiber,
  type RunEffect,
  type Step,
  type ToCharge,
} from "./progress.ts"
import { type Refusal, refusal } from "../api/refusal.ts"
import type { SignedEndpoint } from "./signed-endpoint.ts"
import { burstSpent, daySpent, givenBack, outage, uncharged, unsigned } from "./signed-refusals.ts"
import { makeSpentKeys } from "./spent-keys.ts"

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

/** Whether the key may call the endpoint at all. */
const checkScope = (endpoint: SignedEndpoint, key: KeyRecord): Result.Result<void, Refusal> => {
  if (key.partner.status === "suspended") {
    return Result.fail(refusal("SCOPE_FORBIDDEN", "The account is suspended."))
  }
  return endpoint.scope === null || key.scopes.includes(endpoint.scope)
    ? Result.void
    : Result.fail(refusal("SCOPE_FORBIDDEN", `The key lacks the scope ${endpoint.scope}.`))
}

/** How often in one call the key may be found changed before the store counts as unreadable. */
const keyChangesTolerated = 5

/** How many keys that were refused for their quota are remembered. */
const spentKeysMax = 10_000

/** Answers calls of signed endpoints; a key that changes meanwhile is read again. */
export interface SignedCalls {
  /** Answers a call in one fiber. */
  readonly answer: (
    endpoint: SignedEndpoint,
    head: RequestHead,
    body: Uint8Array,
  ) => Effect.Effect<SignedAnswer>
  /** Answers a call without a fiber, as far as nothing but its charge has to be waited for. */
  readonly answerAtOnce: (
    endpoint: SignedEndpoint,
    head: RequestHead,
    body: Uint8Array,
    on: {
      readonly run: RunEffect
      readonly tell: (answered: Exit.Exit<SignedAnswer>) => void
    },
  ) => void
}

/** The program behind a signed endpoint, from the raw call to its answer. */
export const makeSignedCalls = (settings: SigningSettings) =>
  Effect.gen(function* () {
    const keys = yield* KeyCache
    const quotas = yield* Quotas
    const { keys: gate } = yield* CallGate
    const letIn = yield* makeLetIn(settings)
    const clock = yield* Effect.clockWith(Effect.succeed)
    const around = yield* SpanAround
    const aroundCharge = around("Quotas.charge")
    const timestampName = interned(signingHeaderNames(settings.prefix).timestamp)
    /** The one timestamp that the signature has just been found to hold for. */
    const signedAt = ({ headerValues }: RequestHead): number =>
      Number(headerValues(timestampName)[0])
    /** Keys whose last call was refused for their quota: nothing is begun for them in vain. */
    const spentKeys = makeSpentKeys(spentKeysMax)

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

    /** What answers a call once its charge has been settled. */
    const settled = (
      endpoint: SignedEndpoint,
      key: KeyRecord,
      admitted: Result.Result<BeginnableWork, Refusal>,
      outcome: Exclude<ChargeOutcome, { readonly _tag: "KeyChanged" }>,
    ): Effect.Effect<Answer> => {
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
    }

    /** A call on its way to its charge; `again` begins it anew, as its key has changed meanwhile. */
    const toCharge = (
      endpoint: SignedEndpoint,
      call: SignedCall,
      again: () => Step<SignedAnswer>,
    ): ToCharge<SignedAnswer> => {
      const { key } = call
      const { keyId, revision } = key
      const admitted = Result.map(
        Result.flatMap(checkScope(endpoint, key), () => endpoint.operation.admit(call)),
        beginnable,
      )
      const isAdmitted = Result.isSuccess(admitted)
      const underKey = (answer: Answer) => answered({ answer, keyId })
      return {
        _tag: "ToCharge",
        charge: { keyId, revision, kind: isAdmitted ? endpoint.charge : "call" },
        beside: isAdmitted && !spentKeys.has(keyId) ? admitted.success.begin : undefined,
        next: (charged) => {
          if (Exit.isFailure(charged)) {
            return Effect.flatMapEager(uncharged(endpoint, charged.cause), underKey)
          }
          const outcome = charged.value
          if (outcome._tag !== "KeyChanged") {
            return Effect.flatMapEager(settled(endpoint, key, admitted, outcome), underKey)
          }
          keys.invalidate(keyId)
          return again()
        },
      }
    }

    const begin = (
      endpoint: SignedEndpoint,
      head: RequestHead,
      body: Uint8Array,
      attemptsLeft: number,
    ): Step<SignedAnswer> => {
      const nowMs = clock.currentTimeMillisUnsafe()
      const signer = letIn(head, body, nowMs)
      const again = (): Step<SignedAnswer> =>
        attemptsLeft > 0
          ? begin(endpoint, head, body, attemptsLeft - 1)
          : answered({ answer: refusalAnswer(outage(endpoint)) })
      return Effect.flatMapEager(
        Effect.matchEager(signer, { onFailure: Result.fail, onSuccess: Result.succeed }),
        Result.match({
          onFailure: (refused: NotLetIn) =>
            Effect.flatMapEager(unsigned(endpoint)(refused), (answer) => answered({ answer })),
          onSuccess: (key: KeyRecord) =>
            Effect.succeed(
              toCharge(
                endpoint,
                { key, body, query: head.query, nowMs, signedAtSeconds: signedAt(head) },
                again,
              ),
            ),
        }),
      )
    }

    const charging: Charging = { quotas, gate, aroundCharge }
    const calls: SignedCalls = {
      answer: (endpoint, head, body) =>
        Effect.suspend(() => goInFiber(charging, begin(endpoint, head, body, keyChangesTolerated))),
      answerAtOnce: (endpoint, head, body, { run, tell }) =>
        goAtOnce(charging, run, () => begin(endpoint, head, body, keyChangesTolerated), tell),
    }
    return calls
  })
