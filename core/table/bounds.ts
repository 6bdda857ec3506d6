/** What one file of a table may hold at most. */
export interface TableBounds {
  readonly bytesMax: number
  readonly rowsMax: number
}

/**
 * The bounds of tables and of decision tables that declare no others: some four times what the
 * largest of each kind holds. A server reads a table between two calls, and the index of a decision
 * table grows with the square of its rows.
 */
export const usualBounds = {
  TableDefinition: { bytesMax: 2_097_152, rowsMax: 20_000 },
  DecisionDefinition: { bytesMax: 524_288, rowsMax: 4_000 },
} as const

/** The bounds of tables of settings, which name each of theirs. */
export const settingsBounds: TableBounds = { bytesMax: 131_072, rowsMax: 500 }

/**
 * The bounds of a table, whose definition may declare others.
 *
 * ```ts
 * import { boundsOf } from "../core/table/bounds.ts"
 *
 * boundsOf({ _tag: "DecisionDefinition" }) // => { bytesMax: 524288, rowsMax: 4000 }
 * boundsOf({ _tag: "TableDefinition", bounds: { rowsMax: 7 } }) // => { bytesMax: 2097152, rowsMax: 7 }
 * ```
 */
export const boundsOf = ({
  _tag,
  bounds,
}: {
  readonly _tag: keyof typeof usualBounds
  readonly bounds?: Partial<TableBounds>
}): TableBounds => ({ ...usualBounds[_tag], ...bounds })
