import * as Result from "effect/Result"

/**
 * The text that stands between quotes, escaped as in JSON; undefined for what is not that.
 *
 * ```ts
 * import { unquoted } from "../core/table/quoted.ts"
 *
 * unquoted('"a \\"b\\""') // => 'a "b"'
 * unquoted('"a') // => undefined
 * ```
 */
export const unquoted = (text: string): string | undefined => {
  const read = Result.try((): unknown => JSON.parse(text))
  return Result.isSuccess(read) && typeof read.success === "string" ? read.success : undefined
}

/**
 * A word as a condition cell names it: in quotes where it would read as something else.
 *
 * ```ts
 * import { printWord } from "../core/table/quoted.ts"
 *
 * printWord("europe") // => "europe"
 * printWord("VERY LOW") // => '"VERY LOW"'
 * ```
 */
export const printWord = (word: string): string =>
  word === "" || /^#|[()<>=|"\s]/.test(word) ? JSON.stringify(word) : word
