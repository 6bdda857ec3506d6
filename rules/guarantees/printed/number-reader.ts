import * as Result from "effect/Result"
import { compare, parseDecimal, type Rational } from "../../../core/money/rational.ts"
import type { NumberFormatRow } from "./printed-tables.ts"
import type { NumberSign } from "./printed-vocabulary.ts"

/** Reads a number as a language prints it; undefined for what is none, or could be two numbers. */
export type ReadNumber = (digits: string) => Rational | undefined

const signText: Readonly<Record<NumberSign, string>> = {
  space: " ",
  comma: ",",
  point: ".",
  apostrophe: "'",
}

interface Format {
  readonly pattern: RegExp
  readonly thousands: string
}

/** Groups are full: the first has one to three digits and does not begin with 0, the others three. */
const formatOf = ({ decimal, decimalsMax, thousands }: NumberFormatRow): Format => {
  const groups = `[1-9]\\d{0,2}(?:[${signText[thousands]}]\\d{3})+`
  const decimals = decimalsMax === 0 ? "" : `(?:[${signText[decimal]}](\\d{1,${decimalsMax}}))?`
  return {
    pattern: new RegExp(`^(0|[1-9]\\d*|${groups})${decimals}$`),
    thousands: signText[thousands],
  }
}

const readUnder = (digits: string, { pattern, thousands }: Format): Rational | undefined => {
  const parts = pattern.exec(digits)
  if (parts === null) return undefined
  const whole = (parts[1] ?? "").replaceAll(thousands, "")
  const decimals = parts[2] === undefined ? "" : `.${parts[2]}`
  return Result.getOrUndefined(parseDecimal(`${whole}${decimals}`))
}

/**
 * A reader of numbers under some formats. Groups and decimals must be well formed under one of them,
 * and formats that read different numbers read none. At most 40 digits before the decimals.
 *
 * ```ts
 * import { makeNumberReader } from "../rules/guarantees/printed/number-reader.ts"
 *
 * const german = { language: "de", thousands: "point", decimal: "comma", decimalsMax: 2 } as const
 * const read = makeNumberReader([german])
 * read("1.500,50") // => { numerator: 3001n, denominator: 2n }
 * read("1,500") // => undefined
 * ```
 */
export const makeNumberReader = (rows: ReadonlyArray<NumberFormatRow>): ReadNumber => {
  const formats = rows.map(formatOf)
  return (digits) => {
    let found: Rational | undefined
    for (const format of formats) {
      const read = readUnder(digits, format)
      if (read === undefined) continue
      if (found !== undefined && compare(found, read) !== 0) return undefined
      found = read
    }
    return found
  }
}
