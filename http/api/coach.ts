import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as OpenApi from "effect/http-api/OpenApi"
import { writtenLanguages } from "../../core/vocabulary/written-language.ts"
import { type bilanBody, TwoLetters } from "../../rules/coach/bilan-body.ts"
import { BilanResponse, CardsResponse } from "../../rules/coach/response.ts"
import { VocabularyResponse } from "../../rules/messages/vocabulary-response.ts"
import { ChargedAs, RequiredScope, StoreOutage } from "./annotations.ts"
import { errorSchemas, signedRefusals } from "./error-schemas.ts"

/** Reads what a bank card's cover lacks for a trip. */
export const bilan = (payload: ReturnType<typeof bilanBody>) =>
  HttpApiEndpoint.post("bilan", "/api/v1/coach/bilan", {
    payload,
    success: BilanResponse,
    error: errorSchemas([
      "INVALID_JSON",
      "BAD_RESIDENCE",
      "NO_DESTINATIONS",
      "TOO_MANY_DESTINATIONS",
      "CARD_MODE_FORBIDDEN",
      ...signedRefusals,
      "QUOTA_EXCEEDED",
      "AUTH_LOOKUP_FAILED",
      "CARD_RESOLVE_FAILED",
    ]),
  })
    .annotate(RequiredScope, "coach")
    .annotate(ChargedAs, "bilan")
    .annotate(StoreOutage, "AUTH_LOOKUP_FAILED")
    .annotate(OpenApi.Summary, "Read what a card lacks for a trip")
    .annotate(
      OpenApi.Description,
      "The card's gaps, ranked arguments and the medical target. Consumes one read; scope `coach`.",
    )

/** A language by its code; the type stays open, as another one is not refused. */
const WrittenLanguage = Schema.String.check(
  Schema.makeFilter((text) => writtenLanguages.some((language) => language === text), {
    toJsonSchema: () => ({ enum: writtenLanguages }),
  }),
)

/** Lists the banks and cards that the Coach knows; consumes no daily quota. */
export const cards = HttpApiEndpoint.get("cards", "/api/v1/coach/cards", {
  query: {
    country: Schema.optionalKey(TwoLetters.annotate({ description: "Omit for every country." })),
    lang: Schema.optionalKey(WrittenLanguage.annotate({ description: "`fr` or `en`." })),
  },
  success: CardsResponse,
  error: errorSchemas(["BAD_COUNTRY", ...signedRefusals, "AUTH_LOOKUP_FAILED"]),
})
  .annotate(RequiredScope, "coach")
  .annotate(StoreOutage, "AUTH_LOOKUP_FAILED")
  .annotate(OpenApi.Summary, "The card catalogue")
  .annotate(OpenApi.Description, "Banks and cards for a card picker. Scope `coach`.")

/** Publishes what bilans may say; unsigned, so that a page may be made with it before any call. */
export const vocabulary = HttpApiEndpoint.get("vocabulary", "/api/v1/coach/vocabulary.json", {
  success: VocabularyResponse,
  error: errorSchemas(["HEADERS_TOO_LARGE"]),
})
  .annotate(OpenApi.Summary, "All that a bilan may say")
  .annotate(
    OpenApi.Description,
    "Ids, message keys and their texts in every language. Needs no signature and costs nothing; comes with an `ETag`, and compressed when asked.",
  )
