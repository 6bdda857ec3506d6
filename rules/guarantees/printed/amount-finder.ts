import * as Result from "effect/Result"
import {
  compare,
  fromInteger,
  multiply,
  parseDecimal,
  type Rational,
} from "../../../core/money/rational.ts"
import { foldPrinted } from "./phrases.ts"
import type { NumberFormatRow, PrintedTables } from "./printed-tables.ts"
import type { NumberSign } from "./printed-vocabulary.ts"
import type { PrintedContext } from "./read-printed.ts"

/** The tables that say how amounts are printed. */
type AmountTables = Pick<
  PrintedTables,
  "printedNumberFormats" | "printedMagnitudes" | "printedCurrencySigns"
>

/** The first number in a line, with what stands before and behind its amount. */
interface FoundAmount {
  /** In main units; undefined where the number or its magnitude cannot be told. */
  readonly amount: Rational | undefined
  readonly before: string
  readonly behind: string
}

/** Finds the first number of a folded line and reads it as an amount; undefined without any. */
export type FindAmount = (folded: string) => FoundAmount | undefined

const byLength = (left: string, right: string): number => right.length - left.length

/** Letters of folded texts in alphabets; \p{L}, in every word of a pattern, takes long to compile. */
const letter = "[a-z\\u00c0-\\u1fff]"

const aLetter = new RegExp(`^${letter}$`)

const isLetter = (character: string | undefined): boolean => aLetter.test(character ?? "")

/** A word or sign as a pattern: letters at its ends touch no other letters. */
const patternOf = (word: string): string => {
  const escaped = word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")
  const start = isLetter([...word][0]) ? `(?<!${letter})` : ""
  const end = isLetter([...word].at(-1)) ? `(?!${letter})` : ""
  return `${start}${escaped}${end}`
}

const anyOf = (words: ReadonlyArray<string>): string =>
  [...new Set(words.map(foldPrinted))].sort(byLength).map(patternOf).join("|")

/** Digits with single signs between them, and `.-` or `,-` for no decimals. */
const numberPattern = "\\d+(?:[.,' ]\\d+)*"
const noDecimals = "(?:[.,]-{1,2})?"

interface Magnitude {
  readonly factor: Rational
  readonly needsCurrency: boolean
}

const holdsFor = (language: string) => (row: { readonly language: string | null }) =>
  row.language === null || row.language === language

const magnitudesFor = (
  { printedMagnitudes }: AmountTables,
  language: string,
): ReadonlyMap<string, Magnitude> =>
  new Map(
    printedMagnitudes.rows
      .filter(holdsFor(language))
      .map(({ needsCurrency, power, word }) => [
        foldPrinted(word),
        { factor: fromInteger(10n ** BigInt(power)), needsCurrency },
      ]),
  )

/** `(sign)? number (magnitude)? (sign)?`, with the groups before, number, magnitude and behind. */
const amountPattern = (signs: string, magnitudes: string): RegExp =>
  new RegExp(
    `(?:(?<before>${signs}) ?)?(?<number>${numberPattern})${noDecimals}(?: ?(?<magnitude>${magnitudes}))?(?: ?(?<behind>${signs}))?`,
    "u",
  )

const readAmount = (
  groups: Readonly<Record<string, string | undefined>>,
  readNumber: ReadNumber,
  magnitudes: ReadonlyMap<string, Magnitude>,
): Rational | undefined => {
  const { before, behind, magnitude: word, number = "" } = groups
  if (before !== undefined && behind !== undefined) return undefined
  const read = readNumber(number)
  if (read === undefined || word === undefined) return read
  const magnitude = magnitudes.get(word)
  const named = before !== undefined || behind !== undefined
  return magnitude === undefined || (magnitude.needsCurrency && !named)
    ? undefined
    : multiply(read, magnitude.factor)
}

/**
 * Prepares to find amounts in one language and currency. Signs of other currencies are no part of an
 * amount, so that they stay in the phrase around it, which nothing then knows.
 */
export const makeAmountFinder = (
  tables: AmountTables,
  { currency, language }: PrintedContext,
): FindAmount => {
  const own = tables.printedCurrencySigns.rows.filter((row) => row.currency === currency)
  const magnitudes = magnitudesFor(tables, language)
  const readNumber = makeNumberReader(tables.printedNumberFormats.rows.filter(holdsFor(language)))
  const pattern = amountPattern(
    anyOf([currency, ...own.map(({ sign }) => sign)]),
    // Without any magnitude, a word that no text holds: nothing would match everywhere.
    magnitudes.size === 0 ? "(?!)" : anyOf([...magnitudes.keys()]),
  )
  return (folded) => {
    const match = pattern.exec(folded)
    if (match === null) return undefined
    return {
      amount: readAmount(match.groups ?? {}, readNumber, magnitudes),
      before: folded.slice(0, match.index),
      behind: folded.slice(match.index + match[0].length),
    }
  }
}

/** Reads a number as a language prints it; undefined for what is none, or could be two numbers. */
type ReadNumber = (digits: string) => Rational | undefined

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
 * import { makeNumberReader } from "../rules/guarantees/printed/amount-finder.ts"
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
