import * as Effect from "effect/Effect"
import type { RecentCall, RecentCallsPage, RecentCallsQuery } from "../ports/usage.ts"

/** The calls of a page, the newest first. */
export type AskCalls<Failed> = (
  query: Pick<RecentCallsQuery, "before" | "limit">,
) => Effect.Effect<RecentCallsPage, Failed>

/** Calls in the order in which they came, each once. */
export interface NewCalls<Failed> {
  /** The last calls of before; all others of before are passed over. */
  readonly first: (last: number) => Effect.Effect<ReadonlyArray<RecentCall>, Failed>
  /** What has come since. */
  readonly next: Effect.Effect<ReadonlyArray<RecentCall>, Failed>
}

const pageSize = 200

/** How many pages are read at once at most: what comes faster is passed over. */
const pagesMax = 5

/** How many calls are remembered: far more than are read at once. */
const seenMax = 10_000

/**
 * Finds calls that have come since the last look. Processes write theirs together and not at the same
 * time, so a call may come to light behind a later one: it is told too, as long as it is on a page that
 * is read.
 */
export const makeNewCalls = <Failed>(ask: AskCalls<Failed>): NewCalls<Failed> => {
  const seen = new Set<string>()

  /** Pages back to one that brings nothing new. */
  const pages = Effect.gen(function* () {
    const found: Array<RecentCall> = []
    let before: RecentCallsQuery["before"] = null
    for (let page = 0; page < pagesMax; page += 1) {
      const { calls, next }: RecentCallsPage = yield* ask({ before, limit: pageSize })
      found.push(...calls)
      if (next === null || calls.every(({ requestId }) => seen.has(requestId))) break
      before = next
    }
    return found
  })

  const look = Effect.map(pages, (found) => {
    const fresh = found.filter(({ requestId }) => !seen.has(requestId)).toReversed()
    for (const { requestId } of fresh) seen.add(requestId)
    for (const old of [...seen].slice(0, Math.max(0, seen.size - seenMax))) seen.delete(old)
    return fresh
  })

  return {
    first: (last) => Effect.map(look, (calls) => (last === 0 ? [] : calls.slice(-last))),
    next: look,
  }
}
