import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { bilanBody } from "../../rules/coach/bilan-body.ts"
import type { LimitOf } from "../../rules/reference/limits.ts"
import { pricedTrip, tripRequest } from "../../rules/trip/trip.ts"
import { apiVersion } from "../config/version.ts"
import { bilan, cards, vocabulary } from "./coach.ts"
import { calls } from "./calls.ts"
import { conversion } from "./conversion.ts"
import {
  eventEndpointCreate,
  eventEndpointRemove,
  eventEndpointRotate,
  eventEndpoints,
  eventEndpointUpdate,
  eventPing,
  eventResend,
  events,
} from "./events.ts"
import { links } from "./links.ts"
import { listen } from "./listen.ts"
import { meta } from "./meta.ts"
import { quotes } from "./quotes.ts"
import { sales } from "./sales.ts"
import { statementBooks, statements } from "./statements.ts"

const endpointsUnder = (limitOf: LimitOf) => {
  const trip = tripRequest(limitOf)
  return {
    quotes: quotes(trip, pricedTrip(limitOf)),
    links: links(trip),
    meta,
    bilan: bilan(bilanBody(limitOf)),
    cards,
    conversion,
    sales: sales(limitOf),
    statements: statements(limitOf),
    statementBooks,
    calls,
    events,
    eventEndpoints,
    eventPing,
    eventResend,
    eventEndpointCreate,
    eventEndpointUpdate,
    eventEndpointRotate,
    eventEndpointRemove,
  }
}

/** Every signed endpoint by its name, for whatever the limits of the tables are. */
export const endpoints = endpointsUnder(() => Number.MAX_SAFE_INTEGER)

/** The endpoints that need no signature and cost nothing. */
export const openEndpoints = { vocabulary }

/**
 * All signed endpoints that are served: those of the API, and those that a command of our own calls, which no
 * document promises to anybody.
 */
export const servedEndpoints = { ...endpoints, listen }

/** The name of a signed endpoint that is served. */
export type ServedName = keyof typeof servedEndpoints

/** The name of a signed endpoint of the API. */
export type EndpointName = keyof typeof endpoints

/** The partner API under limits: every endpoint, with what it takes, answers and refuses. */
export const makeApi = (limitOf: LimitOf) => {
  const under = endpointsUnder(limitOf)
  const { bilan, cards, conversion, links, meta, quotes, sales, statements } = under
  return HttpApi.make("viatica")
    .add(
      HttpApiGroup.make("travel")
        .add(quotes, links, meta)
        .annotate(OpenApi.Description, "Prices, tracked links and reference data."),
      HttpApiGroup.make("coach")
        .add(bilan, cards, openEndpoints.vocabulary)
        .annotate(OpenApi.Description, "What a bank card's travel cover lacks."),
      HttpApiGroup.make("conversions")
        .add(conversion, sales, statements, statementBooks)
        .annotate(
          OpenApi.Description,
          "Sales that partners report, how they stand, and what they come to.",
        ),
      HttpApiGroup.make("account")
        .add(calls)
        .annotate(OpenApi.Description, "What an account calls, and what was wrong with it."),
      HttpApiGroup.make("events")
        .add(events, eventEndpoints, eventPing, eventResend)
        .add(eventEndpointCreate, eventEndpointUpdate, eventEndpointRotate, eventEndpointRemove)
        .annotate(OpenApi.Description, "What partners receive by signed webhooks."),
    )
    .annotate(OpenApi.Title, "Viatica partner API")
    .annotate(OpenApi.Version, apiVersion)
}
