export { makeClient } from "./client.ts"
export type { ApiClient, CallsWished, FetchClientOptions, SalesWished } from "./client.ts"
export { describeFailure, isRefusalCode } from "./failure.ts"
export type { CallOptions, FetchAsked, FetchedAnswer, FetchFunction } from "./send.ts"
export { makeSigner, type CallToSign, type SignCall, type SigningKey } from "./sign.ts"
export type { TravellerClient } from "./traveller.ts"
export type * from "./types.ts"
export {
  describeEventFault,
  verifyEvent,
  type EventFault,
  type EventHeaders,
  type EventVerified,
  type EventVerifyOptions,
  type UnknownEvent,
} from "./verify-event.ts"
export {
  verifyStatement,
  type StatementFault,
  type StatementHeldTo,
  type StatementVerified,
} from "./verify-statement.ts"
