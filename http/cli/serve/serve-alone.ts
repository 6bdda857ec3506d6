import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { checkSettings, tellIdle } from "../../config/check.ts"
import { serverSettings } from "../../config/server.ts"
import { newEnoughNode } from "../../platform/oldest-node.ts"
import { Demo } from "../../ports/demo.ts"
import { layerLogging } from "../../runtime/logging.ts"
import { layerObservability } from "../../runtime/metrics/layer.ts"
import { layerFoundations, layerServe } from "../../runtime/node-server.ts"
import { stopInTime } from "../../runtime/stop-in-time.ts"
import { demoPartnerCode } from "../../store/accounts/demo.ts"
import { showDemo } from "../demo/demo.ts"
import { ensureHouse } from "./ensure-house.ts"

/** Serves from this process alone. */
export const serveAlone = (demo: boolean) =>
  Effect.gen(function* () {
    yield* newEnoughNode
    const idle = yield* checkSettings
    const settings = yield* serverSettings
    yield* stopInTime
    const after = demo
      ? showDemo(settings)
      : Console.error(`viatica: listening on ${settings.host} port ${settings.port}`)
    return yield* Layer.effectDiscard(Effect.andThen(after, ensureHouse)).pipe(
      Layer.provide(layerServe),
      Layer.provide(layerFoundations),
      Layer.provide(Layer.succeed(Demo, demo ? { partnerCode: demoPartnerCode } : null)),
      Layer.provide(layerObservability),
      Layer.provide(Layer.effectDiscard(tellIdle(idle))),
      Layer.provide(layerLogging),
      Layer.launch,
    )
  })
