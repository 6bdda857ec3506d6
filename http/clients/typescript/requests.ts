// Types of requests, those of the API's schemas. The package declares them plainly: `.config/client-types.ts`.
import type { endpoints } from "../../api/api.ts"

type Endpoints = typeof endpoints

type PayloadOf<Name extends keyof Endpoints> = Endpoints[Name]["~Payload"]["Type"]

type QueryOf<Name extends keyof Endpoints> = Endpoints[Name]["~Query"]["Type"]

/** What is asked for prices. */
export type QuoteAsked = PayloadOf<"quotes">

/** What is asked for a link. */
export type LinkAsked = PayloadOf<"links">

/** What is asked of the Coach. */
export type BilanAsked = PayloadOf<"bilan">

/** What is reported of a sale. */
export type SaleReported = PayloadOf<"conversion">

/** Which cards are asked for. */
export type CardsAsked = QueryOf<"cards">

/** Which sales are asked for. */
export type SalesAsked = QueryOf<"sales">

/** Of which statement books are asked for. */
export type StatementBooksAsked = QueryOf<"statementBooks">

/** Which statements are asked for. */
export type StatementsAsked = QueryOf<"statements">

/** Which calls are asked for. */
export type CallsAsked = QueryOf<"calls">

/** Which events are asked for. */
export type EventsAsked = QueryOf<"events">

/** Which endpoint is pinged. */
export type PingAsked = PayloadOf<"eventPing">

/** Which event is sent again. */
export type EventResendAsked = PayloadOf<"eventResend">

/** Which endpoint of events is made. */
export type EndpointWished = PayloadOf<"eventEndpointCreate">

/** What changes of an endpoint. */
export type EndpointChanged = PayloadOf<"eventEndpointUpdate">

/** Which endpoint gets a new secret. */
export type EndpointRotated = PayloadOf<"eventEndpointRotate">

/** Which endpoint is taken away. */
export type EndpointRemoved = PayloadOf<"eventEndpointRemove">
