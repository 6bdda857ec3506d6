import * as Result from "effect/Result"

/** Reads the cells of one column. */
export interface CellReader<Value, Problem> {
  readonly read: (cell: string) => Result.Result<Value, Problem>
  /** The values that the different sound cells read to. */
  readonly sound: () => Iterable<readonly [cell: string, value: Value]>
}

/**
 * Reads equal cells once: tables say the same thing in many rows, most of all in neighbouring ones.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { makeCellReader } from "../core/table/cell-reader.ts"
 * import * as Column from "../core/table/column.ts"
 *
 * const days = makeCellReader(Column.integer({ about: "Days." }).parse)
 * const read = ["7", "7", "no", "30"].map((cell) => Result.getOrNull(days.read(cell)))
 * read // => [7, 7, null, 30]
 * Array.from(days.sound()) // => [["7", 7], ["30", 30]]
 * ```
 */
export const makeCellReader = <Value, Problem>(
  parse: (cell: string) => Result.Result<Value, Problem>,
): CellReader<Value, Problem> => {
  const known = new Map<string, Result.Result<Value, Problem>>()
  let lastCell: string | undefined
  let last: Result.Result<Value, Problem> | undefined
  return {
    read: (cell) => {
      if (last !== undefined && cell === lastCell) return last
      const earlier = known.get(cell)
      const read = earlier ?? parse(cell)
      if (earlier === undefined) known.set(cell, read)
      lastCell = cell
      last = read
      return read
    },
    sound: function* () {
      for (const [cell, read] of known) if (Result.isSuccess(read)) yield [cell, read.success]
    },
  }
}
