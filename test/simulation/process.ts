import * as Cause from "effect/Cause"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import * as Scope from "effect/Scope"
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
import { makeApplication } from "../../http/runtime/application.ts"
import { foundationsOn } from "../../http/runtime/foundations.ts"
import { workRegularly } from "../../http/runtime/reloading-application.ts"
import { layerPool, makePoolOver } from "../../http/store/database/client.ts"
import { makeReadiness } from "../../http/store/readiness/readiness.ts"
import { layerTablesOf, type SimulationGround } from "./cluster.ts"
import type { Gate } from "./gate.ts"
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
  parts: Pick<ProcessParts, "ground" | "database" | "turns" | "gate" | "time" | "lane" | "trace">,
) => {
  const { database, gate, ground, lane, time, trace } = parts
  const logged = Logger.make(({ logLevel, message }) => {
    trace(`${lane.name} logs ${logLevel}: ${firstWords(message)}`)
  })
  const base = time.contextOf(lane).pipe(
    Context.add(ConfigProvider.ConfigProvider, ground.config),
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
  let services: Context.Context<Foundations> | undefined
  const waiting = new Set<(got: Got) => void>()

  const { base, foundations } = standOn(parts)

  const program = Effect.gen(function* () {
    const context = yield* Layer.buildWithScope(foundations, scope)
    const made = Effect.gen(function* () {
      const settings = yield* serverSettings
      const readiness = yield* makeReadiness
      const rates = yield* Rates
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
        isDraining: () => state === "stopping",
      })
      const assets = makeAssets()
      const application = yield* makeApplication(
        {
          settings,
          assets,
          makePage: preparePages(assets),
          standing,
          history: Effect.succeed([]),
          incidents: Effect.succeed([]),
          openRoutes: [...makeHealthRoutes(standing), assets.route],
          servedIcons: new Map(),
          paces: makeComparePaces(),
        },
        ground.bundle,
        ground.icons,
      )
      yield* workRegularly(deliverWith(post, deliveryPolicy))
      return application.app
    })
    const served = yield* Effect.provideContext(made, context)
    return { context, served }
  }).pipe(Effect.provideService(Scope.Scope, scope))

  const inLane = Effect.runForkWith(base)

  inLane(program).addObserver((exit) => {
    if (Exit.isSuccess(exit)) {
      app = exit.value.served
      services = exit.value.context
      if (state === "starting") state = "serving"
      trace(`${lane.name} serves`)
    } else if (state !== "dead") {
      state = "dead"
      trace(`${lane.name} does not start: ${firstWords(Cause.squash(exit.cause))}`)
    }
    time.stir()
  })

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
        const close = (): void => {
          inLane(Scope.close(scope, Exit.void)).addObserver(() => {
            state = "dead"
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
      await gate.kill(lane)
      for (const end of waiting) end({ _tag: "Reset" })
      waiting.clear()
    },
  }
}
