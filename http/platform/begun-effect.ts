import * as Effect from "effect/Effect"

/** An effect as what begins it gives it; what that throws is the effect's defect. */
export const begunEffect = <A, E, R>(
  begin: () => Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> => {
  try {
    return begin()
  } catch (defect) {
    return Effect.die(defect)
  }
}
