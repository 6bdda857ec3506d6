import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"

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
 * much as answering, so whoever sends more such calls waits for refusals instead of making others
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
