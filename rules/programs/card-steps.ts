import type * as Effect from "effect/Effect"
import type { Argument } from "../../../rules/coach/response.ts"
import type { CardRead, MedicalNeed } from "../../../rules/coach/step-types.ts"
import type { BilanInput } from "../../../rules/offline/requests.ts"
import { type BilanRefused, bilanRefused, orRefuse } from "./refused.ts"
import { TablesService } from "./tables.ts"

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
