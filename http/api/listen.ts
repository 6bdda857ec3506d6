import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import { RequiredScope, TellsSales, Unlisted } from "./annotations.ts"
import { errorSchemas, signedRefusals } from "./error-schemas.ts"

/** What a poll of `viatica listen` asks. */
export const ListenPoll = Schema.Struct({
  /** Left out, a listener is made, and answered at once. */
  listenerId: Schema.optionalKey(Schema.String),
  /** Ids of events that have been forwarded, or shown. */
  settled: Schema.optionalKey(Schema.Array(Schema.String)),
  /** Whether it is the last poll. */
  ends: Schema.optionalKey(Schema.Boolean),
})

/** What a poll of `viatica listen` is answered. */
export const ListenResponse = Schema.Struct({
  ok: Schema.Boolean,
  mode: Schema.Literals(["sandbox", "live"]),
  listenerId: Schema.String,
  /** Whether as many events waited as are kept for a listener, so that later ones may be missing. */
  isFull: Schema.Boolean,
  events: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      type: Schema.String,
      at: Schema.String,
      /** Byte for byte what an endpoint receives. */
      body: Schema.String,
    }),
  ),
})

/**
 * Tells a listener of sandbox events, as soon as there are some. What it is not told to have settled it is
 * told again.
 */
export const listen = HttpApiEndpoint.post("listen", "/api/v1/events/listen", {
  payload: ListenPoll,
  success: ListenResponse,
  error: errorSchemas([
    "BAD_REQUEST",
    "INVALID_JSON",
    "EVENT_NOT_FOUND",
    "TOO_MANY_EVENT_ENDPOINTS",
    ...signedRefusals,
  ]),
})
  .annotate(RequiredScope, "events")
  .annotate(TellsSales, true)
  .annotate(Unlisted, true)
