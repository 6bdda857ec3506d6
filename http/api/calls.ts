import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as OpenApi from "effect/http-api/OpenApi"
import { Unlisted } from "./annotations.ts"
import { errorSchemas, signedRefusals } from "./error-schemas.ts"
import { textParameter, wholeParameter } from "./parameters.ts"

/** A call as its account lists it; nothing of its body or query is kept. */
export const CallListed = Schema.Struct({
  at: Schema.String.annotate({ description: "When it came in: ISO 8601, UTC." }),
  requestId: Schema.String.annotate({ description: "Its `X-Request-Id`." }),
  keyId: Schema.String,
  isSigned: Schema.Boolean.annotate({
    description:
      "Whether its signature held. One whose signature did not may come from anybody who knows the key id.",
  }),
  endpoint: Schema.String.annotate({ description: "The name of the operation, such as `quotes`." }),
  method: Schema.String,
  path: Schema.String,
  status: Schema.Int,
  errorCode: Schema.NullOr(Schema.String).annotate({
    description: "The `error` that it was answered; null where nothing was wrong.",
  }),
  detail: Schema.NullOr(Schema.String).annotate({
    description: "What was wrong, as the caller was told, in 200 characters at most.",
  }),
  durationMs: Schema.Int,
}).annotate({ identifier: "CallListed" })

/** The calls of an account that have come. */
export const CallsResponse = Schema.Struct({
  ok: Schema.Boolean,
  mode: Schema.Literals(["sandbox", "live"]),
  calls: Schema.Array(CallListed),
  nextCursor: Schema.String.annotate({
    description: "Sent as `cursor`, it asks for what has come since; there always is one.",
  }),
}).annotate({ identifier: "CallsResponse" })

/** Lists the calls of the account in the mode of the key as they come; consumes no daily quota. */
export const calls = HttpApiEndpoint.get("calls", "/api/v1/calls", {
  query: {
    cursor: textParameter(
      "`nextCursor` of the answer before; without it the last calls are listed.",
    ),
    limit: wholeParameter("Calls an answer: 1 to 500, 50 when left out.", {
      minimum: 1,
      maximum: 500,
    }),
    refused: Schema.optionalKey(
      Schema.Literals(["true", "false"]).annotate({
        description: "`true` lists only calls that were refused or failed.",
      }),
    ),
  },
  success: CallsResponse,
  error: errorSchemas(["BAD_REQUEST", ...signedRefusals]),
})
  .annotate(Unlisted, true)
  .annotate(OpenApi.Summary, "List calls")
  .annotate(
    OpenApi.Description,
    "The last calls of all keys of the account in the mode of the key, the oldest first: what was wrong, by request id, code and time. A call is listed about a second after it was answered. With `cursor` each call comes once, in the order in which they were kept; fewer than `limit` say that no more wait. Kept are the last 500, and apart from them the last 100 whose signature did not hold, for 30 days. Answered calls of this list itself are left out of it. No scope, no daily quota.",
  )
