import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/**
 * The time that events are signed with, in milliseconds since 1970: the service's own unless a layer says
 * otherwise. One whose clock is moved tells receivers whose clocks are not.
 */
export const EventSigningTime = Context.Reference<Effect.Effect<number>>(
  "viatica/EventSigningTime",
  { defaultValue: () => Clock.currentTimeMillis },
)
