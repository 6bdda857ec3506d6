import { dayMs } from "../../core/vocabulary/day.ts"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { shapeOf } from "../../core/fields/shape-of.ts"
import { quoteFormAddress, trackedAddress } from "../../rules/links/funnel-address.ts"
import {
  describeLinkRefusal,
  linkBody,
  type LinkRefusal,
  type LinkRequest,
  readLinkRequest,
} from "../../rules/links/request.ts"
import { rehearsedOutcome } from "../../rules/pricing/magic.ts"
import { parseSessionToken } from "../../rules/session/token.ts"
import type { Tables } from "../../rules/tables/index.ts"
import { limitOf } from "../../rules/reference/limits.ts"
import { tripRequest } from "../../rules/trip/trip.ts"
import { prepareTripVocabulary } from "../../rules/trip/trip-vocabulary.ts"
import type { KeyRecord } from "../ports/keys.ts"
import { isOfDatabase } from "../platform/trouble-reason.ts"
import { tellOutage } from "../observability/outage-log.ts"
import { type LinkNotFound, type NotMade, Rehearsed } from "../ports/link-errors.ts"
import type { MintedLink, SessionLinks, Sessions, WritesSpent } from "../ports/session-links.ts"
import {
  afterCharge,
  Answered,
  type Operations,
  readJson,
  type SignedCall,
} from "../api/operation.ts"
import { daySpent, type Refusal, refusal } from "../api/api-refusal.ts"
import { apiVersion } from "../config/version.ts"
import { prepareTellUnknown } from "./unknown-fields.ts"

/** Names fields that no link reads; no limit of the tables decides which those are. */
const tellUnknown = prepareTellUnknown(shapeOf(linkBody(tripRequest(() => 0))))

/** What links are made with. */
export interface LinkParts {
  readonly tables: Tables
  readonly sessions: Sessions["Service"]
  readonly sessionLinks: SessionLinks["Service"]
  /** The address that partners reach the service under, and the traveller's funnel. */
  readonly addresses: { readonly baseUrl: string; readonly funnelUrl: string }
}

/** Whether there is somebody to credit: a sandbox key credits nobody. */
const checkAttribution = ({ mode, partner }: KeyRecord): Result.Result<void, Refusal> =>
  mode === "live" && partner.defaultLinkCode === null
    ? Result.fail(
        refusal("NO_ATTRIBUTION_CONFIGURED", "The account has no tracked link that is in use."),
      )
    : Result.void

const linkRefusal = (refused: LinkRefusal): Refusal =>
  refusal(refused.code, describeLinkRefusal(refused))

/** Tells the operators of a failure, unless the caller asked for it. */
const logged = (
  log: (cause: unknown) => Effect.Effect<void>,
  { cause }: NotMade,
): Effect.Effect<void> => (cause instanceof Rehearsed ? Effect.void : log(cause))

const tellRefused = (cause: unknown): Effect.Effect<void> =>
  isOfDatabase(cause)
    ? tellOutage("subscriptions are refused", cause)
    : Effect.logError("a subscription was refused", cause)

const mintRefusal = (
  failed: LinkNotFound | WritesSpent | NotMade,
): Effect.Effect<never, Refusal> => {
  switch (failed._tag) {
    case "LinkNotFound":
      return Effect.fail(refusal("LINK_NOT_FOUND", failed.message))
    case "WritesSpent":
      return Effect.fail(daySpent(failed.state, "writes"))
    case "SubscriptionRefused":
      return Effect.andThen(
        logged(tellRefused, failed),
        Effect.fail(refusal("QUOTE_CREATE_FAILED", "The quote could not be created.")),
      )
    case "SubscriptionTimedOut":
      return Effect.andThen(
        logged((cause) => tellOutage("subscriptions are not made in time", cause), failed),
        Effect.fail(refusal("QUOTE_CREATE_UNAVAILABLE", "The quote was not created in time.")),
      )
  }
}

/** `POST /travel/links`: keeps the session's subscription and answers with the traveller's link. */
export const makeLinks = (parts: LinkParts): Operations["links"] => {
  const { addresses, sessionLinks, sessions, tables } = parts
  const vocabulary = prepareTripVocabulary(tables)
  const lifetimeMs = limitOf(tables, "link_lifetime_days") * dayMs
  const offersOf = { sandbox: tables.sandboxOffers, live: tables.catalogueOffers }

  const read = ({ key }: SignedCall, json: unknown): Result.Result<LinkRequest, Refusal> => {
    const owner = { accountId: key.partner.id, mode: key.mode }
    const isIssued = (value: unknown): value is string => sessions.isIssued(owner, value)
    const isOffer = (id: number): boolean => offersOf[key.mode].get(id) !== undefined
    return Result.mapError(readLinkRequest(json, { vocabulary, isIssued, isOffer }), linkRefusal)
  }

  const urlOf = ({ language, offerId, trip }: LinkRequest, { tracked }: MintedLink): string =>
    tracked === null
      ? quoteFormAddress(addresses.funnelUrl, { trip, language })
      : trackedAddress(addresses.baseUrl, { ...tracked, offerId })

  const respond = ({ key, nowMs }: SignedCall, request: LinkRequest, minted: MintedLink) =>
    new Answered({
      status: minted.created ? 201 : 200,
      body: {
        ok: true,
        mode: key.mode,
        subscriptionId: minted.subscriptionId,
        url: urlOf(request, minted),
        ref: minted.tracked?.ref ?? null,
        offerId: request.offerId,
        replayed: !minted.created,
        updated: minted.updated,
        expiresAt: new Date(nowMs + lifetimeMs).toISOString(),
        meta: { apiVersion, language: request.language },
      },
      state: minted.state,
    })

  const mint = (call: SignedCall, request: LinkRequest) =>
    afterCharge((state) => {
      const { sessionId, ...wished } = request
      const sessionNonce = parseSessionToken(sessionId)?.nonce ?? ""
      const { key } = call
      const rehearsal =
        key.mode === "sandbox"
          ? rehearsedOutcome(tables.sandboxMagic.rows, request.trip)
          : undefined
      const wish = { ...wished, key, sessionNonce, rehearsal, state }
      return Effect.matchEffect(sessionLinks.mint(wish), {
        onFailure: mintRefusal,
        onSuccess: (minted) => Effect.succeed(respond(call, request, minted)),
      })
    })

  return {
    admit: (call) =>
      Result.flatMap(checkAttribution(call.key), () =>
        Result.flatMap(readJson(call.body), (json) =>
          tellUnknown(
            call,
            json,
            Result.map(read(call, json), (request) => mint(call, request)),
          ),
        ),
      ),
  }
}
