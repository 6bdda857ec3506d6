// The types of what the client asks and is answered, plainly, from the schemas of the API.
import * as Schema from "effect/Schema"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import { eventBodies } from "../http/api/event-bodies.ts"
import { makeApi } from "../http/api/api.ts"
import { CallListed } from "../http/api/calls.ts"
import { EventEndpointListed, EventListed } from "../http/api/events.ts"
import { Offer } from "../http/api/quotes.ts"
import { SaleListed } from "../http/api/sales.ts"
import { StatementListed } from "../http/api/statements.ts"
import { Argument, Gap } from "../rules/coach/response.ts"
import type { LimitOf } from "../rules/reference/limits.ts"
import { plainTypes } from "./plain-types.ts"

/** What is read of an endpoint. */
type DeclaredCall = Pick<HttpApiEndpoint.Top, "path" | "payload" | "query" | "success">

const payloadOf = (endpoint: DeclaredCall): Schema.Top => {
  const [schema, ...others] = [...endpoint.payload.values()].flatMap(({ schemas }) => schemas)
  if (schema === undefined || others.length > 0) throw new Error(`one payload of ${endpoint.path}`)
  return schema
}

const queryOf = ({ path, query }: DeclaredCall): Schema.Top => {
  if (query === undefined) throw new Error(`${path} has no query`)
  return query
}

/** Where a call has several answers, they are of one type under different statuses. */
const answerOf = ({ path, success }: DeclaredCall): Schema.Top => {
  const [schema] = success
  if (schema === undefined) throw new Error(`${path} has no answer`)
  return schema
}

const folder = "http/clients/typescript"

/** The texts of the declarations, by their files. */
export const clientTypes = (
  limits: LimitOf,
): ReadonlyArray<readonly [file: string, text: string]> => {
  const { account, coach, conversions, events: told, travel } = makeApi(limits).groups
  const { links, meta, quotes } = travel.endpoints
  const { bilan, cards, vocabulary } = coach.endpoints
  const { conversion, sales, statementBooks, statements } = conversions.endpoints
  const { calls } = account.endpoints
  const { eventEndpointCreate, eventEndpointRemove, eventEndpointRotate } = told.endpoints
  const { eventEndpoints, eventEndpointUpdate, eventPing, eventResend, events } = told.endpoints
  const requests = {
    QuoteAsked: payloadOf(quotes),
    LinkAsked: payloadOf(links),
    BilanAsked: payloadOf(bilan),
    SaleReported: payloadOf(conversion),
    CardsAsked: queryOf(cards),
    SalesAsked: queryOf(sales),
    StatementBooksAsked: queryOf(statementBooks),
    StatementsAsked: queryOf(statements),
    CallsAsked: queryOf(calls),
    EventsAsked: queryOf(events),
    PingAsked: payloadOf(eventPing),
    EventResendAsked: payloadOf(eventResend),
    EndpointWished: payloadOf(eventEndpointCreate),
    EndpointChanged: payloadOf(eventEndpointUpdate),
    EndpointRotated: payloadOf(eventEndpointRotate),
    EndpointRemoved: payloadOf(eventEndpointRemove),
  }
  const answers = {
    OfferReceived: Offer,
    ArgumentReceived: Argument,
    GapReceived: Gap,
    SaleListedReceived: SaleListed,
    StatementListedReceived: StatementListed,
    CallListedReceived: CallListed,
    EventListedReceived: EventListed,
    EventEndpointListedReceived: EventEndpointListed,
    QuoteReceived: answerOf(quotes),
    LinkReceived: answerOf(links),
    MetaReceived: answerOf(meta),
    BilanReceived: answerOf(bilan),
    CardsReceived: answerOf(cards),
    SaleReceived: answerOf(conversion),
    SalesReceived: answerOf(sales),
    StatementBooksReceived: answerOf(statementBooks),
    StatementsReceived: answerOf(statements),
    CallsReceived: answerOf(calls),
    EventsReceived: answerOf(events),
    EventReceived: Schema.Union(Object.values(eventBodies)),
    EventEndpointsReceived: answerOf(eventEndpoints),
    EventSentReceived: answerOf(eventPing),
    EventEndpointSecretReceived: answerOf(eventEndpointCreate),
    EventEndpointReceived: answerOf(eventEndpointUpdate),
    EventEndpointRemovedReceived: answerOf(eventEndpointRemove),
    VocabularyReceived: answerOf(vocabulary),
  }
  return [
    [`${folder}/requests.d.ts`, plainTypes(requests, new Map(), "./requests.js")],
    [`${folder}/answers.d.ts`, plainTypes(answers, new Map(), "./answers.js", true)],
  ]
}
