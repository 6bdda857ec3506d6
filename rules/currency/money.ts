/** Exact money: decimals as they are written, conversion, rounding, and parts that sum to the whole. */
export {
  allocate,
  type AllocationProblem,
  type Parts,
  type Weight,
} from "../../core/money/allocate.ts"
export {
  minorToDecimal,
  minorToRational,
  numberToRational,
  rationalToMinor,
  type NotFinite,
} from "../../core/money/minor.ts"
export {
  add,
  compare,
  divide,
  fraction,
  fromInteger,
  multiply,
  type NotDecimal,
  parseDecimal,
  type Rational,
  type ZeroDivisor,
} from "../../core/money/rational.ts"
export { figureText as rationalToDecimal } from "../../core/money/decimal-literal.ts"
export { roundDown } from "../../core/money/rational.ts"
export { roundHalfUp } from "../../core/money/rational.ts"
export {
  type Convert,
  type ConversionProblem,
  prepareConversion,
  type RatedCurrency,
} from "./prepare-conversion.ts"
export type { Result } from "effect/Result"
