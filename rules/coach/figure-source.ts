import { memo } from "../../core/memory.ts"
import type { CoachTables } from "./coach-tables.ts"
import type { SourceKind } from "./coach-vocabulary.ts"
import { isOlderThan, isUnsourced, monthsBefore, pageOf } from "./sources/row-source.ts"

/** Where a figure comes from: who says so, of when it is, and where that can be read. */
export interface FigureSource {
  readonly kind: SourceKind
  /** A year, a month or a day; null where the source bears no date. */
  readonly asOf: string | null
  /** The address of its page; null where there is none to open. */
  readonly page: string | null
}

/** Reads where a row of a table comes from. */
export type ReadSource = (row: {
  readonly source: string
  readonly asOf?: string | null
}) => FigureSource

/** What nobody has found a source of. */
export const noSource: FigureSource = { kind: "none", asOf: null, page: null }

/**
 * Prepares the reading of sources: who runs a page is told by its host, and a host that no row
 * names is told as the press or a comparison, whose word is not the issuer's.
 */
export const prepareReadSource = ({
  sourceHosts,
}: Pick<CoachTables, "sourceHosts">): ReadSource => {
  const kindOfHost = memo((host: string): SourceKind => {
    const labels = host.split(".")
    for (let from = 0; from < labels.length - 1; from += 1) {
      const row = sourceHosts.get(labels.slice(from).join("."))
      if (row !== undefined) return row.kind
    }
    return "comparison"
  })
  return ({ asOf = null, source }) => {
    if (isUnsourced(source)) return noSource
    if (source.startsWith("derived")) return { kind: "derived", asOf, page: null }
    const page = pageOf(source) ?? null
    return { kind: page === null ? "comparison" : kindOfHost(new URL(page).hostname), asOf, page }
  }
}

/** Sources of more months than this say that they are old. */
const oldMonths = 24

/**
 * Whether a source is over two years old on a day; unknown where it bears no date, or nobody tells
 * the day.
 *
 * ```ts
 * import { ageOf } from "../rules/coach/figure-source.ts"
 *
 * ageOf("2024-02", "2026-11-29") // => "true"
 * ageOf("2025", "2026-11-29") // => "false"
 * ageOf(null, "2026-11-29") // => "unknown"
 * ```
 */
export const ageOf = (
  asOf: string | null,
  today: string | undefined,
): "true" | "false" | "unknown" => {
  if (asOf === null || today === undefined) return "unknown"
  return isOlderThan(asOf, monthsBefore(today, oldMonths)) ? "true" : "false"
}
