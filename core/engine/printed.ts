import * as Result from "effect/Result"
import { figureText } from "../money/decimal-literal.ts"
import { isRational, type Rational } from "../money/rational.ts"
import type { Column } from "../table/column.ts"

/** A column whose exact decimals are texts in JSON, which has no number that holds every decimal. */
export const printing = <Value>(column: Column<Value>): Column<Value> => ({
  ...column,
  parse: (cell) => Result.map(column.parse(cell), printed),
})

/** Its text in JSON lies beside the number, not in it: copies and comparisons see the number alone. */
const printed = <Value>(value: Value): Value =>
  isRational(value) ? Object.defineProperty(value, "toJSON", { value: toJson }) : value

function toJson(this: Rational): string {
  return figureText(this)
}
