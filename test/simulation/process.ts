import * as Cause from "effect/Cause"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import * as Scope from "effect/Scope"
import type { Server } from "node:http"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import { type IncomingCall } from "../../http/api/incoming.ts"
import { responseBytes } from "../../http/api/answer.ts"
import { serverSettings } from "../../http/config/server.ts"
import { makeOutages, OutageLog } from "../../http/observability/outage-log.ts"
import type { App } from "../../http/gateway/app.ts"
import { deliverWith, deliveryPolicy } from "../../http/outside/events/deliver-loop.ts"
import type { PostEvent } from "../../http/outside/events/post-event.ts"
import { makeComparePaces } from "../../http/pages/compare/pace.ts"
import { makeHealthRoutes } from "../../http/pages/health.ts"
import { makeAssets } from "../../http/pages/kit/assets.ts"
import { preparePages } from "../../http/pages/kit/page.ts"
import { makeStanding } from "../../http/pages/standing.ts"
import { RandomBytes } from "../../http/platform/random-bytes.ts"
import { Rates } from "../../http/ports/rates.ts"
import { type ApplicationParts, makeApplication } from "../../http/runtime/application.ts"
import { makeDraining } from "../../http/runtime/draining.ts"
import { foundationsOn } from "../../http/runtime/foundations.ts"
import { makeNodeServer } from "../../http/runtime/node-server.ts"
import { workRegularly } from "../../http/runtime/reloading-application.ts"
import { layerPool, makePoolOver } from "../../http/store/database/client.ts"
import { makeReadiness } from "../../http/store/readiness/readiness.ts"
import { layerTablesOf, type SimulationGround } from "./cluster.ts"
import type { Gate } from "./gate.ts"
import type { End } from "./network.ts"
import { followDisk, type Reloading, type TablesDisk } from "./tables-disk.ts"
import type { Lane, VirtualTime } from "./virtual-time.ts"

/** What a caller gets: an answer, or nothing, where the process died or took too long. */
export type Got =
  | {
      readonly _tag: "Answer"
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly body: string
    }
  | { readonly _tag: "Reset" }
  | { readonly _tag: "Late" }

/** What everything under the application gives. */
export type Foundations = Layer.Success<ReturnType<typeof foundationsOn>>

/** A process of the service, in this one. */
export interface SimulatedProcess {
  readonly lane: Lane
  readonly state: () => "starting" | "serving" | "stopping" | "dead"
  /** Has it answer a call; a caller that hears nothing for so long goes away, and the call goes on. */
  readonly call: (call: IncomingCall, patienceMs: number) => Promise<Got>
  /** Does something in it, as a page or an operator's command would; it may fail with what is thrown. */
  readonly run: <A, E>(work: Effect.Effect<A, E, Foundations>) => Promise<A>
  /** Ends as on SIGTERM: what is under way comes to its end. */
  readonly stop: () => Promise<void>
  /** Ends as by SIGKILL. */
  readonly kill: () => Promise<void>
  /** Calls that nobody has answered yet. */
  readonly underWay: () => number
  /** Takes a connection, as from a client that has found it; one that does not serve refuses it. */
  readonly connect: (end: End) => void
  /** Connections that are open. */
  readonly connections: () => number
  /** Has it look at its tables, as after a change of their folder. */
  readonly reload: () => Promise<Reloading | undefined>
}

/** What a process is started on. */
export interface ProcessParts {
  readonly ground: SimulationGround
  readonly database: string
  /** What its secrets are drawn from. */
  readonly turns: number
  readonly gate: Gate
  readonly time: VirtualTime
  readonly lane: Lane
  /** What a receiver makes of an event. */
  readonly post: PostEvent
  readonly trace: (line: string) => void
  /** Its settings beside those of all processes: the addresses of insurers and of the mail server. */
  readonly settings?: Readonly<Record<string, string>>
  /** Where its tables lie, as far as they change. */
  readonly disk?: TablesDisk
}

/** How long calls that are under way may take when a process stops, and how often that is looked at. */
const drainMs = 6_000
const drainLookMs = 50

const firstWords = (message: unknown): string => {
  const [first] = Array.isArray(message) ? (message as ReadonlyArray<unknown>) : [message]
  return String(first).split("\n")[0] ?? ""
}

/** What a process of the simulation stands on: time and chance of its lane, and a pool behind the gate. */
export const standOn = (
  parts: Pick<
    ProcessParts,
    "ground" | "database" | "turns" | "gate" | "time" | "lane" | "trace" | "settings"
  >,
) => {
  const { database, gate, ground, lane, time, trace } = parts
  const logged = Logger.make(({ logLevel, message }) => {
    trace(`${lane.name} logs ${logLevel}: ${firstWords(message)}`)
  })
  const base = time.contextOf(lane).pipe(
    Context.add(ConfigProvider.ConfigProvider, ground.configWith(parts.settings ?? {})),
    Context.add(References.MinimumLogLevel, "Info"),
    Context.add(References.TracerEnabled, false),
    // What a process keeps by itself, each of these does.
    Context.add(OutageLog, makeOutages()),
  ) as Context.Context<never>

  const pool = makePoolOver({
    username: ground.username,
    password: ground.password,
    database,
    stream: () => gate.connect(lane),
  })
  const foundations = foundationsOn(
    {
      database: layerPool(Effect.orDie(pool)),
      random: RandomBytes.layerFixed(`${parts.turns} ${lane.name}`),
    },
    layerTablesOf(ground.bundle),
  ).pipe(Layer.provideMerge(Logger.layer([logged])))

  return { base, foundations }
}

/** Starts a process: it serves when its state says so. */
export const startProcess = (parts: ProcessParts): SimulatedProcess => {
  const { gate, ground, lane, post, time, trace } = parts
  const scope = Scope.makeUnsafe()
  let state: "starting" | "serving" | "stopping" | "dead" = "starting"
  let app: App | undefined
  let server: Server | undefined
  let reload: Effect.Effect<Reloading> | undefined
  let beginDraining = (): void => {}
  const ends = new Set<End>()
  let services: Context.Context<Foundations> | undefined
  const waiting = new Set<(got: Got) => void>()

  const { base, foundations } = standOn(parts)

  const program = Effect.gen(function* () {
    const context = yield* Layer.buildWithScope(foundations, scope)
    const made = Effect.gen(function* () {
      const settings = yield* serverSettings
      const readiness = yield* makeReadiness
      const rates = yield* Rates
      const draining = makeDraining()
      const standing = makeStanding({
        readiness,
        tables: () => ({
          inForce: ground.bundle,
          loadedAtMs: 0,
          waiting: undefined,
          refused: undefined,
        }),
        rates: rates.status,
        processes: () => undefined,
        isDraining: draining.isDraining,
      })
      const assets = makeAssets()
      const applicationParts: ApplicationParts = {
        settings,
        assets,
        makePage: preparePages(assets),
        standing,
        history: Effect.succeed([]),
        incidents: Effect.succeed([]),
        openRoutes: [...makeHealthRoutes(standing), assets.route],
        servedIcons: new Map(),
        paces: makeComparePaces(),
      }
      let application = yield* makeApplication(applicationParts, ground.bundle, ground.icons)
      const surroundings =
        yield* Effect.context<Effect.Services<ReturnType<typeof makeApplication>>>()
      const answers: App = { answer: (call) => application.app.answer(call) }
      const reload =
        parts.disk === undefined
          ? undefined
          : yield* followDisk(parts.disk, ground, (bundle, icons) =>
              Effect.map(
                Effect.provideContext(
                  makeApplication(applicationParts, bundle, icons),
                  surroundings,
                ),
                (next) => () => {
                  application = next
                },
              ),
            )
      const { server } =
        parts.settings === undefined
          ? { server: undefined }
          : yield* makeNodeServer(answers, draining)
      yield* workRegularly(deliverWith(post, deliveryPolicy))
      return { app: answers, draining, reload, server }
    })
    const served = yield* Effect.provideContext(made, context)
    return { context, served }
  }).pipe(Effect.provideService(Scope.Scope, scope))

  const inLane = Effect.runForkWith(base)

  inLane(program).addObserver((exit) => {
    if (Exit.isSuccess(exit)) {
      const { served } = exit.value
      app = served.app
      server = served.server
      reload = served.reload
      beginDraining = served.draining.begin
      services = exit.value.context
      if (state === "starting") state = "serving"
      trace(`${lane.name} serves`)
    } else if (state !== "dead") {
      state = "dead"
      trace(`${lane.name} does not start: ${firstWords(Cause.squash(exit.cause))}`)
    }
    time.stir()
  })

  /** Ends its connections and what looks after them. */
  const hangUp = (): void => {
    for (const end of ends) end.reset()
    server?.emit("close")
  }

  const answered = (response: HttpServerResponse): Got => ({
    _tag: "Answer",
    status: response.status,
    headers: response.headers,
    body: Buffer.from(responseBytes(response)).toString(),
  })

  return {
    lane,
    state: () => state,
    underWay: () => waiting.size,
    connections: () => ends.size,
    connect: (end) => {
      if (server === undefined || state !== "serving") return end.reset()
      ends.add(end)
      end.once("close", () => {
        ends.delete(end)
        time.stir()
      })
      server.emit("connection", end)
    },
    reload: () => {
      const work = reload
      if (work === undefined || state !== "serving") return Promise.resolve(undefined)
      return new Promise((resolve) => {
        const gone = (): void => resolve(undefined)
        waiting.add(gone)
        const context = Context.merge(base, services as Context.Context<never>)
        Effect.runForkWith(context as Context.Context<never>)(work).addObserver((exit) => {
          waiting.delete(gone)
          time.stir()
          resolve(Exit.isSuccess(exit) ? exit.value : undefined)
        })
      })
    },
    call: (call, patienceMs) =>
      new Promise<Got>((resolve) => {
        if (app === undefined || services === undefined || state !== "serving") {
          time.after(1, () => resolve({ _tag: "Reset" }))
          return
        }
        const end = (got: Got): void => {
          if (!waiting.delete(end)) return
          cancel()
          time.stir()
          resolve(got)
        }
        waiting.add(end)
        const cancel = time.after(patienceMs, () => end({ _tag: "Late" }))
        const context = Context.merge(base, services as Context.Context<never>)
        Effect.runForkWith(context as Context.Context<never>)(app.answer(call)).addObserver(
          (exit) => end(Exit.isSuccess(exit) ? answered(exit.value) : { _tag: "Reset" }),
        )
      }),
    run: <A, E>(work: Effect.Effect<A, E, Foundations>) =>
      new Promise<A>((resolve, reject) => {
        if (services === undefined || state !== "serving") {
          reject(new Error("the process does not serve"))
          return
        }
        const ended = (): void => reject(new Error("the process has died"))
        waiting.add(ended)
        const context = Context.merge(base, services as Context.Context<never>)
        Effect.runForkWith(context as unknown as Context.Context<Foundations>)(work).addObserver(
          (exit) => {
            if (!waiting.delete(ended)) return
            time.stir()
            if (Exit.isSuccess(exit)) resolve(exit.value)
            else reject(Cause.squash(exit.cause) as Error)
          },
        )
      }),
    stop: () =>
      new Promise<void>((resolve) => {
        if (state !== "serving") {
          resolve()
          return
        }
        state = "stopping"
        beginDraining()
        const close = (): void => {
          inLane(Scope.close(scope, Exit.void)).addObserver(() => {
            state = "dead"
            hangUp()
            trace(`${lane.name} has stopped`)
            time.stir()
            resolve()
          })
        }
        const whenAnswered = (leftMs: number): void => {
          if (waiting.size === 0 || leftMs <= 0) close()
          else time.after(drainLookMs, () => whenAnswered(leftMs - drainLookMs))
        }
        whenAnswered(drainMs)
      }),
    kill: async () => {
      if (state === "dead") return
      state = "dead"
      lane.isAlive = false
      hangUp()
      await gate.kill(lane)
      for (const end of waiting) end({ _tag: "Reset" })
      waiting.clear()
    },
  }
}
