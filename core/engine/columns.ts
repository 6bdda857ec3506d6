import type { Rational } from "../money/rational.ts"
import { type Column, decimal as exactDecimal, type DecimalOptions } from "../table/column.ts"
import { printing } from "./printed.ts"

/** What the cells of a column hold: what each constructor reads is the type of the row's field. */
export {
  boolean,
  day,
  enumeration,
  integer,
  list,
  note,
  optional,
  reference,
  text,
} from "../table/column.ts"

/**
 * An exact decimal between its bounds (inclusive), in a unit; read to a rational, never to a float. In
 * JSON it is the text of the decimal.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { decimal } from "../core/engine/columns.ts"
 *
 * const rate = Result.getOrThrow(decimal({ about: "A rate." }).parse("0.50"))
 * rate // => { numerator: 1n, denominator: 2n }
 * JSON.stringify({ rate }) // => '{"rate":"0.5"}'
 * ```
 */
export const decimal = (options: DecimalOptions): Column<Rational> =>
  printing(exactDecimal(options))
