import { quotaWindow } from "../../../rules/quota/window.ts"
import type { CallRecord } from "../../ports/call-records.ts"
import type { Counted } from "../batches/counts.ts"

/** Calls of a key to an endpoint on a UTC day (days since 1970) that came out alike. */
export interface CalledDay {
  readonly keyId: string
  readonly day: number
  readonly endpoint: string
  /** The code that they were refused under; empty where they were answered. */
  readonly code: string
}

interface Group extends CalledDay {
  count: number
}

/**
 * Counts the calls that came out alike. Calls of a key are of few kinds, and finding theirs costs less
 * than making a name for each call.
 *
 * ```ts
 * import { countAlike } from "../http/store/usage/count-alike.ts"
 *
 * const call = { keyId: "ak_test_1", atMs: 86_400_000, endpoint: "quotes", refused: undefined }
 * countAlike([call, call]) // => [{ keyId: "ak_test_1", day: 1, endpoint: "quotes", code: "", count: 2 }]
 * ```
 */
export const countAlike = (
  calls: ReadonlyArray<Pick<CallRecord, "keyId" | "atMs" | "endpoint" | "refused">>,
): ReadonlyArray<Counted<CalledDay>> => {
  const byKey = new Map<string, Array<Group>>()
  for (const { atMs, endpoint, keyId, refused } of calls) {
    const { day } = quotaWindow(atMs)
    const code = refused?.code ?? ""
    const groups = byKey.get(keyId)
    const group = groups?.find(
      (one) => one.endpoint === endpoint && one.code === code && one.day === day,
    )
    if (group !== undefined) group.count += 1
    else {
      const made = { keyId, day, endpoint, code, count: 1 }
      if (groups === undefined) byKey.set(keyId, [made])
      else groups.push(made)
    }
  }
  return [...byKey.values()].flat()
}
