import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"

/** How much more all addresses together may be refused than one. */
const addressesAtPace = 4

/** How long one allowance lasts, in milliseconds. */
const tickMs = 50

/** How long a refusal is held back at most, about, however many of an address there are. */
const heldMostMs = 4_000

/** What waits of one address, the oldest first. */
type Waiting = Array<() => void>

/**
 * The pace at which calls without a valid key are refused. Refusing costs the processor nearly as much
 * as answering: who sends more of them than this waits for the refusal, rather than others for answers.
 * It holds back nothing but refusals, so that no valid key is ever late for it.
 */
export interface RefusalPace {
  /** Waits until an address may be told a refusal; done already where it may be at once. */
  readonly wait: (address: string) => Effect.Effect<void>
}

/** A pace of so many refusals a second for each address. */
export const makeRefusalPace = Effect.fnUntraced(function* (perSecond: number) {
  const clock = yield* Clock.Clock
  const each = Math.max(1, Math.round((perSecond * tickMs) / 1_000))
  const waiting = new Map<string, Waiting>()
  const someWait = Latch.makeUnsafe(false)
  let tick = 0
  let toldOf = new Map<string, number>()
  let told = 0
  let held = 0

  const beginTick = (now: number): void => {
    tick = now
    toldOf = new Map()
    told = 0
  }

  /** How many may be told in a tick, of so many that wait: none of them waits for ever. */
  const allowed = (usual: number, waits: number): number =>
    Math.max(usual, Math.ceil((waits * tickMs) / heldMostMs))

  const tell = (address: string): void => {
    told += 1
    toldOf.set(address, (toldOf.get(address) ?? 0) + 1)
  }

  /** Tells what may be told now, an address after the other; those that had their turn come last. */
  const tellSome = (): void => {
    const most = allowed(each * addressesAtPace, held)
    const line = [...waiting]
    for (const [address, queue] of line) {
      const room = Math.min(allowed(each, queue.length) - (toldOf.get(address) ?? 0), most - told)
      const due = queue.splice(0, Math.max(0, room))
      waiting.delete(address)
      if (queue.length > 0) waiting.set(address, queue)
      held -= due.length
      for (const resume of due) {
        tell(address)
        resume()
      }
      if (told >= most) break
    }
    if (held === 0) someWait.closeUnsafe()
  }

  const now = (): number => Math.floor(clock.currentTimeMillisUnsafe() / tickMs)

  const rounds = Effect.andThen(
    someWait.await,
    Effect.map(Effect.sleep(tickMs), () => {
      beginTick(now())
      tellSome()
    }),
  )
  yield* Effect.forkScoped(Effect.forever(rounds))

  const wait = (address: string): Effect.Effect<void> => {
    if (now() !== tick && held === 0) beginTick(now())
    const queue = waiting.get(address)
    const isFree = (toldOf.get(address) ?? 0) < each && told < each * addressesAtPace
    if (queue === undefined && isFree) {
      tell(address)
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
