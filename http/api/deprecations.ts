import type { EndpointName } from "./api.ts"

/** An operation, or a field of one, that will end. */
export interface Deprecation {
  readonly operation: EndpointName
  /** The field that ends, by its path in body or answer; undefined where the whole operation does. */
  readonly field?: string
  /** The day on which partners are told, `YYYY-MM-DD`, from which on it counts as deprecated. */
  readonly announced: string
  /** The day on which it may be gone, half a year later or more. */
  readonly sunset: string
  /** What to use in its place: an operation, or a sentence in English and French. */
  readonly instead: { readonly en: string; readonly fr: string }
}

/** What will end, and when. Nothing does today; `test/http/api/deprecations.test.ts` holds each row to its half year. */
export const deprecations: ReadonlyArray<Deprecation> = []

/** The months between the day that partners are told and the first on which something may be gone. */
export const overlapMonths = 6

/**
 * The first day on which what was announced on a day may be gone.
 *
 * ```ts
 * import { earliestSunset } from "../http/api/deprecations.ts"
 *
 * earliestSunset("2026-11-30") // => "2027-05-30"
 * earliestSunset("2026-08-31") // => "2027-03-01"
 * ```
 */
export const earliestSunset = (announced: string): string => {
  const [year = 0, month = 1, day = 1] = announced.split("-").map(Number)
  const end = new Date(Date.UTC(year, month - 1 + overlapMonths, day))
  // A month that lacks the day gives the first of the next one: never less than six whole months.
  const isLater = end.getUTCDate() !== day
  const sunset = isLater ? new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth(), 1)) : end
  return sunset.toISOString().slice(0, 10)
}

/** Where the policy stands, and the rows of each operation on it. */
const policyPath = "/docs/guides/deprecation"

const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`)

/**
 * What answers of an operation say of its end: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and where
 * to read on. Of several fields, that tells which was announced first, and which ends first.
 *
 * ```ts
 * import { deprecationHeaders } from "../http/api/deprecations.ts"
 *
 * const row = { operation: "links", announced: "2027-01-01", sunset: "2027-07-01", instead: { en: "", fr: "" } } as const
 * deprecationHeaders([row], "links")["deprecation"] // => "@1798761600"
 * deprecationHeaders([row], "links")["sunset"] // => "Thu, 01 Jul 2027 00:00:00 GMT"
 * deprecationHeaders([row], "quotes") // => {}
 * ```
 */
export const deprecationHeaders = (
  rows: ReadonlyArray<Deprecation>,
  operation: string,
): Readonly<Record<string, string>> => {
  const own = rows.filter((row) => row.operation === operation)
  const announced = own.map((row) => row.announced).toSorted()[0]
  const sunset = own.map((row) => row.sunset).toSorted()[0]
  if (announced === undefined || sunset === undefined) return {}
  const about = `<${policyPath}#${operation}>`
  return {
    deprecation: `@${startOf(announced).getTime() / 1_000}`,
    sunset: startOf(sunset).toUTCString(),
    link: `${about}; rel="deprecation"; type="text/html", ${about}; rel="sunset"; type="text/html"`,
  }
}
