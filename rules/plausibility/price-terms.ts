import type { ReferenceTables } from "../reference/reference-tables.ts"
import { limitOf } from "../reference/limits.ts"
import { type BoundOf, prepareBounds } from "./price-bounds.ts"
import type { PriceBoundTables } from "./price-bound-tables.ts"

/** What prices are held to: the declared bounds, and the limits of parties. */
export interface PriceTerms {
  readonly boundOf: BoundOf
  /** The most travellers that no group product is for. */
  readonly individualsMax: number
  readonly travellersMax: number
}

/** The terms of the tables. */
export const priceTerms = (
  tables: PriceBoundTables & Pick<ReferenceTables, "limits">,
): PriceTerms => ({
  boundOf: prepareBounds(tables),
  individualsMax: limitOf(tables, "individual_travellers_max"),
  travellersMax: limitOf(tables, "travellers_max"),
})
