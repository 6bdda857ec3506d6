import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { showDemo } from "../demo/demo.ts"
import { checkSettings, tellIdle } from "../../config/check.ts"
import { serverSettings } from "../../config/server.ts"
import { newEnoughNode } from "../../platform/oldest-node.ts"
import { layerObservability } from "../../metrics/layer.ts"
import { layerLogging } from "../../observability/logging.ts"
import { Demo, House } from "../../ports/house.ts"
import { stopInTime } from "../../processes/stop-in-time.ts"
import { layerFoundations } from "../../runtime/foundations.ts"
import { layerServeOn } from "../../runtime/node-server.ts"
import { demoPartnerCode } from "../../store/accounts/demo.ts"

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
      Layer.provide(Layer.merge(layerServeOn(layerFoundations), layerFoundations)),
      Layer.provide(Layer.succeed(Demo, demo ? { partnerCode: demoPartnerCode } : null)),
      Layer.provide(layerObservability),
      Layer.provide(Layer.effectDiscard(tellIdle(idle))),
      Layer.provide(layerLogging),
      Layer.launch,
    )
  })

/** Makes the house's account before travellers come, so that nobody else takes its name. */
export const ensureHouse = Effect.flatMap(House, ({ ensured }) =>
  Effect.catchCause(ensured, (cause) =>
    Effect.logWarning("the house's account is made when a traveller searches", cause),
  ),
)
