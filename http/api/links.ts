import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as OpenApi from "effect/http-api/OpenApi"
import { linkRefusalCodes } from "../../rules/links/refusal.ts"
import { RequiredScope, ShownBucket } from "./annotations.ts"
import { errorSchemas, signedRefusals } from "./errors.ts"
import { TripRequest } from "./quotes.ts"

const optional = Schema.optionalKey

/** The body of a request for a link. */
export const LinkRequest = Schema.Struct({
  sessionId: Schema.String.annotate({ description: "As `POST /quotes` gave it." }),
  trip: TripRequest,
  language: optional(Schema.String.annotate({ description: "One of 26; default en." })),
  offerId: optional(
    Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)).annotate({
      description:
        "The offer that was clicked, of the catalogue of the key's mode; without one the link opens the list of offers.",
    }),
  ),
  linkCode: optional(
    Schema.String.check(Schema.isPattern(/^[A-Za-z0-9]{4,32}$/u)).annotate({
      description: "One of your tracked links, to tell channels apart.",
    }),
  ),
})

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
})

const answerWith = (status: 200 | 201, description: string) =>
  LinkResponse.annotate({ httpApiStatus: status, description })

/** Turns a clicked offer into a tracked link on the session's subscription. */
export const links = HttpApiEndpoint.post("links", "/api/v1/travel/links", {
  payload: LinkRequest,
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
