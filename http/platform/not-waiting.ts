import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

/**
 * The same effect, but its interrupter goes on at once: what it still does to end, it does
 * on its own. A deadline around it holds even when the end of the work hangs.
 */
export const notWaiting = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(Effect.forkDetach(restore(effect), { startImmediately: true }), (fiber) =>
      Effect.onInterrupt(restore(Fiber.join(fiber)), () =>
        Effect.sync(() => fiber.interruptUnsafe()),
      ),
    ),
  )
