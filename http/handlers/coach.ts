import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Coach } from "../../rules/coach/engine.ts"
import { type CoachRefusal, describeCoachRefusal } from "../../rules/coach/refusal.ts"
import { type Operations, readJson, type SignedCall } from "../serve/operation.ts"
import { type Refusal, refusal } from "../serve/refusal.ts"

const coachRefusal = (refused: CoachRefusal): Refusal =>
  refusal(
    refused.code,
    describeCoachRefusal(refused),
    refused.code === "CARD_MODE_FORBIDDEN" ? { extra: { cardModes: refused.cardModes } } : {},
  )

/** What the Coach's endpoints are made with. */
export interface CoachParts {
  readonly coach: Coach
  /** Version of the interface and hash of the tables. */
  readonly engineVersion: string
}

/** `POST /coach/bilan`: what a card lacks for a trip. */
export const makeBilan = ({ coach, engineVersion }: CoachParts): Operations["bilan"] => {
  const read = ({ key }: SignedCall, body: unknown) =>
    coach.bilan(body, {
      allowedCardModes: coach.cardModes(key.mode),
      isOwnRef: () => false,
      quoteUrl: () => null,
      engineVersion,
      formalitiesAvailable: true,
    })
  return {
    admit: (call) =>
      Result.map(
        Result.flatMap(readJson(call.body), (body) =>
          Result.mapError(read(call, body), coachRefusal),
        ),
        (response) => () => Effect.succeed(response),
      ),
  }
}

const parameter = (query: URLSearchParams, name: string) => {
  const values = query.getAll(name)
  return values.length > 1 ? values : values[0]
}

/** `GET /coach/cards`: the banks and cards that the Coach knows. */
export const makeCards = ({ coach }: CoachParts): Operations["cards"] => ({
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
