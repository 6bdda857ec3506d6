import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Layer from "effect/Layer"
import { serverSettings } from "../config/server.ts"
import { House } from "../ports/house.ts"
import { showDemo } from "./demo/demo.ts"
import { Demo } from "../ports/demo.ts"
import { demoPartnerCode } from "../store/accounts/demo.ts"
import { layerObservability } from "../runtime/metrics/layer.ts"
import { layerLogging } from "../runtime/logging.ts"
import { layerFoundations, layerServe } from "../runtime/node-server.ts"
import { newEnoughNode } from "../platform/oldest-node.ts"
import { stopInTime } from "../runtime/stop-in-time.ts"
import { checkSettings, tellIdle } from "../config/check.ts"
import { untilStopped } from "../runtime/exit-status.ts"

/** Makes the house's account before travellers come, so that nobody else takes its name. */
const ensureHouse = Effect.flatMap(House, ({ ensured }) =>
  Effect.catchCause(ensured, (cause) =>
    Effect.logWarning("the house's account is made when a traveller searches", cause),
  ),
)

const program = (demo: boolean) =>
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

/** `viatica serve`: the service, until it is told to stop. */
export const serveCommand = Command.make(
  "serve",
  {
    demo: Flag.Boolean("demo").pipe(
      Flag.withDescription(
        "Make a demo account, price a sample trip, mint its link, read a sample card",
      ),
      Flag.withDefault(false),
    ),
  },
  ({ demo }) => untilStopped(program(demo)),
)
