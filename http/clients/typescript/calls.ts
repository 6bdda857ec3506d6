import type * as answers from "./answers.ts"

/** What each call answers. */
export interface CallAnswers {
  readonly quotes: answers.QuoteReceived
  readonly links: answers.LinkReceived
  readonly meta: answers.MetaReceived
  readonly bilan: answers.BilanReceived
  readonly cards: answers.CardsReceived
  readonly conversion: answers.SaleReceived
  readonly sales: answers.SalesReceived
  readonly statements: answers.StatementsReceived
  readonly statementBooks: answers.StatementBooksReceived
  readonly calls: answers.CallsReceived
  readonly events: answers.EventsReceived
  readonly eventEndpoints: answers.EventEndpointsReceived
  readonly eventPing: answers.EventSentReceived
  readonly eventResend: answers.EventSentReceived
  readonly eventEndpointCreate: answers.EventEndpointSecretReceived
  readonly eventEndpointUpdate: answers.EventEndpointReceived
  readonly eventEndpointRotate: answers.EventEndpointSecretReceived
  readonly eventEndpointRemove: answers.EventEndpointRemovedReceived
  readonly vocabulary: answers.VocabularyReceived
}

/** The name of a call: the API's name of the endpoint. */
export type ClientCallName = keyof CallAnswers

/**
 * What the client knows of a call before it is made. All calls may be sent again, by the contract: a ping or
 * an event comes at most twice then, and receivers allow for that; an address has one endpoint, whose last
 * secret holds.
 */
export interface CallKind<Name extends ClientCallName = ClientCallName> {
  readonly method: "GET" | "POST"
  readonly path: string
  /** Without these members an object is no answer of the call. */
  readonly needs: ReadonlyArray<keyof CallAnswers[Name] & string>
  /** It takes a read of the day, so that it waits while these are spent. */
  readonly isRead?: true
  /** It needs no key. */
  readonly isOpen?: true
  /**
   * Sent again it carries its first signature: reports of a sale stand in the order in which they were
   * signed, and one signed anew would take back what was reported meanwhile.
   */
  readonly isSignedOnce?: true
}

/** Every call of the API. */
export const calls: { readonly [Name in ClientCallName]: CallKind<Name> } = {
  quotes: {
    method: "POST",
    path: "/api/v1/travel/quotes",
    needs: ["sessionId", "offers"],
    isRead: true,
  },
  links: { method: "POST", path: "/api/v1/travel/links", needs: ["subscriptionId", "url"] },
  meta: { method: "GET", path: "/api/v1/travel/meta", needs: ["key", "trip"] },
  bilan: { method: "POST", path: "/api/v1/coach/bilan", needs: ["card", "bilan"], isRead: true },
  cards: { method: "GET", path: "/api/v1/coach/cards", needs: ["banks"] },
  conversion: {
    method: "POST",
    path: "/api/postback/conversion",
    needs: ["externalOrderId", "status"],
    isSignedOnce: true,
  },
  sales: { method: "GET", path: "/api/v1/sales", needs: ["sales"] },
  statements: {
    method: "GET",
    path: "/api/v1/statements",
    needs: ["statements"],
  },
  statementBooks: {
    method: "GET",
    path: "/api/v1/statements/books",
    needs: ["number", "lines"],
  },
  calls: { method: "GET", path: "/api/v1/calls", needs: ["calls", "nextCursor"] },
  events: { method: "GET", path: "/api/v1/events", needs: ["events"] },
  eventEndpoints: { method: "GET", path: "/api/v1/events/endpoints", needs: ["endpoints"] },
  eventPing: { method: "POST", path: "/api/v1/events/ping", needs: ["eventId"] },
  eventResend: { method: "POST", path: "/api/v1/events/resend", needs: ["eventId"] },
  eventEndpointCreate: {
    method: "POST",
    path: "/api/v1/events/endpoints/create",
    needs: ["secret"],
  },
  eventEndpointUpdate: {
    method: "POST",
    path: "/api/v1/events/endpoints/update",
    needs: ["endpoint"],
  },
  eventEndpointRotate: {
    method: "POST",
    path: "/api/v1/events/endpoints/rotate",
    needs: ["secret"],
  },
  eventEndpointRemove: {
    method: "POST",
    path: "/api/v1/events/endpoints/remove",
    needs: ["removed"],
  },
  vocabulary: {
    method: "GET",
    path: "/api/v1/coach/vocabulary.json",
    needs: ["messages"],
    isOpen: true,
  },
}
