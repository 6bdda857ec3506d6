import * as Schema from "effect/Schema"
import { Language } from "../trip/quote-body.ts"
import type { tripRequest } from "../trip/trip.ts"
import { linkCodePattern } from "./link-code.ts"

/** The lowest id of an offer. */
export const offerIdMin = 1

const optional = Schema.optionalKey

/** The body of a request for a link. */
export const linkBody = (trip: ReturnType<typeof tripRequest>) =>
  Schema.Struct({
    sessionId: Schema.String.annotate({ description: "As `POST /quotes` gave it." }),
    trip,
    language: optional(Language),
    offerId: optional(
      Schema.Int.check(Schema.isGreaterThanOrEqualTo(offerIdMin)).annotate({
        description:
          "The offer that was clicked, of the catalogue of the key's mode; without one the link opens the list of offers.",
      }),
    ),
    linkCode: optional(
      Schema.String.check(Schema.isPattern(linkCodePattern)).annotate({
        description: "One of your tracked links, to tell channels apart.",
      }),
    ),
  })

/** The names of its fields. */
export type LinkField = keyof ReturnType<typeof linkBody>["Type"]
