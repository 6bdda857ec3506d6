import * as Effect from "effect/Effect"
import { House } from "../../ports/house.ts"

/** Makes the house's account before travellers come, so that nobody else takes its name. */
export const ensureHouse = Effect.flatMap(House, ({ ensured }) =>
  Effect.catchCause(ensured, (cause) =>
    Effect.logWarning("the house's account is made when a traveller searches", cause),
  ),
)
