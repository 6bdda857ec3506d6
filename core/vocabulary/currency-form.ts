/** The form of a currency code. */
export const currencyCodeForm = /^[A-Z]{3}$/u

/**
 * Whether a value has the form of a currency code.
 *
 * ```ts
 * import { isCurrencyCode } from "../core/vocabulary/currency-form.ts"
 *
 * isCurrencyCode("XAF") // => true
 * isCurrencyCode("Eur") // => false
 * ```
 */
export const isCurrencyCode = (value: unknown): value is string =>
  typeof value === "string" && currencyCodeForm.test(value)
