import type { PriceBoundName, PriceBoundTables } from "./price-bound-tables.ts"

/** A bound of prices by its name. */
export type BoundOf = (name: PriceBoundName) => number

/** The bounds of the tables; one without a row is 0. */
export const prepareBounds =
  ({ priceBounds }: PriceBoundTables): BoundOf =>
  (name) =>
    priceBounds.get(name)?.value ?? 0
