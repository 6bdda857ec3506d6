import type * as Clock from "effect/Clock"
import type { ConfigProvider } from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Semaphore from "effect/Semaphore"
import * as SqlClient from "effect/sql/SqlClient"
import type { EndpointName } from "../api/api.ts"
import {
  type Armed,
  type Arming,
  type ChosenAnswer,
  makeArming,
  refusingOperations,
} from "./triggers/armed.ts"
import { type EmulatedInsurer, makeWorld, type World } from "./world.ts"
import { currentAccount, type EmulatedAccount } from "./keys.ts"
import { listeners, type Listening, listenTo, type ListenWish, stopListening } from "./listening.ts"
import type { MovedClock } from "./moved-clock.ts"
import { type EmulatorTrigger, findTrigger, nearNames } from "./triggers/triggers.ts"
import { stateTriggers, type StateWish } from "./triggers/state-triggers.ts"
import type { ThrowawayDatabase } from "./throwaway-database.ts"
import { TriggerRefused, triggerRefused } from "./triggers/trigger-refused.ts"
import { type Draining, makeDraining } from "../runtime/draining.ts"
import { secretEndingSeconds } from "../../rules/events/event-policy.ts"
import { endpointNames } from "./triggers/refusal-rehearsals.ts"

/** What is asked of a trigger. */
interface TriggerWish extends StateWish {
  readonly trigger: string
  /** The only endpoint whose next call it befalls. */
  readonly endpoint?: string | undefined
  /** How many calls it affects; one when left out. */
  readonly times?: number | undefined
}

/** What a trigger came to. */
interface Triggered {
  readonly trigger: string
  readonly what: string
  /** The endpoints whose next calls it befalls; empty for what lasts. */
  readonly endpoints: ReadonlyArray<EndpointName>
  /** What was changed. */
  readonly changed: ReadonlyArray<unknown>
}

/** What the emulator can be asked for while it runs. */
export interface EmulatorState {
  /** The world as it is now; another one after a reset. */
  readonly world: () => World
  readonly arming: Arming
  readonly draining: Draining
  readonly now: Effect.Effect<string>
  /** Moves the clock on, validates sales, closes months that are over, and announces what has come. */
  readonly advance: (
    ms: number,
  ) => Effect.Effect<{ readonly now: string; readonly salesValidated: number }>
  readonly trigger: (wish: TriggerWish) => Effect.Effect<Triggered, TriggerRefused>
  readonly answerNext: (
    endpoint: string,
    answer: ChosenAnswer,
    times: number,
  ) => Effect.Effect<void, TriggerRefused>
  /** Has events told to an address. */
  readonly listen: (wish: ListenWish) => Effect.Effect<Listening, TriggerRefused>
  /** The endpoints of events that are there. */
  readonly listeners: Effect.Effect<unknown, TriggerRefused>
  /** Takes endpoints away, by an id or an address. */
  readonly unlisten: (which: string) => Effect.Effect<unknown, TriggerRefused>
  readonly account: Effect.Effect<EmulatedAccount>
  /** Begins anew, as after a start with the same seed; calls wait meanwhile. */
  readonly reset: Effect.Effect<EmulatedAccount>
  /** Waits for the end of a reset. */
  readonly whenReady: Effect.Effect<void>
}

/** What the state is made of. */
interface StateParts {
  readonly seed: string
  readonly startAheadMs: number
  readonly moved: MovedClock
  readonly real: Clock.Clock
  readonly database: ThrowawayDatabase
  readonly insurer: EmulatedInsurer
  readonly config: ConfigProvider
}

const endpointNamed = (name: string): Effect.Effect<EndpointName, TriggerRefused> => {
  const found = endpointNames.find((known) => known === name)
  return found === undefined
    ? Effect.fail(
        triggerRefused(
          { _tag: "NoEndpoint", name, names: endpointNames },
          nearNames(name, endpointNames),
        ),
      )
    : Effect.succeed(found)
}

const endpointsFor = Effect.fnUntraced(function* (
  { endpoints, name }: EmulatorTrigger,
  wanted: string | undefined,
) {
  if (wanted === undefined) return endpoints
  const endpoint = yield* endpointNamed(wanted)
  if (endpoints.includes(endpoint)) return [endpoint]
  return yield* triggerRefused({ _tag: "NotOfEndpoint", endpoint, trigger: name, endpoints })
})

/** Whatever fails is told to who asked, in a sentence. */
const orRefused = <A>(effect: Effect.Effect<A, unknown>): Effect.Effect<A, TriggerRefused> =>
  Effect.mapError(effect, (error) =>
    error instanceof TriggerRefused
      ? error
      : triggerRefused({
          _tag: "Failed",
          says: error instanceof Error ? error.message : String(error),
        }),
  )

/** Makes the first world, and what changes it. */
export const makeEmulatorState = Effect.fnUntraced(function* (parts: StateParts) {
  const { config, database, insurer, moved, real, seed, startAheadMs } = parts
  const arming = makeArming()
  const draining = makeDraining()
  const one = Semaphore.makeUnsafe(1)
  const ready = Latch.makeUnsafe(true)
  const begin = Effect.andThen(
    database.empty(startAheadMs),
    makeWorld({
      seed,
      moved,
      real,
      config,
      draining,
      around: refusingOperations(arming),
      currencies: insurer.currencies,
    }),
  )
  let world = yield* begin
  yield* Effect.addFinalizer(() => world.end)
  const run: World["run"] = (effect) => Effect.suspend(() => world.run(effect))
  const account = Effect.orDie(run(currentAccount))
  const now = Effect.sync(() => new Date(moved.clock.currentTimeMillisUnsafe()).toISOString())

  const move = (ms: number) =>
    Effect.andThen(
      database.setAhead(moved.aheadMs() + ms),
      Effect.sync(() => moved.advance(ms)),
    )

  const advance: EmulatorState["advance"] = (ms) =>
    one.withPermit(
      Effect.gen(function* () {
        let movedMs = 0
        for (const inMs of yield* Effect.orDie(run(secretEndingsWithin(ms)))) {
          yield* move(inMs - movedMs)
          movedMs = inMs
          yield* world.tellEndings
        }
        yield* move(ms - movedMs)
        const salesValidated = yield* world.validateDue
        yield* world.closeMonths
        yield* world.tellEndings
        return { now: yield* now, salesValidated }
      }),
    )

  const calm = Effect.andThen(
    Effect.sync(() => arming.clear()),
    insurer.setFault(null),
  )

  const runState = (trigger: EmulatorTrigger, wish: TriggerWish) =>
    trigger.does._tag === "States"
      ? Effect.forEach(trigger.does.names, (name) =>
          orRefused(run<unknown, unknown>(stateTriggers[name].run(wish))),
        )
      : Effect.succeed([])

  const bring = (
    trigger: EmulatorTrigger,
    wish: TriggerWish,
    endpoints: ReadonlyArray<EndpointName>,
  ) => {
    const { does } = trigger
    const times = wish.times ?? 1
    const armed = (does: Armed["does"]) =>
      Effect.as(
        Effect.sync(() => arming.arm({ does, endpoints, times })),
        [],
      )
    switch (does._tag) {
      case "Refuse":
      case "Delay":
        return armed(does)
      case "States":
        return runState(trigger, wish)
      case "Insurer":
        return Effect.as(insurer.setFault(does.fault), [])
      case "Calm":
        return Effect.as(calm, [])
    }
  }

  const trigger: EmulatorState["trigger"] = Effect.fnUntraced(function* (wish) {
    const looked = findTrigger(wish.trigger)
    if (!("found" in looked)) {
      return yield* triggerRefused({ _tag: "NoTrigger", name: wish.trigger }, looked.near)
    }
    const { found } = looked
    const endpoints = yield* endpointsFor(found, wish.endpoint)
    const changed: ReadonlyArray<unknown> = yield* bring(found, wish, endpoints)
    return { trigger: found.name, what: found.what, endpoints, changed }
  })

  const reset = one.withPermit(
    Effect.gen(function* () {
      ready.closeUnsafe()
      yield* Effect.orDie(calm)
      yield* world.end
      moved.restart()
      world = yield* Effect.orDie(begin)
      return yield* account
    }).pipe(Effect.ensuring(Effect.sync(() => ready.openUnsafe()))),
  )

  const state: EmulatorState = {
    world: () => world,
    arming,
    draining,
    now,
    advance,
    trigger,
    answerNext: (endpoint, answer, times) =>
      Effect.map(endpointNamed(endpoint), (name) =>
        arming.arm({ does: { _tag: "Answer", answer }, endpoints: [name], times }),
      ),
    listen: (wish) => orRefused(run(listenTo(wish))),
    listeners: orRefused(run(listeners)),
    unlisten: (which) => orRefused(run(stopListening(which))),
    account,
    reset,
    whenReady: ready.await,
  }
  return state
})

/**
 * How far the clock is from each moment, among the next milliseconds, at which a previous secret of a key
 * begins to be one that ends soon. A clock that leaps over such a moment would leave its event untold.
 */
const secretEndingsWithin = Effect.fnUntraced(function* (ms: number) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly inMs: number }>`
    with ending as (
      select distinct ceil(1000 * (extract(epoch from previous_valid_until - now())
        - ${secretEndingSeconds}::float8))::float8 as "inMs"
      from api_key where revoked_at is null and previous_valid_until is not null
    )
    select "inMs" from ending where "inMs" > 0 and "inMs" <= ${ms}::float8 order by "inMs"`
  return rows.map(({ inMs }) => inMs)
})
