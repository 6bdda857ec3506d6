import { setTimeout as delay } from "node:timers/promises"
import type { Draws } from "../../../core/random/draws.ts"
import type { Caller, CallKind, Shot } from "../network/calls.ts"
import { freshId, persist } from "../network/course.ts"

/** Partners that make links and report sales all the time. */
export interface Load {
  /** Every call so far. */
  readonly shots: ReadonlyArray<Shot>
  /** Names what goes on from now on. */
  readonly name: (during: string) => void
  /** Begins nothing more, and waits until what was begun is done. */
  readonly end: () => Promise<void>
}

const kinds: ReadonlyArray<CallKind> = ["links", "live links", "conversion"]

/** Starts so many partners; each sends what it has begun until it is done. */
export const startLoad = (port: number, caller: Caller, draws: Draws, partners: number): Load => {
  const shots: Array<Shot> = []
  let during = "all is well"
  const over = new AbortController()
  const work = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const wished = kinds[draws.below(kinds.length)] ?? "conversion"
      // Where no session can be opened a sale is reported.
      const opened = await freshId({ caller, port }, wished).catch(() => undefined)
      const kind = opened === undefined ? "conversion" : wished
      const id = opened ?? `order-${crypto.randomUUID()}`
      await persist({ caller, port }, { kind, id, during }, (shot) => {
        shots.push({ ...shot, during })
      })
      await delay(draws.below(10))
    }
  }
  const working = Promise.all(Array.from({ length: partners }, work))
  return {
    shots,
    name: (next) => {
      during = next
    },
    end: async () => {
      over.abort()
      await working
    },
  }
}
