import * as Effect from "effect/Effect"
import { once } from "../../core/memory.ts"
import type { Coach } from "../../rules/coach/engine.ts"
import type { CardsResponse } from "../../rules/coach/response.ts"
import type { PricingEngine } from "../../rules/pricing/engine.ts"
import type { LivePricing } from "../../rules/pricing/live.ts"
import type { OfferLinks } from "../../rules/pricing/offer.ts"
import type { Tables } from "../../rules/tables/index.ts"
import type { ServerSettings } from "../config/server.ts"
import { Keys } from "../ports/keys.ts"
import { makeCallsList } from "./calls.ts"
import { makeBilan, makeCards } from "./coach.ts"
import { makeConversion } from "./conversion.ts"
import {
  makeEventEndpointCreate,
  makeEventEndpointRemove,
  makeEventEndpointRotate,
  makeEventEndpointUpdate,
} from "./event-endpoints.ts"
import { makeEventEndpoints, makeEventPing, makeEventResend, makeEventsList } from "./events.ts"
import { makeLinks } from "./links.ts"
import { makeListen } from "./listen.ts"
import { makeMeta } from "./meta.ts"
import { makeQuotes } from "./quotes.ts"
import { makeSalesList } from "./sales.ts"
import { makeStatementBooks, makeStatementsList } from "./statements.ts"
import { EventListeners } from "../ports/event-listeners.ts"
import { Events } from "../ports/events.ts"
import { Insurers } from "../ports/live-quotes.ts"
import { SessionLinks, Sessions } from "../ports/session-links.ts"
import type { LoadTravellerTexts } from "../ports/traveller-texts.ts"
import { TrackedLinks } from "../ports/tracked-links.ts"
import { prepareQuoteWords } from "../../rules/offline/quotes.ts"
import { RequestSample } from "../ports/request-sample.ts"
import { Payouts } from "../ports/payouts.ts"
import { Sales } from "../ports/sales.ts"
import type { Operation, Operations } from "../api/operation.ts"
import { Usage } from "../ports/usage.ts"
import { apiVersion } from "../config/version.ts"
import { DestinationFacts } from "../ports/destination-facts.ts"
import { Rates } from "../ports/rates.ts"

/** What the endpoints' programs are made of: tables, and the engines over them when first needed. */
export interface OperationParts {
  readonly settings: ServerSettings
  /** The hash of the tables. */
  readonly hash: string
  readonly tables: Tables
  readonly sandbox: () => PricingEngine
  readonly live: () => LivePricing
  readonly coach: () => Coach
  readonly texts: LoadTravellerTexts
  /** Where an offer's pictures and documents are found. */
  readonly offerLinks: OfferLinks
  /** The cards that are listed, with their pictures. */
  readonly showCards: (listed: CardsResponse) => CardsResponse
}

/** A program that is made when it is first called, or before. */
type Prepared<Some extends Operation<unknown>> = Some & { readonly prepare: () => void }

type PreparedOperations = {
  readonly [Name in keyof Operations]: Prepared<Operations[Name]>
}

const whenCalled = <Success>(make: () => Operation<Success>): Prepared<Operation<Success>> => {
  const operation = once(make)
  return { prepare: operation, admit: (call) => operation().admit(call) }
}

/** The programs of all endpoints. */
export const makeOperations = Effect.fnUntraced(function* ({
  coach,
  hash,
  live,
  offerLinks,
  sandbox,
  settings,
  showCards,
  tables,
  texts,
}: OperationParts) {
  const sessions = yield* Sessions
  const keys = yield* Keys
  const facts = yield* DestinationFacts
  const insurers = yield* Insurers
  const rates = yield* Rates
  const requestSample = yield* RequestSample
  const sales = yield* Sales
  const payouts = yield* Payouts
  const events = yield* Events
  const listeners = yield* EventListeners
  const usage = yield* Usage
  const sessionLinks = yield* SessionLinks
  const trackedLinks = yield* TrackedLinks
  const { baseUrl } = settings
  const operations: PreparedOperations = {
    quotes: whenCalled(() =>
      makeQuotes({
        tables,
        sessions,
        words: Effect.map(texts, (loaded) => prepareQuoteWords(loaded, offerLinks)),
        sandbox: sandbox(),
        live: live(),
        insurers,
        currentRates: rates.over(tables.currencies),
        requestSample,
      }),
    ),
    links: whenCalled(() => makeLinks({ tables, sessions, sessionLinks, addresses: settings })),
    meta: whenCalled(() => makeMeta(tables, keys)),
    bilan: whenCalled(() =>
      makeBilan({
        coach: coach(),
        engineVersion: `${apiVersion}+${hash}`,
        rulesFor: facts.over(coach().tableRules),
        baseUrl,
        trackedLinks,
        requestSample,
      }),
    ),
    cards: whenCalled(() => makeCards(coach(), showCards)),
    conversion: whenCalled(() => makeConversion({ tables, sales })),
    sales: whenCalled(() => makeSalesList(tables, sales)),
    statements: whenCalled(() => makeStatementsList(tables, payouts)),
    statementBooks: whenCalled(() => makeStatementBooks(payouts)),
    calls: whenCalled(() => makeCallsList(usage)),
    events: whenCalled(() => makeEventsList(events)),
    eventEndpoints: whenCalled(() => makeEventEndpoints(events)),
    eventPing: whenCalled(() => makeEventPing(events)),
    eventResend: whenCalled(() => makeEventResend(events)),
    eventEndpointCreate: whenCalled(() => makeEventEndpointCreate(events)),
    eventEndpointUpdate: whenCalled(() => makeEventEndpointUpdate(events)),
    eventEndpointRotate: whenCalled(() => makeEventEndpointRotate(events)),
    eventEndpointRemove: whenCalled(() => makeEventEndpointRemove(events)),
    listen: whenCalled(() => makeListen(listeners)),
  }
  return operations
})
