import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { shapeOf } from "../../core/fields/shape-of.ts"
import { makeMemory } from "../../core/memory.ts"
import { bilanBody } from "../../rules/coach/bilan-body.ts"
import type { Coach } from "../../rules/coach/engine.ts"
import type { DestinationRules } from "../../rules/coach/formalities.ts"
import { type CoachRefusal, describeCoachRefusal } from "../../rules/coach/coach-refusal.ts"
import type { BilanRequest } from "../../rules/coach/request.ts"
import type { BilanResponse, CardsResponse } from "../../rules/coach/response.ts"
import { coachAddress } from "../../rules/links/funnel-address.ts"
import { linkCodeOfRef } from "../../rules/links/link-code.ts"
import type { KeyPartner, KeyRecord } from "../ports/keys.ts"
import { withDatabaseDeadline } from "../platform/database-deadline.ts"
import { utcDay } from "../platform/utc-day.ts"
import type { RequestSample } from "../ports/request-sample.ts"
import type { TrackedLinks } from "../ports/tracked-links.ts"
import { afterCharge, type Operations, readJson } from "../api/operation.ts"
import { WrittenJson } from "../api/answer.ts"
import { type Refusal, refusal } from "../api/api-refusal.ts"
import { prepareTellUnknown } from "./unknown-fields.ts"
import type { CoachContext } from "../../rules/coach/context.ts"
import type { RulesFor } from "../ports/destination-facts.ts"

const coachRefusal = (refused: CoachRefusal): Refusal =>
  refusal(
    refused.code,
    describeCoachRefusal(refused),
    refused.code === "CARD_MODE_FORBIDDEN" ? { extra: { cardModes: refused.cardModes } } : {},
  )

/** What bilans are made with. */
export interface BilanParts {
  readonly coach: Coach
  /** Version of the interface and hash of the tables. */
  readonly engineVersion: string
  /** Tells what destinations ask of visitors. */
  readonly rulesFor: RulesFor
  /** The address that tracked links begin with. */
  readonly baseUrl: string
  readonly trackedLinks: Pick<TrackedLinks["Service"], "find">
  readonly requestSample: Pick<RequestSample["Service"], "keepWith">
}

/** So many addresses of the Coach's links are kept. */
const addressesMax = 4_096

/** How long a ref may take to be looked up; after that it is ignored like one that is unknown. */
const refTimeout = "1 second"

const nobody = () => null

/** Names fields that no bilan reads; no limit of the tables decides which those are. */
const tellUnknown = prepareTellUnknown(shapeOf(bilanBody(() => 0)))

/** The code of the link that a ref names; null unless it is the account's own and in use. */
const ownCodeOf = (
  trackedLinks: BilanParts["trackedLinks"],
  partner: KeyPartner,
  ref: string,
): Effect.Effect<string | null> => {
  const code = linkCodeOfRef(ref, partner.code)
  if (code === undefined) return Effect.succeed(null)
  return trackedLinks.find(code).pipe(
    withDatabaseDeadline(refTimeout),
    Effect.matchCause({
      onFailure: () => null,
      onSuccess: (link) => (link?.partnerId === partner.id && !link.archived ? code : null),
    }),
  )
}

/**
 * `POST /coach/bilan`: what a card lacks for a trip; without formalities where those cannot be had.
 * For a live key it links to a quote under the tracked link that the ref names, else under the one
 * that credits the account. An account may be set to show facts alone.
 */
export const makeBilan = (parts: BilanParts): Operations["bilan"] => {
  const { baseUrl, coach, engineVersion, requestSample, rulesFor, trackedLinks } = parts
  const cardModes = { sandbox: coach.cardModes("sandbox"), live: coach.cardModes("live") }
  const keepSome = requestSample.keepWith(() => coach.kept)

  const addresses = makeMemory<string, string>(addressesMax)
  const quoteUrlUnder =
    (code: string): CoachContext["quoteUrl"] =>
    ({ lang, residence }) =>
      addresses.get(`${residence} ${lang} ${code}`, () =>
        coachAddress(baseUrl, { code, residence, language: lang }),
      )

  const answerTo = ({ mode, partner }: KeyRecord, request: BilanRequest, own: string | null) => {
    const credited = mode === "live" ? (own ?? partner.defaultLinkCode) : null
    const answer = (destinationRules: DestinationRules | null, nowMs: number) => {
      const context = {
        allowedCardModes: cardModes[mode],
        engineVersion,
        refIsOwn: own !== null,
        factsOnly: partner.factsOnly,
        quoteUrl: credited === null ? nobody : quoteUrlUnder(credited),
        destinationRules,
        today: utcDay(nowMs),
      }
      return new WrittenJson<BilanResponse>(coach.write(request, context))
    }
    return Effect.clockWith((clock) =>
      Effect.matchEager(rulesFor(request), {
        onFailure: () => answer(null, clock.currentTimeMillisUnsafe()),
        onSuccess: (rules) => answer(rules, clock.currentTimeMillisUnsafe()),
      }),
    )
  }

  return {
    admit: (call) => {
      const { body, key } = call
      return Result.flatMap(readJson(body), (json) =>
        tellUnknown(
          call,
          json,
          Result.map(
            Result.mapError(coach.read(json, cardModes[key.mode]), coachRefusal),
            (request) =>
              afterCharge(() =>
                keepSome(
                  key.mode,
                  request,
                  request.ref === null
                    ? answerTo(key, request, null)
                    : Effect.flatMap(ownCodeOf(trackedLinks, key.partner, request.ref), (own) =>
                        answerTo(key, request, own),
                      ),
                ),
              ),
          ),
        ),
      )
    },
  }
}

const parameter = (query: URLSearchParams, name: string) => {
  const values = query.getAll(name)
  return values.length > 1 ? values : values[0]
}

/** `GET /coach/cards`: the banks and cards that the Coach knows, as `shown` completes them. */
export const makeCards = (
  coach: Coach,
  shown: (response: CardsResponse) => CardsResponse,
): Operations["cards"] => ({
  admit: ({ key, query }) => {
    const parameters = new URLSearchParams(query)
    const listed = coach.cards(
      { country: parameter(parameters, "country"), lang: parameter(parameters, "lang") },
      { keyId: key.keyId, mode: key.mode },
    )
    return Result.map(Result.mapError(listed, coachRefusal), (response) =>
      afterCharge(() => Effect.succeed(shown(response))),
    )
  },
})
