// Types of answers, those of the API's schemas, open to words that the service does not know yet. The
// package declares them plainly: `.config/client-types.ts`.
import type { endpoints, openEndpoints } from "../../api/api.ts"
import type { eventBodies } from "../../api/event-bodies.ts"
import type { Open } from "./open-words.ts"

type Endpoints = typeof endpoints & typeof openEndpoints

type AnswerOf<Name extends keyof Endpoints> = Open<Endpoints[Name]["~Success"]["Type"]>

/** Prices of a trip, and the traveller's session. */
export type QuoteReceived = AnswerOf<"quotes">

/** A tracked link. */
export type LinkReceived = AnswerOf<"links">

/** Vocabulary and the state of the key. */
export type MetaReceived = AnswerOf<"meta">

/** What a card lacks for a trip. */
export type BilanReceived = AnswerOf<"bilan">

/** Banks and cards. */
export type CardsReceived = AnswerOf<"cards">

/** A sale as it stands after a report. */
export type SaleReceived = AnswerOf<"conversion">

/** A page of sales. */
export type SalesReceived = AnswerOf<"sales">

/** A page of the books of a statement. */
export type StatementBooksReceived = AnswerOf<"statementBooks">

/** A page of statements. */
export type StatementsReceived = AnswerOf<"statements">

/** Calls as they come. */
export type CallsReceived = AnswerOf<"calls">

/** A page of events. */
export type EventsReceived = AnswerOf<"events">

/** Where events are told, and how each endpoint does. */
export type EventEndpointsReceived = AnswerOf<"eventEndpoints">

/** An event as an endpoint receives it, of a type that is known: its `type` says which. */
export type EventReceived = (typeof eventBodies)[keyof typeof eventBodies]["Type"]

/** An event that is on its way. */
export type EventSentReceived = AnswerOf<"eventPing">

/** An endpoint with its secret, which is shown this once. */
export type EventEndpointSecretReceived = AnswerOf<"eventEndpointCreate">

/** An endpoint as it stands after a change. */
export type EventEndpointReceived = AnswerOf<"eventEndpointUpdate">

/** An endpoint that is there no more. */
export type EventEndpointRemovedReceived = AnswerOf<"eventEndpointRemove">

/** All that a bilan may say. */
export type VocabularyReceived = AnswerOf<"vocabulary">

/** One priced offer. */
export type OfferReceived = QuoteReceived["offers"][number]

/** A sales argument. */
export type ArgumentReceived = BilanReceived["bilan"]["arguments"][number]

/** A shortcoming of a card. */
export type GapReceived = BilanReceived["card"]["guarantees"][string]

/** A sale in a list. */
export type SaleListedReceived = SalesReceived["sales"][number]

/** A statement in a list. */
export type StatementListedReceived = StatementsReceived["statements"][number]

/** A call in a list. */
export type CallListedReceived = CallsReceived["calls"][number]

/** An event in a list. */
export type EventListedReceived = EventsReceived["events"][number]

/** An endpoint in a list. */
export type EventEndpointListedReceived = EventEndpointsReceived["endpoints"][number]
