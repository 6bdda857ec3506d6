import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import { clientAddress, type RequestHead } from "../api/incoming.ts"
import { networkOf } from "../../rules/accounts/networks.ts"
import { callsWaitingMax, proxiesInFront, unknownKeysPerSecond } from "../config/load.ts"
import { makeTurnQueue } from "../platform/turns.ts"
import { ServiceMeters } from "../observability/meters.ts"

/** As many calls wait as may: one more would only delay the others. */
export interface TooManyWaiting {
  readonly _tag: "TooManyWaiting"
}

/** Always the same one, without a stack: refusing stays cheap under load. */
const tooManyWaiting: Effect.Effect<never, TooManyWaiting> = Effect.fail({
  _tag: "TooManyWaiting",
})

/**
 * Admits work of holders while there is room for it, and refuses the rest at once. A holder may
 * have as many places as are still free, so that one alone gets half of them and every other finds
 * some.
 */
interface Gate {
  /** Runs work in a place of its own, or fails before the work begins. */
  readonly through: <A, E, R>(
    holder: string,
    work: Effect.Effect<A, E, R>,
  ) => Effect.Effect<A, E | TooManyWaiting, R>
}

/** Makes a gate with `width` places; calls `turnedAway` for all work that it refuses. */
export const makeGate = (width: number, turnedAway: () => void): Gate => {
  const placesOf = new Map<string, number>()
  let waiting = 0
  const enter = (holder: string): boolean => {
    const places = placesOf.get(holder) ?? 0
    if (places >= width - waiting) return false
    waiting += 1
    placesOf.set(holder, places + 1)
    return true
  }
  const leave = (holder: string): void => {
    waiting -= 1
    const places = (placesOf.get(holder) ?? 0) - 1
    if (places > 0) placesOf.set(holder, places)
    else placesOf.delete(holder)
  }
  return {
    through: <A, E, R>(holder: string, work: Effect.Effect<A, E, R>) =>
      Effect.suspend((): Effect.Effect<A, E | TooManyWaiting, R> => {
        if (enter(holder))
          return Effect.ensuring(
            work,
            Effect.sync(() => leave(holder)),
          )
        turnedAway()
        return tooManyWaiting
      }),
  }
}

/** How many calls may wait at once to learn whether their key exists. */
const strangersWaitingMax = 4_096

/**
 * The gates that signed calls pass while they wait for their key and for their charge, so that an
 * overloaded server refuses some calls instead of delaying all.
 */
export class CallGate extends Context.Service<
  CallGate,
  {
    /** Places of keys that the process knows, as many as `CALLS_WAITING_MAX` says. */
    readonly keys: Gate
    /** The address that a call comes from, as far as proxies can be believed. */
    readonly addressOf: (head: RequestHead) => string
    /** For calls with keys that the process has never seen: anybody can send them. */
    readonly strangers: {
      /** Their turn, which they wait for first. */
      readonly turn: Effect.Effect<void>
      /** Places of networks. */
      readonly gate: Gate
      readonly pace: RefusalPace
      readonly networkOf: (head: RequestHead) => string
    }
  }
>()("viatica/CallGate") {
  static readonly layer = Layer.effect(
    CallGate,
    Effect.gen(function* () {
      const meters = yield* ServiceMeters
      const turnedAway = (): void => meters.charge("TurnedAway", 1)
      const proxies = yield* proxiesInFront
      return {
        keys: makeGate(yield* callsWaitingMax, turnedAway),
        addressOf: (head: RequestHead) => clientAddress(head, proxies),
        strangers: {
          turn: makeTurnQueue(),
          gate: makeGate(strangersWaitingMax, turnedAway),
          pace: yield* makeRefusalPace(yield* unknownKeysPerSecond),
          networkOf: (head: RequestHead) => networkOf(clientAddress(head, proxies)),
        },
      }
    }),
  )
}

/** How many times the pace of one address all addresses together have. */
const addressesAtPace = 4

/** How long one allowance lasts, in milliseconds. */
const tickMs = 50

/** About how long a refusal is held back at most, however many wait for an address. */
const heldMostMs = 4_000

/** The refusals of one address that wait, the oldest first. */
type Waiting = Array<() => void>

/**
 * The pace at which calls without a valid key are refused. Refusing costs the processor nearly as
 * much as answering, so a client that sends more such calls waits for refusals instead of making others
 * wait for answers. It holds back refusals alone: no valid key is ever late for it.
 */
export interface RefusalPace {
  /** Waits until an address may get its refusal, which may be at once. */
  readonly wait: (address: string) => Effect.Effect<void>
}

/** Makes a pace of so many refusals a second for each address. */
export const makeRefusalPace = Effect.fnUntraced(function* (perSecond: number) {
  const clock = yield* Clock.Clock
  const each = Math.max(1, Math.round((perSecond * tickMs) / 1_000))
  const waiting = new Map<string, Waiting>()
  const someWait = Latch.makeUnsafe(false)
  let tick = 0
  let sentTo = new Map<string, number>()
  let sent = 0
  let held = 0

  const beginTick = (now: number): void => {
    tick = now
    sentTo = new Map()
    sent = 0
  }

  /** How many of those that wait go out in a tick, so that none waits for ever. */
  const allowed = (usual: number, waits: number): number =>
    Math.max(usual, Math.ceil((waits * tickMs) / heldMostMs))

  const countSent = (address: string): void => {
    sent += 1
    sentTo.set(address, (sentTo.get(address) ?? 0) + 1)
  }

  /**
   * Sends the refusals that may go out now, address by address; those that had their turn come
   * last.
   */
  const sendSome = (): void => {
    const most = allowed(each * addressesAtPace, held)
    const line = [...waiting]
    for (const [address, queue] of line) {
      const room = Math.min(allowed(each, queue.length) - (sentTo.get(address) ?? 0), most - sent)
      const due = queue.splice(0, Math.max(0, room))
      waiting.delete(address)
      if (queue.length > 0) waiting.set(address, queue)
      held -= due.length
      for (const resume of due) {
        countSent(address)
        resume()
      }
      if (sent >= most) break
    }
    if (held === 0) someWait.closeUnsafe()
  }

  const now = (): number => Math.floor(clock.currentTimeMillisUnsafe() / tickMs)

  const rounds = Effect.andThen(
    someWait.await,
    Effect.map(Effect.sleep(tickMs), () => {
      beginTick(now())
      sendSome()
    }),
  )
  yield* Effect.forkScoped(Effect.forever(rounds))

  const wait = (address: string): Effect.Effect<void> => {
    if (now() !== tick && held === 0) beginTick(now())
    const queue = waiting.get(address)
    const isFree = (sentTo.get(address) ?? 0) < each && sent < each * addressesAtPace
    if (queue === undefined && isFree) {
      countSent(address)
      return Effect.void
    }
    return Effect.callback<void>((resume) => {
      const own = waiting.get(address) ?? []
      own.push(() => resume(Effect.void))
      waiting.set(address, own)
      held += 1
      someWait.openUnsafe()
    })
  }

  return { wait } satisfies RefusalPace
})
