import type { LinkReceived, QuoteReceived } from "./answers.ts"
import type { LinkAsked, QuoteAsked } from "./requests.ts"
import type { CallResult } from "./result.ts"
import type { CallOptions } from "./send.ts"

/** What a traveller is quoted. */
export type TravellerQuote = Omit<QuoteAsked, "sessionId">

/** What a traveller chose; without a trip it is the one that was quoted last. */
export type TravellerLink = Omit<LinkAsked, "sessionId" | "trip"> & Partial<Pick<LinkAsked, "trip">>

/** The calls for one traveller, which share a session. Never share it between travellers. */
export interface TravellerClient {
  /** The session, once a quote has opened it: keep it to go on with it later. */
  readonly sessionId: string | undefined
  readonly quotes: (
    request: TravellerQuote,
    options?: CallOptions,
  ) => Promise<CallResult<QuoteReceived>>
  readonly links: (
    request?: TravellerLink,
    options?: CallOptions,
  ) => Promise<CallResult<LinkReceived>>
}

/** What a session of a traveller holds: the session's id, and the trip that was quoted last. */
export interface TravellerState {
  sessionId: string | undefined
  trip: QuoteAsked["trip"] | undefined
}

/** A quote within a session. */
export const quoteWithin = ({ sessionId }: TravellerState, request: TravellerQuote): QuoteAsked =>
  sessionId === undefined ? request : { ...request, sessionId }

/** A link within a session. What it lacks, the service names. */
export const linkWithin = (
  { sessionId, trip }: TravellerState,
  request: TravellerLink,
): LinkAsked => ({ trip, ...request, sessionId }) as LinkAsked

/** Keeps what a quote has said about the session. */
export const keepQuote = (
  state: TravellerState,
  { trip }: TravellerQuote,
  { sessionId }: QuoteReceived,
): void => {
  state.sessionId = sessionId
  state.trip = trip
}

interface CallsWithSessions {
  readonly quotes: (
    request: QuoteAsked,
    options?: CallOptions,
  ) => Promise<CallResult<QuoteReceived>>
  readonly links: (request: LinkAsked, options?: CallOptions) => Promise<CallResult<LinkReceived>>
}

/** Makes the calls of a traveller, in a session that was kept or in a new one. */
export const makeTraveller = (
  { links, quotes }: CallsWithSessions,
  sessionId?: string,
): TravellerClient => {
  const state: TravellerState = { sessionId, trip: undefined }
  // Two first quotes at once would open two sessions: until there is one, they go one after the other.
  let turn: Promise<unknown> = Promise.resolve()
  const ask: TravellerClient["quotes"] = async (request, options) => {
    const result = await quotes(quoteWithin(state, request), options)
    if (result._tag === "Success") keepQuote(state, request, result.success)
    return result
  }
  return {
    get sessionId() {
      return state.sessionId
    },
    quotes: (request, options) => {
      if (state.sessionId !== undefined) return ask(request, options)
      const asked = turn.then(() => ask(request, options))
      turn = asked
      return asked
    },
    links: async (request = {}, options) => links(linkWithin(state, request), options),
  }
}
