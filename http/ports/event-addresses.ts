import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { EndpointRefused } from "./event-errors.ts"

/** Which addresses partners may receive events at. */
export class EventAddresses extends Context.Service<
  EventAddresses,
  {
    readonly check: (url: string) => Effect.Effect<void, EndpointRefused>
  }
>()("viatica/EventAddresses") {}
