import * as Effect from "effect/Effect"
import type { TravellerTables } from "../../rules/messages/travellers/traveller-tables.ts"
import type { LoadTravellerTexts } from "../ports/traveller-texts.ts"

/** The texts of travellers from their tables: loaded once, for whoever asks first. */
export const loadTravellerTexts = (tables: TravellerTables): Effect.Effect<LoadTravellerTexts> =>
  Effect.cached(
    Effect.promise(async () => {
      const { prepareTravellerTexts } = await import("../messages/traveller-texts.ts")
      return prepareTravellerTexts(tables)
    }).pipe(Effect.uninterruptible),
  )
