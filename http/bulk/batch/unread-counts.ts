import type { RequestWarning } from "../../../core/fields/request-warning.ts"

/** How often each place of a request was not read, by its path without numbers. */
export type UnreadCounts = ReadonlyMap<string, number>

/** So many different places are counted; requests may hold any names. */
const placesMax = 1_000

/** The place in any request of what stands at a path: `travellers[2].agee` is `travellers[].agee`. */
const placeOf = (path: string): string => path.replace(/\[\d+\]/g, "[]")

/** Counts places. */
export const makeUnreadCounts = () => {
  const counts = new Map<string, number>()
  const count = (place: string, times: number): void => {
    const before = counts.get(place)
    if (before !== undefined || counts.size < placesMax) counts.set(place, (before ?? 0) + times)
  }
  return {
    counts: counts as UnreadCounts,
    add: (warnings: ReadonlyArray<RequestWarning>): void => {
      for (const { path } of warnings) count(placeOf(path), 1)
    },
    addAll: (others: UnreadCounts): void => {
      for (const [place, times] of others) count(place, times)
    },
  }
}
