import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { serverSettings } from "../config/server.ts"
import { CommandEnded, exitStatus } from "./exit-status.ts"
import { onHangup } from "./hangup.ts"
import { serveGroupFigures } from "./group-figures.ts"
import { type ProcessNotStarted, superviseProcesses } from "./supervise.ts"
import { endAllProcesses, startProcess } from "./start-process.ts"
import { RandomBytes } from "../platform/random-bytes.ts"
import { layerDatabase } from "../store/database/client.ts"
import { layerMigrations } from "../store/database/migrator.ts"
import { layerMasterKey } from "../store/secrets/layer.ts"

/**
 * Serves from so many processes on one port. SIGHUP replaces them one after the other; this one keeps
 * open what they need, hands connections over to them in turn, and answers nothing itself.
 */
export const layerPrimary = (count: number) =>
  Layer.effectDiscard(serveFromProcesses(count)).pipe(Layer.provide(layerKeptOpen))

const serveFromProcesses = Effect.fnUntraced(function* (count: number) {
  const { host, port } = yield* serverSettings
  yield* Effect.addFinalizer(() => endAllProcesses)
  const processes = yield* superviseProcesses(count, startProcess)
  yield* onHangup(processes.reload)
  yield* serveGroupFigures(processes)
  yield* Effect.catchTag(processes.begin, "ProcessNotStarted", endInItsWords)
  const { serving } = processes.status()
  yield* Console.error(
    `viatica: listening on ${host} port ${port} with ${serving} of ${count} processes`,
  )
})

/** A start that cannot succeed says why in the words of the process that could not start. */
const endInItsWords = ({ lines }: ProcessNotStarted): Effect.Effect<never, CommandEnded> =>
  Effect.andThen(
    Effect.forEach(lines, (line) => Console.error(`viatica: ${line}`)),
    Effect.fail(new CommandEnded({ status: exitStatus.refusal })),
  )

/**
 * What a process that starts others keeps open for them: the migrated database, which is theirs too
 * where it is the embedded one, and the master key, made once.
 */
const layerKeptOpen = layerMasterKey.pipe(
  Layer.provideMerge(RandomBytes.layer),
  Layer.provideMerge(layerMigrations),
  Layer.provideMerge(layerDatabase),
)
