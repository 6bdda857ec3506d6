import { utcDay } from "../../../platform/utc-day.ts"

/**
 * The first day of the month after a day.
 *
 * ```ts
 * import { nextMonthAfter } from "../http/workbench/server/releases/release-days.ts"
 *
 * nextMonthAfter("2026-12-31") // => "2027-01-01"
 * ```
 */
export const nextMonthAfter = (day: string): string => {
  const [year = 0, month = 1] = day.split("-").map(Number)
  return utcDay(Date.UTC(year, month, 1))
}

/**
 * Whether a text is a day of the calendar.
 *
 * ```ts
 * import { isDay } from "../http/workbench/server/releases/release-days.ts"
 *
 * isDay("2026-12-01") // => true
 * isDay("2026-02-30") // => false
 * ```
 */
export const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const atMs = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(atMs) && utcDay(atMs) === text
}

/**
 * A name for a release, from its month and the first table that it changes; with a number where the
 * name is taken.
 *
 * ```ts
 * import { releaseNameFor } from "../http/workbench/server/releases/release-days.ts"
 *
 * releaseNameFor("2026-12-01", "catalogue/tariff_zones.csv", []) // => "2026-12-tariff-zones"
 * releaseNameFor("2026-12-01", undefined, ["2026-12-tables"]) // => "2026-12-tables-2"
 * ```
 */
export const releaseNameFor = (
  day: string,
  file: string | undefined,
  taken: ReadonlyArray<string>,
): string => {
  const table = /([^/]+)\.csv$/.exec(file ?? "")?.[1] ?? "tables"
  const name = `${day.slice(0, 7)}-${table.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`
  if (!taken.includes(name)) return name
  for (let count = 2; ; count += 1) {
    if (!taken.includes(`${name}-${count}`)) return `${name}-${count}`
  }
}
