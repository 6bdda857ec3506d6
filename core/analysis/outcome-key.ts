import { camelCase } from "../table/names.ts"
import { valueKey } from "../table/value-key.ts"

/**
 * A text that is the same for rows that say the same in the given columns.
 *
 * ```ts
 * import { outcomeKey } from "../core/analysis/outcome-key.ts"
 *
 * outcomeKey(["minor_units"], { minorUnits: 2, line: 7 }) // => "2"
 * ```
 */
export const outcomeKey = (columns: ReadonlyArray<string>, row: object): string => {
  const values: Readonly<Record<string, unknown>> = { ...row }
  return columns.map((name) => valueKey(values[camelCase(name)])).join(";")
}
