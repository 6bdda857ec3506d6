// The types of what the client asks and is answered, plainly, from the schemas of the API.
import type * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import { makeApi } from "../http/api/api.ts"
import { Offer } from "../http/api/quotes.ts"
import { SaleListed } from "../http/api/sales.ts"
import { Argument, Gap } from "../rules/coach/response.ts"
import type { LimitOf } from "../rules/reference/limits.ts"
import { plainTypes } from "./plain-types.ts"

const payloadOf = (endpoint: HttpApiEndpoint.Top): Schema.Top => {
  const [schema, ...others] = HttpApiEndpoint.getPayloadSchemas(endpoint)
  if (schema === undefined || others.length > 0) throw new Error(`one payload of ${endpoint.path}`)
  return schema
}

const queryOf = ({ path, query }: HttpApiEndpoint.Top): Schema.Top => {
  if (query === undefined) throw new Error(`${path} has no query`)
  return query
}

/** Where a call has several answers, they are of one type under different statuses. */
const answerOf = (endpoint: HttpApiEndpoint.Top): Schema.Top =>
  HttpApiEndpoint.getSuccessSchemas(endpoint)[0]

const folder = "http/clients/typescript"

/** The texts of the declarations, by their files. */
export const clientTypes = (
  limits: LimitOf,
): ReadonlyArray<readonly [file: string, text: string]> => {
  const { coach, conversions, travel } = makeApi(limits).groups
  const { links, meta, quotes } = travel.endpoints
  const { bilan, cards, vocabulary } = coach.endpoints
  const { conversion, sales } = conversions.endpoints
  const requests = {
    QuoteAsked: payloadOf(quotes),
    LinkAsked: payloadOf(links),
    BilanAsked: payloadOf(bilan),
    SaleReported: payloadOf(conversion),
    CardsAsked: queryOf(cards),
    SalesAsked: queryOf(sales),
  }
  const answers = {
    OfferReceived: Offer,
    ArgumentReceived: Argument,
    GapReceived: Gap,
    SaleListedReceived: SaleListed,
    QuoteReceived: answerOf(quotes),
    LinkReceived: answerOf(links),
    MetaReceived: answerOf(meta),
    BilanReceived: answerOf(bilan),
    CardsReceived: answerOf(cards),
    SaleReceived: answerOf(conversion),
    SalesReceived: answerOf(sales),
    VocabularyReceived: answerOf(vocabulary),
  }
  return [
    [`${folder}/requests.d.ts`, plainTypes(requests, new Map(), "./requests.js")],
    [`${folder}/answers.d.ts`, plainTypes(answers, new Map(), "./answers.js", true)],
  ]
}
