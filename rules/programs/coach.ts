import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { RequestWarning, Warned } from "../../core/fields/request-warning.ts"
import type { Argument, BilanResponse } from "../coach/response.ts"
import type { CardRead, MedicalNeed } from "../coach/steps.ts"
import type { Explained } from "../explanation/explanation.ts"
import type { CardCatalogue, CardsInput, CoachFunctions } from "../offline/coach-functions.ts"
import type { BilanInput } from "../offline/requests.ts"
import { type BilanRefused, bilanRefused, orRefuse } from "./refused.ts"
import { TablesService } from "./tables.ts"

/** What the Coach answers: each as the plain function of that name, failing with its refusal. */
export interface CoachShape {
  readonly engineVersion: string
  /** What a bank card's travel cover lacks for a trip. */
  readonly bilan: (request: BilanInput) => Effect.Effect<BilanResponse & Warned, BilanRefused>
  /** The same with the row of the table that decided each figure; slower. */
  readonly explainBilan: (
    request: BilanInput,
  ) => Effect.Effect<Explained<BilanResponse & Warned>, BilanRefused>
  /** Reads what came as JSON, of any shape. */
  readonly readBilan: (json: unknown) => Effect.Effect<BilanInput, BilanRefused>
  /** What of a request nobody reads: fields and words that are not known. */
  readonly requestWarnings: (json: unknown) => Effect.Effect<ReadonlyArray<RequestWarning>>
  /** The banks and cards that the Coach knows. */
  readonly cards: (asked?: CardsInput) => Effect.Effect<CardCatalogue, BilanRefused>
}

/** Its answers as programs. They are computed when they run, in one go: nothing in them suspends. */
export const coachPrograms = (coach: CoachFunctions): CoachShape => ({
  engineVersion: coach.engineVersion,
  bilan: (request) => Effect.suspend(() => orRefuse(coach.bilan(request), bilanRefused)),
  explainBilan: (request) =>
    Effect.suspend(() => orRefuse(coach.explainBilan(request), bilanRefused)),
  readBilan: (json) => Effect.suspend(() => orRefuse(coach.readBilan(json), bilanRefused)),
  requestWarnings: (json) => Effect.sync(() => coach.requestWarnings(json)),
  cards: (asked) => Effect.suspend(() => orRefuse(coach.cards(asked), bilanRefused)),
})

/**
 * What a bank card's travel cover lacks for a trip.
 *
 * ```js
 * import { Coach } from "viatica/effect"
 * import * as Effect from "effect/Effect"
 *
 * const program = Coach.use((coach) => coach.bilan({ residence: "FR", destinations: ["US"] }))
 * const bilan = await Effect.runPromise(Effect.provide(program, Coach.layer))
 * ```
 */
export class CoachService extends Context.Service<CoachService, CoachShape>()("viatica/Coach") {
  /** Over the tables of `Tables`. */
  static readonly layerNoDeps: Layer.Layer<CoachService, never, TablesService> = Layer.effect(
    CoachService,
    TablesService.useSync((tables) => coachPrograms(tables.coach().functions)),
  )
}

/** A card and whose it is. */
export type CardAsked = Pick<BilanInput, "card" | "market" | "residence">

/** A trip, as far as medical costs depend on it. */
export type MedicalAsked = Pick<BilanInput, "destinations" | "market" | "residence">

/** Reads a bank card, however it is named: which one it is, and all that it covers. */
export const readCard = (asked: CardAsked): Effect.Effect<CardRead, BilanRefused, TablesService> =>
  TablesService.use((tables) => orRefuse(tables.coach().steps.readCard(asked), bilanRefused))

/** Finds the medical ceiling that a trip needs: that of its dearest destination. */
export const findMedicalTarget = (
  asked: MedicalAsked,
): Effect.Effect<MedicalNeed, BilanRefused, TablesService> =>
  TablesService.use((tables) =>
    orRefuse(tables.coach().steps.findMedicalTarget(asked), bilanRefused),
  )

/** Finds the arguments about a card on a trip, ranked: the strongest first. */
export const rankArguments = (
  request: BilanInput,
): Effect.Effect<ReadonlyArray<Argument>, BilanRefused, TablesService> =>
  TablesService.use((tables) => orRefuse(tables.coach().steps.rankArguments(request), bilanRefused))
