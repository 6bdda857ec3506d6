import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type GoLiveFacts, missingForKey } from "../../rules/accounts/partner.ts"
import { type Bucket, type QuotaState, remaining } from "../../rules/quota/quota.ts"
import type { Tables } from "../../rules/tables/index.ts"
import { metaVocabulary } from "../../rules/trip/trip-vocabulary.ts"
import type { KeyRecord, Keys } from "../ports/keys.ts"
import { tellOutage } from "../observability/outage-log.ts"
import { afterCharge, type Operations } from "../api/operation.ts"
import { refusal } from "../api/api-refusal.ts"
import { apiVersion } from "../config/version.ts"

const bucketFigures = (bucket: Bucket) => ({ ...bucket, remaining: remaining(bucket) })

const keyQuota = (state: QuotaState) => ({
  reads: bucketFigures(state.reads),
  writes: bucketFigures(state.writes),
  burst: { limit: state.burst.limit, remaining: remaining(state.burst) },
  resetInSeconds: state.window.dayEndsInSeconds,
})

const keyLifetime = (key: KeyRecord, state: QuotaState, facts: GoLiveFacts) => {
  const { bilans, links, prices } = state.lifetime
  const { linksRequired, pricesRequired, status } = facts
  const goLive = {
    pricesRequired,
    linksRequired,
    approved: status === "approved",
    ready: missingForKey("live", facts).length === 0,
  }
  return { createdAt: key.createdAt, prices, links, bilans, goLive }
}

const unavailable = refusal(
  "SERVICE_UNAVAILABLE",
  "The account cannot be read right now; try again shortly.",
  { headers: { "retry-after": "5" } },
)

/** `GET /travel/meta`: vocabulary from the tables and the state of the calling key. */
export const makeMeta = (tables: Tables, keys: Keys["Service"]): Operations["meta"] => {
  const vocabulary = metaVocabulary(tables)
  return {
    admit: ({ key }) =>
      Result.succeed(
        afterCharge((state) =>
          Effect.matchEffect(keys.goLive(key.partner.id), {
            onFailure: ({ cause }) =>
              Effect.andThen(
                tellOutage("the account cannot be read", cause),
                Effect.fail(unavailable),
              ),
            onSuccess: (facts) =>
              Effect.succeed({
                ok: true,
                apiVersion,
                key: {
                  keyId: key.keyId,
                  mode: key.mode,
                  scopes: key.scopes,
                  quota: keyQuota(state),
                  lifetime: keyLifetime(key, state, facts),
                },
                ...vocabulary,
              }),
          }),
        ),
      ),
  }
}
