import { makeApi } from "../../api/api.ts"

export { BilanBody, LinkBody, PricedTrip, QuoteBody, QuoteResponse, TripBody } from "./schemas.ts"
export { Argument, BilanResponse, CardsResponse, Gap } from "../../../rules/coach/response.ts"
export { VocabularyResponse } from "../../../rules/messages/vocabulary-response.ts"
export { ReportBody as ConversionBody } from "../../../rules/sales/report-body.ts"
export { ConversionResponse } from "../../api/conversion.ts"
export { LinkResponse } from "../../api/links.ts"
export { MetaResponse } from "../../api/meta.ts"
export { Offer } from "../../api/quotes.ts"
export { SalesResponse } from "../../api/sales.ts"
export { StatementBooksResponse, StatementsResponse } from "../../api/statements.ts"

/** Limits are the service's to hold: they change with its tables. */
const anyLimit = (): number => Number.MAX_SAFE_INTEGER

/**
 * The partner API of a service: every endpoint, with what it takes, answers and refuses.
 *
 * ```js
 * import { PartnerApi } from "viatica/effect/api"
 * import * as HttpApiClient from "effect/http-api/HttpApiClient"
 *
 * const client = HttpApiClient.make(PartnerApi, { baseUrl, transformClient: sign })
 * ```
 */
export const PartnerApi = makeApi(anyLimit)
