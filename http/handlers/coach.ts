import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { KeyMode } from "../../rules/accounts/partner.ts"
import type { CoachContext } from "../../rules/coach/context.ts"
import type { Coach } from "../../rules/coach/engine.ts"
import type { DestinationRules } from "../../rules/coach/formalities/destination-rules.ts"
import { type CoachRefusal, describeCoachRefusal } from "../../rules/coach/refusal.ts"
import type { RulesFor } from "../formalities/destination-facts.ts"
import { type Operations, readJson } from "../serve/operation.ts"
import { type Refusal, refusal } from "../serve/refusal.ts"

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
}

/** `POST /coach/bilan`: what a card lacks for a trip; without formalities where those cannot be had. */
export const makeBilan = ({ coach, engineVersion, rulesFor }: BilanParts): Operations["bilan"] => {
  const contextFor = (mode: KeyMode): CoachContext => ({
    allowedCardModes: coach.cardModes(mode),
    isOwnRef: () => false,
    quoteUrl: () => null,
    engineVersion,
  })
  const contexts = { sandbox: contextFor("sandbox"), live: contextFor("live") }
  return {
    admit: ({ body, key }) => {
      const context = contexts[key.mode]
      return Result.map(
        Result.flatMap(readJson(body), (json) =>
          Result.mapError(coach.read(json, context.allowedCardModes), coachRefusal),
        ),
        (request) => () => {
          const answer = (destinationRules: DestinationRules | null) =>
            coach.answer(request, { ...context, destinationRules })
          return Effect.matchEager(rulesFor(request), {
            onFailure: () => answer(null),
            onSuccess: answer,
          })
        },
      )
    },
  }
}

const parameter = (query: URLSearchParams, name: string) => {
  const values = query.getAll(name)
  return values.length > 1 ? values : values[0]
}

/** `GET /coach/cards`: the banks and cards that the Coach knows. */
export const makeCards = (coach: Coach): Operations["cards"] => ({
  admit: ({ key, query }) => {
    const parameters = new URLSearchParams(query)
    const listed = coach.cards(
      { country: parameter(parameters, "country"), lang: parameter(parameters, "lang") },
      { keyId: key.keyId, mode: key.mode },
    )
    return Result.map(
      Result.mapError(listed, coachRefusal),
      (response) => () => Effect.succeed(response),
    )
  },
})
