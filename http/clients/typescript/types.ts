/** Types of the clients, as the package exports them. */
export type {
  ArgumentReceived as Argument,
  BilanReceived as BilanResponse,
  CallListedReceived as ListedCall,
  CallsReceived as CallsResponse,
  CardsReceived as CardsResponse,
  EventEndpointListedReceived as ListedEventEndpoint,
  EventEndpointsReceived as EventEndpointsResponse,
  EventEndpointReceived as EventEndpointResponse,
  EventEndpointRemovedReceived as EventEndpointRemovedResponse,
  EventEndpointSecretReceived as EventEndpointSecretResponse,
  EventListedReceived as ListedEvent,
  EventSentReceived as EventSentResponse,
  EventsReceived as EventsResponse,
  GapReceived as Gap,
  LinkReceived as LinkResponse,
  MetaReceived as MetaResponse,
  OfferReceived as Offer,
  QuoteReceived as QuoteResponse,
  SaleListedReceived as ListedSale,
  SaleReceived as SaleResponse,
  SalesReceived as SalesResponse,
  StatementListedReceived as ListedStatement,
  StatementsReceived as StatementsResponse,
  VocabularyReceived as VocabularyResponse,
} from "./answers.ts"
export type {
  AnswerUnreadable,
  CallAborted,
  CallFailure,
  CallTimedOut,
  KnownRefusal,
  RefusalCode,
  RequestUnsendable,
  TransportFailed,
  UnknownRefusal,
} from "./failure.ts"
export type { ClientOptions } from "./options.ts"
export type {
  BilanAsked as BilanRequest,
  CardsAsked as CardsRequest,
  EndpointChanged as EventEndpointUpdateRequest,
  EndpointRemoved as EventEndpointRemoveRequest,
  EndpointRotated as EventEndpointRotateRequest,
  EndpointWished as EventEndpointCreateRequest,
  EventResendAsked as EventResendRequest,
  LinkAsked as LinkRequest,
  PingAsked as EventPingRequest,
  QuoteAsked as QuoteRequest,
  SaleReported as SaleReport,
} from "./requests.ts"
export type { CallAbout, CallAnswered, CallUnanswered, CallResult, RatesTold } from "./result.ts"
export type { TravellerLink, TravellerQuote } from "./traveller.ts"
