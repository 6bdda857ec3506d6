import { outlines, shape } from "#library/bilan_parts"
import {
  type BilanFunctions,
  type LeanBilanParts,
  openBilansOver,
} from "../../rules/offline/bilans.ts"
import type { BilanTables, PackedTables } from "../../rules/offline/packed-tables.ts"
import type { FieldShape } from "../../core/fields/shape.ts"

export { describeCoachRefusal } from "../../rules/coach/coach-refusal.ts"
export type { BilanFunctions, LanguageRefusal } from "../../rules/offline/bilans.ts"
export type { BilanTables } from "../../rules/offline/packed-tables.ts"
export type * from "./coach-types.ts"

/** How bilans are made. */
export interface BilanOptions {
  /** The day of bilans in UTC, `YYYY-MM-DD`; without it old advice counts as possibly out of date. */
  readonly today?: string
}

/**
 * Opens bilans alone, for workers where each kilobyte counts: no explanations, no list of cards and no
 * tables of one's own. The tables are those of a market, with the ranges of card numbers where cards are
 * named by their first digits. What it answers is what the whole Coach answers; a `lang` whose words
 * the tables do not hold is refused as `OTHER_LANGUAGE`.
 *
 * ```js
 * import { openBilans } from "viatica/bilans"
 * import { tables } from "viatica/bilans/fr"
 *
 * const { bilan } = openBilans([tables])
 * bilan({ residence: "FR", destinations: ["US"], card: { network: "visa", tier: "mid" } })
 * ```
 */
export const openBilans = (
  tables: ReadonlyArray<BilanTables | PackedTables>,
  { today }: BilanOptions = {},
): BilanFunctions =>
  openBilansOver(tables, {
    outlines: outlines as LeanBilanParts["outlines"],
    shape: shape as FieldShape,
    today,
  })
