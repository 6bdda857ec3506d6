import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { checkSettings } from "../../config/check.ts"
import { ProcessGroup } from "../../ports/process-group.ts"
import { CommandEnded, exitStatus, linesOf } from "../../processes/exit-status.ts"
import { layerFoundations } from "../../runtime/foundations.ts"
import { layerLogging } from "../../observability/logging.ts"
import { layerObservability } from "../../metrics/layer.ts"
import { layerServeOn } from "../../runtime/node-server.ts"
import { makeWorkerPlace, type WorkerPlace } from "../../processes/worker-place.ts"
import { stopBeforePrimary } from "../../processes/stop-in-time.ts"
import { ensureHouse } from "./serve-alone.ts"

/** The primary process says why this one could not start, once for all. */
const notStarted =
  (place: WorkerPlace) =>
  (cause: Cause.Cause<unknown>): Effect.Effect<never, CommandEnded> => {
    if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
    const failed = Effect.fail(new CommandEnded({ status: exitStatus.refusal }))
    return Effect.andThen(Effect.flatMap(linesOf(Cause.squash(cause)), place.notStarted), failed)
  }

/** Serves from this process, one of several that a primary one has started. */
export const serveInPlace = Effect.suspend(() => {
  const place = makeWorkerPlace()
  return Effect.gen(function* () {
    yield* checkSettings
    yield* stopBeforePrimary
    return yield* Layer.effectDiscard(Effect.andThen(place.serving, ensureHouse)).pipe(
      Layer.provide(Layer.merge(layerServeOn(layerFoundations), layerFoundations)),
      Layer.provide(layerObservability),
      Layer.provide(Layer.succeed(ProcessGroup, place)),
      Layer.provide(layerLogging),
      Layer.launch,
    )
  }).pipe(Effect.catchCause(notStarted(place)))
})
