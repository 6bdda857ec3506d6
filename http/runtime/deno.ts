/**
 * Serves the API under Deno, on the Postgres that `DATABASE_URL` names: `deno run -A http/runtime/deno.ts`.
 * `PORT`, `HOST` and the rest of the environment are read as by the server on Node.
 */
import * as Console from "effect/Console"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"
import { drainMs } from "../config/load.ts"
import type { ServerSettings } from "../config/server.ts"
import { databaseUrl } from "../config/storage.ts"
import { endingInLine, untilStopped } from "../processes/exit-status.ts"
import { errorCode, systemReason } from "../platform/system-error.ts"
import { layerObservability } from "../metrics/layer.ts"
import { CannotListen } from "../platform/cannot-listen.ts"
import { gracefulShutdownTimeout, layerFoundations } from "./foundations.ts"
import { layerLogging } from "../observability/logging.ts"
import { Application, layerApplication } from "./reloading-application.ts"
import { checkSettings, tellIdle } from "../config/check.ts"
import { stopInTime } from "../processes/stop-in-time.ts"
import { makeWebHandler } from "./web-handler.ts"

/** The part of Deno that serving needs. */
declare const Deno: {
  readonly serve: (
    options: {
      readonly port: number
      readonly hostname: string
      readonly onListen: () => void
    },
    handler: (request: Request) => Promise<Response>,
  ) => {
    readonly addr: { readonly hostname: string; readonly port: number }
    readonly shutdown: () => Promise<void>
  }
}

/** No database is named, and the embedded one is Node's. */
class NoDatabase extends Data.TaggedError("NoDatabase")<{}> {
  override get message() {
    return "Set DATABASE_URL to a Postgres: the embedded one is not available under Deno."
  }
}

const requireDatabase = Effect.flatMap(databaseUrl, (url) =>
  Option.isNone(url) ? Effect.fail(new NoDatabase()) : Effect.void,
)

const listen = ({ host, port }: ServerSettings, handler: (request: Request) => Promise<Response>) =>
  Effect.try({
    try: () => Deno.serve({ port, hostname: host, onListen: () => {} }, handler),
    catch: (cause) =>
      new CannotListen({ host, port, reason: errorCode(cause) ?? systemReason(cause) }),
  })

/** Serves until the scope closes, then lets calls that are under way finish. */
const serve = Effect.gen(function* () {
  const { answer, draining, settings } = yield* Application
  const balancersNotice = Effect.sleep(yield* drainMs)
  const handler = yield* makeWebHandler({ answer })
  const { addr } = yield* Effect.acquireRelease(listen(settings, handler), (server) =>
    Effect.sync(draining.begin).pipe(
      Effect.andThen(balancersNotice),
      Effect.andThen(
        Effect.timeout(
          Effect.promise(() => server.shutdown()),
          gracefulShutdownTimeout,
        ),
      ),
      Effect.ignore,
    ),
  )
  yield* Console.error(`viatica: listening on ${addr.hostname} port ${addr.port}`)
})

const program = Effect.gen(function* () {
  const idle = yield* checkSettings
  yield* requireDatabase
  yield* stopInTime
  return yield* Layer.effectDiscard(serve).pipe(
    Layer.provide(layerApplication.pipe(Layer.provide(layerFoundations))),
    Layer.provide(layerObservability),
    Layer.provide(Layer.effectDiscard(tellIdle(idle))),
    Layer.provide(layerLogging),
    Layer.launch,
  )
})

const runMain = Runtime.makeRunMain(({ fiber, teardown }) => {
  const stop = (): void => fiber.interruptUnsafe(fiber.id)
  process.on("SIGINT", stop)
  process.on("SIGTERM", stop)
  fiber.addObserver((exit) => teardown(exit, (status) => process.exit(status)))
})

runMain(endingInLine(untilStopped(program)))
