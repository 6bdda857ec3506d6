import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { checkSettings } from "../../config/check.ts"
import { databaseUrl } from "../../config/storage.ts"
import { layerObservability } from "../../metrics/layer.ts"
import { layerLogging } from "../../observability/logging.ts"
import { newEnoughNode } from "../../platform/oldest-node.ts"
import { stopInTime } from "../../processes/stop-in-time.ts"
import { layerSignIn } from "../../runtime/foundations.ts"
import { refusal } from "../../terminal/command-refused.ts"
import { serveTeam, type TeamOptions } from "../../workbench/server/team/serve-team.ts"

/** Serves a team from this process, for as long as the scope is open; without the service's database it is refused. */
export const serveTeamAlone = Effect.fnUntraced(function* (options: TeamOptions) {
  yield* newEnoughNode
  yield* checkSettings
  if (Option.isNone(yield* databaseUrl)) return yield* refusal("team-without-database")
  yield* stopInTime
  const layers = yield* Layer.build(
    layerSignIn.pipe(Layer.provideMerge(layerObservability), Layer.provideMerge(layerLogging)),
  )
  return yield* Effect.provideContext(serveTeam(options), layers)
})
