import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as OpenApi from "effect/http-api/OpenApi"
import { linkBody, linkRefusalCodes } from "../../rules/links/request.ts"
import type { tripRequest } from "../../rules/trip/trip.ts"
import { RequiredScope, ShownBucket } from "./annotations.ts"
import { errorSchemas, signedRefusals } from "./error-schemas.ts"

/** The answer to a request for a link. */
export const LinkResponse = Schema.Struct({
  ok: Schema.Boolean,
  mode: Schema.Literals(["sandbox", "live"]),
  subscriptionId: Schema.String,
  url: Schema.String.annotate({
    description:
      "For the traveller, unchanged: what it names is signed, so that it opens the quote during an outage too.",
  }),
  ref: Schema.NullOr(Schema.String),
  offerId: Schema.NullOr(Schema.Int),
  replayed: Schema.Boolean,
  updated: Schema.Boolean,
  expiresAt: Schema.String,
  meta: Schema.Struct({ apiVersion: Schema.String, language: Schema.String }),
}).annotate({ identifier: "LinkResponse" })

const answerWith = (status: 200 | 201, description: string) =>
  LinkResponse.annotate({ httpApiStatus: status, description })

/** Turns a clicked offer into a tracked link on the session's subscription. */
export const links = (trip: ReturnType<typeof tripRequest>) =>
  HttpApiEndpoint.post("links", "/api/v1/travel/links", {
    payload: linkBody(trip),
    success: [
      answerWith(200, "The session held its subscription already; `updated` tells a changed trip."),
      answerWith(201, "A fresh subscription: the session's first, or the one after a frozen one."),
    ],
    error: errorSchemas([
      "INVALID_JSON",
      ...linkRefusalCodes,
      ...signedRefusals,
      "NO_ATTRIBUTION_CONFIGURED",
      "LINK_NOT_FOUND",
      "QUOTA_EXCEEDED",
      "QUOTE_CREATE_FAILED",
      "QUOTE_CREATE_UNAVAILABLE",
    ]),
  })
    .annotate(RequiredScope, "quotes.link")
    .annotate(ShownBucket, "writes")
    .annotate(OpenApi.Summary, "Make a tracked link")
    .annotate(
      OpenApi.Description,
      "A link for the traveller of a quoting session. The first call opens a subscription that is credited to you; later ones keep it up to date. Consumes one write when it answers 201; scope `quotes.link`.",
    )
