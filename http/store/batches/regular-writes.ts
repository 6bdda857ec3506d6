import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import { makeAvailability } from "../../observability/availability.ts"
import { troubleReason } from "../../platform/trouble-reason.ts"

/** What waits in memory until it is written, batch by batch. */
interface WaitingWork<Batch> {
  readonly everyMs: number
  /** Takes the next batch out; undefined where nothing waits. */
  readonly take: () => Batch | undefined
  readonly write: (batch: Batch) => Effect.Effect<void, unknown>
  readonly written: (batch: Batch) => void
  /** Keeps a batch that was not written, so that it is tried again. */
  readonly putBack: (batch: Batch) => void
  readonly waiting: () => number
  /** How many were not kept for want of room since it was asked last. */
  readonly takeDropped: () => number
  /** What the log tells beside an outage, such as where it writes to. */
  readonly facts?: Readonly<Record<string, string>>
  /** What the log says, and what it names the figures. */
  readonly words: {
    readonly unit: string
    readonly unavailable: string
    readonly availableAgain: string
    readonly dropped: string
    readonly lost: string
  }
}

/**
 * Writes what waits every so often, and once more when the scope closes; what cannot be written waits
 * on. What comes back writes all of it now.
 */
export const writeRegularly = Effect.fnUntraced(function* <Batch>(
  work: WaitingWork<Batch>,
): Effect.fn.Return<Effect.Effect<void>, never, Scope.Scope> {
  const { everyMs, putBack, take, takeDropped, waiting, words, write, written } = work
  const { availableAgain, unavailable, unit } = words
  const availability = makeAvailability({
    unavailable,
    availableAgain,
    facts: work.facts ?? {},
    steadyMs: 0,
  })

  /** Whether a batch was written, after which there may be another one. */
  const writeBatch: Effect.Effect<boolean> = Effect.suspend(() => {
    const batch = take()
    if (batch === undefined) return Effect.succeed(false)
    return Effect.matchCauseEffect(write(batch), {
      onSuccess: () => {
        written(batch)
        return Effect.as(availability.answered, true)
      },
      onFailure: (cause) => {
        putBack(batch)
        return Effect.as(availability.failed(troubleReason(Cause.squash(cause))), false)
      },
    })
  })

  const writeAll: Effect.Effect<void> = Effect.flatMap(writeBatch, (isWritten) =>
    isWritten ? writeAll : Effect.void,
  )

  const tell = (log: Effect.Effect<void>, figure: number): Effect.Effect<void> =>
    figure === 0 ? Effect.void : Effect.annotateLogs(log, { [unit]: String(figure) })

  const tellDropped = Effect.suspend(() => tell(Effect.logWarning(words.dropped), takeDropped()))

  // Waits for a batch that is under way: interrupted, it would be lost.
  const turn = yield* Semaphore.make(1)
  const flush = turn.withPermit(Effect.uninterruptible(Effect.andThen(writeAll, tellDropped)))
  const last = Effect.flatMap(flush, () => tell(Effect.logError(words.lost), waiting()))

  yield* Effect.addFinalizer(() => last)
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(everyMs), flush)))
  return flush
})

/** Something that was counted, and how often. */
export type Counted<What> = What & { readonly count: number }

/** What is counted in memory, each thing once. */
interface Counts<What> {
  /** Adds to a count; false when the thing is a new one and there is no room for more. */
  readonly add: (counted: Counted<What>) => boolean
  /** Takes the oldest entries out, at most so many. */
  readonly take: (entriesMax: number) => ReadonlyArray<Counted<What>>
  /** All that is counted now. */
  readonly total: () => number
}

/**
 * All that some entries count.
 *
 * ```ts
 * import { totalOf } from "../http/store/batches/regular-writes.ts"
 *
 * totalOf([{ count: 2 }, { count: 3 }]) // => 5
 * ```
 */
export const totalOf = (entries: Iterable<{ readonly count: number }>): number => {
  let total = 0
  for (const { count } of entries) total += count
  return total
}

/** Counts with room for so many things, which are told apart by their names. */
export const makeCounts = <What extends object>(
  entriesMax: number,
  nameOf: (what: What) => string,
): Counts<What> => {
  const entries = new Map<string, Counted<What>>()

  return {
    add: (counted) => {
      const name = nameOf(counted)
      const known = entries.get(name)
      if (known === undefined && entries.size >= entriesMax) return false
      const count = (known?.count ?? 0) + counted.count
      entries.set(name, { ...counted, count })
      return true
    },
    take: (wanted) => {
      const taken: Array<Counted<What>> = []
      for (const [name, entry] of entries) {
        if (taken.length >= wanted) break
        entries.delete(name)
        taken.push(entry)
      }
      return taken
    },
    total: () => totalOf(entries.values()),
  }
}
