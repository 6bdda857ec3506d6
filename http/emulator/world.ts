import * as Clock from "effect/Clock"
import * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { createHash } from "node:crypto"
import { AroundOperations } from "../api/around-operations.ts"
import { serverSettings } from "../config/server.ts"
import { makeAccount } from "./keys.ts"
import type { MovedClock } from "./moved-clock.ts"
import { readFault } from "./simulator/faults.ts"
import { startSimulator } from "./simulator/server.ts"
import { type TriggerRefused, triggerRefused } from "./triggers/trigger-refused.ts"
import type { App } from "../gateway/app.ts"
import { SignersTime, type TimeForSigner } from "../gateway/authenticate.ts"
import { EventSigningTime } from "../outside/events/post-event.ts"
import { RandomBytes } from "../platform/random-bytes.ts"
import { RequestIds } from "../platform/random-ids.ts"
import { systemReason } from "../platform/system-error.ts"
import { EventDeliveries } from "../ports/event-deliveries.ts"
import { Demo } from "../ports/house.ts"
import { Payouts } from "../ports/payouts.ts"
import { Sales } from "../ports/sales.ts"
import { TableBundle } from "../ports/table-bundle.ts"
import type { Draining } from "../runtime/draining.ts"
import { foundationsOn } from "../runtime/foundations.ts"
import { layerLogging } from "../observability/logging.ts"
import { layerObservability } from "../metrics/layer.ts"
import { makeService } from "../runtime/reloading-application.ts"
import { demoPartnerCode } from "../store/accounts/demo.ts"
import { layerDatabase } from "../store/database/client.ts"
import { limitOf } from "../../rules/reference/limits.ts"
import { signingHeaderNames } from "../../rules/signing/message.ts"

/** A service over an empty database, with the emulator's account in it. */
export interface World {
  readonly app: App
  /** Runs an effect under the service's clock, settings and stores. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, WorldServices>) => Effect.Effect<A, E>
  /** Ids for answers that the service inside does not give. */
  readonly nextRequestId: () => string
  /** Validates the sales whose days are over. */
  readonly validateDue: Effect.Effect<number>
  /** Announces secrets of keys that end soon, and endpoints that fail for a day. */
  readonly tellEndings: Effect.Effect<void>
  /** Closes the months that are over. */
  readonly closeMonths: Effect.Effect<number>
  readonly end: Effect.Effect<void>
}

/** Makes the service inside over an empty database. */
export const makeWorld = Effect.fnUntraced(function* (parts: WorldParts) {
  const { around, config, currencies, draining, moved, real, seed } = parts
  const scope = yield* Scope.make()
  const nextRequestId = seededRequestIds(seed)
  const under = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    effect.pipe(
      Effect.provideService(Clock.Clock, moved.clock),
      Effect.provideService(ConfigProvider.ConfigProvider, config),
      Effect.provideService(AroundOperations, around),
      Effect.provideService(RequestIds, nextRequestId),
      Effect.provideService(Demo, { partnerCode: demoPartnerCode }),
    )
  const random = RandomBytes.layerFixed(seed)
  const layer = foundationsOn({ database: layerDatabase, random }).pipe(
    Layer.provideMerge(layerObservability),
    Layer.provideMerge(layerLogging),
  )
  const made = Effect.gen(function* () {
    const context = yield* Layer.build(layer)
    const world = Effect.gen(function* () {
      const settings = yield* serverSettings
      const { tables } = (yield* TableBundle).current()
      for (const { code, currency, insurer } of tables.catalogueOffers.rows) {
        if (insurer === simulatedInsurer && code !== null) currencies.set(code, currency)
      }
      yield* makeAccount
      const { timestamp } = signingHeaderNames(settings.headerPrefix)
      const windowMs = limitOf(tables, "timestamp_window_s") * 1_000
      const app = yield* makeService(settings, draining).pipe(
        Effect.provideService(SignersTime, timeForSigner(timestamp, windowMs, real)),
        Effect.provideService(EventSigningTime, real.currentTimeMillis),
      )
      const { validateDue } = yield* Sales
      const { upkeep } = yield* EventDeliveries
      const { closeMonths } = yield* Payouts
      return { app, closeMonths, validateDue, upkeep }
    })
    const { app, closeMonths, upkeep, validateDue } = yield* Effect.provideContext(world, context)
    const run: World["run"] = (effect) => under(Effect.provideContext(effect, context))
    return {
      // A call runs in a fiber of the server, whose clock is the machine's.
      app: { answer: (call) => run(app.answer(call)) },
      run,
      nextRequestId,
      validateDue: Effect.orDie(run(validateDue)),
      tellEndings: Effect.orDie(run(upkeep)),
      closeMonths: Effect.orDie(run(closeMonths)),
      end: Scope.close(scope, Exit.void),
    } satisfies World
  })
  return yield* under(Effect.provideService(made, Scope.Scope, scope)).pipe(
    Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause))),
  )
})

/** The settings of the service inside: nothing else of the environment reaches it. */
export const worldConfig = (world: WorldSettings) =>
  Effect.map(given, (heeded) =>
    ConfigProvider.fromEnvRecord({
      ...heeded,
      HOST: "127.0.0.1",
      PORT: String(world.port),
      DATABASE_URL: Redacted.value(world.databaseUrl),
      DATA_DIR: world.folder,
      MASTER_KEY: createHash("sha256").update(`master key:${world.seed}`).digest("hex"),
      INSURER_URLS: `${simulatedInsurer}=${world.insurerUrl}`,
      INSURER_ALLOW_PRIVATE: "true",
      EVENTS_ALLOW_PRIVATE: "true",
      INSURER_TIMEOUT_MS: String(insurerTimeoutMs),
      TABLES_WATCH: "false",
      LOG_LEVEL: world.logLevel,
    }),
  )

/** Everything that the service inside stands on. */
type WorldServices = Layer.Success<ReturnType<typeof foundationsOn>>

/** What a world is made of. */
interface WorldParts {
  readonly seed: string
  readonly moved: MovedClock
  readonly real: Clock.Clock
  readonly config: ConfigProvider.ConfigProvider
  readonly draining: Draining
  readonly around: Context.Service.Shape<typeof AroundOperations>
  /** The currencies of the simulated insurer's codes. */
  readonly currencies: Map<string, string>
}

/** Ids of requests that follow from a seed: version 4 in form. */
const seededRequestIds = (seed: string): (() => string) => {
  let count = 0
  return () => {
    const hex = createHash("sha256").update(`request:${seed}:${count++}`).digest("hex")
    const variant = "89ab"[Number.parseInt(hex[16] ?? "0", 16) % 4]
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  }
}

/** The insurer of the catalogue that is asked over HTTP: it is simulated. */
const simulatedInsurer = "kestrelgate"

/**
 * Callers' clocks are not moved: a timestamp holds if it is right by the moved clock, and else is held
 * against the machine's own time.
 */
const timeForSigner =
  (timestampName: string, windowMs: number, real: Clock.Clock): TimeForSigner =>
  (head, nowMs) => {
    const signedMs = Number(head.headerValues(timestampName)[0]) * 1_000
    return Math.abs(signedMs - nowMs) <= windowMs ? nowMs : real.currentTimeMillisUnsafe()
  }

/** What the settings of an emulator follow from. */
interface WorldSettings {
  readonly port: number
  readonly databaseUrl: Redacted.Redacted
  readonly folder: string
  readonly seed: string
  readonly insurerUrl: string
  readonly logLevel: string
}

/** Settings of the environment that an emulator heeds: they change what partners see. */
const heeded = ["HEADER_PREFIX", "TABLES_DIR"]

const given = Effect.map(
  Effect.forEach(heeded, (variable) =>
    Effect.map(Config.option(Config.String(variable)), (value) =>
      Option.isSome(value) ? [[variable, value.value] as const] : [],
    ),
  ),
  (found) => Object.fromEntries(found.flat()),
)

/** How long that one may take: nobody who rehearses waits for long. */
const insurerTimeoutMs = 1_500

/** The insurer that the emulator asks over HTTP. */
export interface EmulatedInsurer {
  readonly url: string
  /** The currencies of its codes, to be filled once the tables are read. */
  readonly currencies: Map<string, string>
  /** Has it go wrong in one way from now on; null has it answer well. */
  readonly setFault: (fault: string | null) => Effect.Effect<void, TriggerRefused>
}

/** Starts the insurer; it ends with the scope. */
export const startInsurer = Effect.gen(function* () {
  const currencies = new Map<string, string>()
  const { url } = yield* startSimulator({
    port: 0,
    currency: "USD",
    currencies,
    language: "en",
    faults: [],
  })
  const put = (faults: ReadonlyArray<unknown>) =>
    Effect.tryPromise({
      try: async () => {
        const answer = await fetch(`${url}/faults`, {
          method: "PUT",
          body: JSON.stringify(faults),
        })
        if (!answer.ok) throw new Error(await answer.text())
      },
      catch: (cause) => triggerRefused({ _tag: "Failed", says: systemReason(cause) }),
    })
  const insurer: EmulatedInsurer = {
    url,
    currencies,
    setFault: (fault) => put(fault === null ? [] : Option.toArray(readFault(fault))),
  }
  return insurer
})
