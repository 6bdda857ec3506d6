import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import { checkSettings, tellIdle } from "../../config/check.ts"
import { newEnoughNode } from "../../platform/oldest-node.ts"
import { layerLogging } from "../../observability/logging.ts"
import { layerPrimary } from "../../processes/primary.ts"
import { stopInTime } from "../../processes/stop-in-time.ts"

/** The process that the others are started by: it keeps the database open, and answers nothing. */
export const serveAsPrimary = (count: number) =>
  Effect.gen(function* () {
    yield* newEnoughNode
    const idle = yield* checkSettings
    yield* stopInTime
    return yield* layerPrimary(count).pipe(
      Layer.provide(Layer.succeed(References.TracerEnabled, false)),
      Layer.provide(Layer.effectDiscard(tellIdle(idle))),
      Layer.provide(layerLogging),
      Layer.launch,
    )
  })
