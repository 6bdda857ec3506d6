import * as Result from "effect/Result"
import type { CurrencyCode } from "../../core/vocabulary/codes.ts"
import type { QueryParameter, SalesPage, SalesQueryRefusal } from "../sales/sales-query.ts"

/** Which statements of an account are asked for, a page at a time, the oldest first. */
export interface StatementsAsked {
  /** Null asks for every currency. */
  readonly currency: CurrencyCode | null
  /** The statement that the page before ended with; null asks for the first. */
  readonly after: bigint | null
  readonly limit: number
}

/**
 * The text of a cursor, which callers send back as they got it.
 *
 * ```ts
 * import { statementsCursorText } from "../rules/payouts/statements-query.ts"
 *
 * statementsCursorText(12n) // => "statement.12"
 * ```
 */
export const statementsCursorText = (after: bigint): string => `statement.${after}`

/** The text of a cursor within the books of a statement. */
export const booksCursorText = (after: bigint): string => `line.${after}`

/**
 * Reads of which statement books are asked for, and behind which line; null asks for the first.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { booksCursorText, readBooksQuery } from "../rules/payouts/statements-query.ts"
 *
 * const asked = { number: "acme-2026-11-eur", cursor: booksCursorText(7n) }
 * Result.getOrThrow(readBooksQuery((name) => asked[name])) // => { number: "ACME-2026-11-EUR", after: 7n }
 * Result.isFailure(readBooksQuery(() => undefined)) // => true
 * ```
 */
export const readBooksQuery = (
  parameter: QueryParameter,
): Result.Result<{ readonly number: string; readonly after: bigint | null }, SalesQueryRefusal> => {
  const number = parameter("number") ?? ""
  if (!/^[\w.-]{1,100}$/.test(number)) {
    return refused("number", "the number of a statement, such as ACME-2026-11-EUR")
  }
  const cursor = parameter("cursor")
  const after = cursor === undefined ? null : /^line\.(\d{1,18})$/.exec(cursor)?.[1]
  if (after === undefined) return refused("cursor", "the nextCursor of an earlier page")
  return Result.succeed({
    number: number.toUpperCase(),
    after: after === null ? null : BigInt(after),
  })
}

const refused = (parameter: string, rule: string): Result.Result<never, SalesQueryRefusal> =>
  Result.fail({ parameter, rule })

/**
 * Reads which statements are asked for; what is left out asks for the usual. Unknown parameters are
 * ignored.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { readStatementsQuery } from "../rules/payouts/statements-query.ts"
 *
 * const page = { usual: 100, max: 500 }
 * Result.getOrThrow(readStatementsQuery((name) => ({ currency: "eur" })[name], page)) // => { currency: "EUR", after: null, limit: 100 }
 * Result.isFailure(readStatementsQuery((name) => ({ limit: "0" })[name], page)) // => true
 * ```
 */
export const readStatementsQuery = (
  parameter: QueryParameter,
  page: SalesPage,
): Result.Result<StatementsAsked, SalesQueryRefusal> => {
  const currency = parameter("currency")
  if (currency !== undefined && !/^[A-Za-z]{3}$/.test(currency)) {
    return refused("currency", "a currency code of three letters, such as EUR")
  }
  const cursor = parameter("cursor")
  const after = cursor === undefined ? null : /^statement\.(\d{1,18})$/.exec(cursor)?.[1]
  if (after === undefined) return refused("cursor", "the nextCursor of an earlier page")
  const written = parameter("limit")
  const limit = written === undefined ? page.usual : /^\d{1,6}$/.test(written) ? Number(written) : 0
  if (limit < 1 || limit > page.max) {
    return refused("limit", `a whole number from 1 to ${page.max}`)
  }
  return Result.succeed({
    currency: currency?.toUpperCase() ?? null,
    after: after === null ? null : BigInt(after),
    limit,
  })
}
