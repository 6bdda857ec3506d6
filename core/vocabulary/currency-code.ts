import * as Schema from "effect/Schema"

const form = /^[A-Z]{3}$/u

/** An ISO 4217 code by its form: three capital letters, whether or not prices convert to it. */
export const CurrencyCode = Schema.String.check(Schema.isPattern(form))

/**
 * Whether a value has the form of a currency code.
 *
 * ```ts
 * import { isCurrencyCode } from "../core/vocabulary/currency-code.ts"
 *
 * isCurrencyCode("XAF") // => true
 * isCurrencyCode("Eur") // => false
 * ```
 */
export const isCurrencyCode = (value: unknown): value is string =>
  typeof value === "string" && form.test(value)
