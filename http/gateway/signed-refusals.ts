import * as Effect from "effect/Effect"
import { type QuotaState, rateHeaders } from "../../rules/quota/quota.ts"
import { type SigningRefusal, signingRefusalDetail } from "../../rules/signing/signing-refusal.ts"
import { tellOutage } from "../observability/outage-log.ts"
import type { QuotaStoreUnavailable } from "../ports/quotas.ts"
import { type Answer, refusalAnswer } from "../api/answer.ts"
import type { SignerUnknown } from "./signer-check.ts"
import type { TooManyWaiting } from "./gate.ts"
import { type Refusal, refusal } from "../api/api-refusal.ts"
import type { SignedEndpoint } from "./signed-endpoint.ts"

const signingRefusal = (refused: SigningRefusal): Refusal =>
  refusal(refused.code, signingRefusalDetail(refused))

/** The refusal of a call while keys or quotas cannot be read. */
export const outage = (endpoint: SignedEndpoint): Refusal =>
  refusal(endpoint.outage, "Keys and quotas cannot be read right now; try again shortly.", {
    headers: { "retry-after": "5" },
  })

/** The answer to a call that came while too many others waited; nothing was counted or done. */
const turnedAway = refusalAnswer(
  refusal("SERVICE_UNAVAILABLE", "Too many calls are waiting right now; try again shortly.", {
    headers: { "retry-after": "1" },
  }),
)

/** The answer to a call whose signer is not known. */
export const unsigned =
  (endpoint: SignedEndpoint) =>
  (refused: SignerUnknown): Effect.Effect<Answer> => {
    switch (refused._tag) {
      case "TooManyWaiting":
        return Effect.succeed(turnedAway)
      case "KeyStoreUnavailable":
        return Effect.as(
          tellOutage("keys cannot be read", refused.cause),
          refusalAnswer(outage(endpoint)),
        )
      default:
        return Effect.succeed(refusalAnswer(signingRefusal(refused)))
    }
  }

/** The answer to a call that could not be charged. */
export const uncharged = (
  endpoint: SignedEndpoint,
  failed: QuotaStoreUnavailable | TooManyWaiting,
): Effect.Effect<Answer> =>
  failed._tag === "TooManyWaiting"
    ? Effect.succeed(turnedAway)
    : Effect.as(
        tellOutage("quotas cannot be charged", failed.cause),
        refusalAnswer(outage(endpoint)),
      )

/** The rate headers that change when a read is given back. */
export const givenBack = (
  state: QuotaState,
  endpoint: SignedEndpoint,
): Readonly<Record<string, string>> => {
  if (endpoint.charge === "call") return {}
  const reads = { ...state.reads, used: state.reads.used - 1 }
  return rateHeaders({ ...state, reads }, endpoint.bucket)
}
