import type { BenefitRow } from "../tables/cards.ts"

/** How what is known of a cover stands: read on a page, derived from other rows, neither, or not known. */
export const sourcings = ["sourced", "derived", "unsourced", "unknown"] as const

/** How what is known of a cover stands. */
export type Sourcing = (typeof sourcings)[number]

/**
 * How what is known of a cover stands, by its row; without one, nothing is known.
 *
 * ```ts
 * import { sourcingOf } from "../rules/coach/sources/cover-source.ts"
 *
 * sourcingOf({ state: "included", source: "https://bank.example/notice" }) // => "sourced"
 * sourcingOf({ state: "included", source: "derived: lowest common cover" }) // => "derived"
 * sourcingOf({ state: "not_available", source: "unsourced" }) // => "unsourced"
 * sourcingOf({ state: "unknown", source: "https://bank.example/notice" }) // => "unknown"
 * sourcingOf(undefined) // => "unknown"
 * ```
 */
export const sourcingOf = (row: Pick<BenefitRow, "state" | "source"> | undefined): Sourcing => {
  if (row === undefined || row.state === "unknown") return "unknown"
  if (/^https?:\/\//.test(row.source)) return "sourced"
  return row.source.startsWith("derived:") ? "derived" : "unsourced"
}

/**
 * The year of a date as `as_of` has it, `2026` or `2026-11`; undefined without one.
 *
 * ```ts
 * import { yearOf } from "../rules/coach/sources/cover-source.ts"
 *
 * yearOf("2024-11") // => 2024
 * yearOf(null) // => undefined
 * ```
 */
export const yearOf = (asOf: string | null | undefined): number | undefined => {
  const [year] = /^\d{4}/.exec(asOf ?? "") ?? []
  return year === undefined ? undefined : Number(year)
}
