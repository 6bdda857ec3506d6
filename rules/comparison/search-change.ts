import { isCalendarDay, plusDays } from "../../core/vocabulary/day.ts"
import type { SearchOption, TripSearch } from "./trip-search.ts"

/**
 * What of a search a button changes, as forms send it: `days-10` has the trip end after ten days, the
 * others choose an option or do without it.
 */
export type SearchChange = `days-${number}` | SearchOption | `no-${SearchOption}`

/**
 * The change of a search that lets offers through which one condition keeps out; undefined where nobody
 * can change it, such as how old somebody is.
 *
 * ```ts
 * import { changeFor } from "../rules/comparison/search-change.ts"
 *
 * changeFor({ condition: "days", cell: "<=10" }) // => "days-10"
 * changeFor({ condition: "cancellation", cell: "false" }) // => "no-cancellation"
 * changeFor({ condition: "oldest_age", cell: "<=84" }) // => undefined
 * ```
 */
export const changeFor = ({
  cell,
  condition,
}: {
  readonly condition: string
  readonly cell: string
}): SearchChange | undefined => {
  const days = condition === "days" ? daysAtMost.exec(cell)?.[1] : undefined
  return days === undefined ? changes[`${condition} ${cell}`] : `days-${Number(days)}`
}

/**
 * A search with a change made to it; what is no change, or none of this search, leaves it as it is.
 *
 * ```ts
 * import { changedSearch } from "../rules/comparison/search-change.ts"
 *
 * const search = { start: "2027-07-01", end: "2027-07-14", options: new Set(["annual"]), isCancellationDeclined: false }
 * changedSearch(search, "days-10").end // => "2027-07-10"
 * changedSearch(search, "no-annual").options.size // => 0
 * ```
 */
export const changedSearch = <
  Search extends Pick<TripSearch, "start" | "end" | "options" | "isCancellationDeclined">,
>(
  search: Search,
  change: string,
): Search => {
  const days = daysChange.exec(change)?.[1]
  if (days !== undefined) {
    return isCalendarDay(search.start)
      ? { ...search, end: plusDays(search.start, Number(days) - 1) ?? search.end }
      : search
  }
  const options = new Set(search.options)
  for (const option of ["cancellation", "sports", "annual"] as const) {
    if (change === option) options.add(option)
    if (change === `no-${option}`) options.delete(option)
  }
  const isDeclined = change === "no-cancellation" || search.isCancellationDeclined
  return { ...search, options, isCancellationDeclined: isDeclined && change !== "cancellation" }
}

const daysAtMost = /^<=(\d{1,3})$/

const daysChange = /^days-([1-9]\d{0,2})$/

const changes: Readonly<Record<string, SearchChange>> = {
  "annual true": "annual",
  "annual false": "no-annual",
  "cancellation false": "no-cancellation",
  "extreme_sports false": "no-sports",
}
