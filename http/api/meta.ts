import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as OpenApi from "effect/http-api/OpenApi"
import { errorSchemas, signedRefusals } from "./error-schemas.ts"

const bucket = Schema.Struct({ limit: Schema.Int, used: Schema.Int, remaining: Schema.Int })

const KeyQuota = Schema.Struct({
  reads: bucket,
  writes: bucket,
  burst: Schema.Struct({ limit: Schema.Int, remaining: Schema.Int }),
  resetInSeconds: Schema.Int,
})

const KeyLifetime = Schema.Struct({
  createdAt: Schema.String,
  prices: Schema.Int,
  links: Schema.Int,
  bilans: Schema.Int,
  goLive: Schema.Struct({
    pricesRequired: Schema.Int,
    linksRequired: Schema.Int,
    approved: Schema.Boolean,
    ready: Schema.Boolean,
  }),
})

/** The answer of the reference endpoint. */
export const MetaResponse = Schema.Struct({
  ok: Schema.Boolean,
  apiVersion: Schema.String,
  key: Schema.Struct({
    keyId: Schema.String,
    mode: Schema.Literals(["sandbox", "live"]),
    scopes: Schema.Array(Schema.String),
    quota: KeyQuota,
    lifetime: KeyLifetime,
  }),
  trip: Schema.Struct({
    intents: Schema.Array(Schema.String),
    languages: Schema.Array(Schema.String),
    usStates: Schema.Array(Schema.String),
    maxTravellers: Schema.Int,
    maxDestinations: Schema.Int,
    notes: Schema.Array(Schema.String),
  }),
  guarantees: Schema.Array(
    Schema.Struct({ slug: Schema.String, label: Schema.String, group: Schema.String }),
  ),
  states: Schema.Array(Schema.Struct({ state: Schema.String, meaning: Schema.String })),
}).annotate({ identifier: "MetaResponse" })

/** Vocabulary and the caller's own key state; consumes no daily quota. */
export const meta = HttpApiEndpoint.get("meta", "/api/v1/travel/meta", {
  success: MetaResponse,
  error: errorSchemas(signedRefusals),
})
  .annotate(OpenApi.Summary, "Vocabulary and key state")
  .annotate(
    OpenApi.Description,
    "Trip types, languages, states, guarantees, ceilings, and the quota of the calling key.",
  )
