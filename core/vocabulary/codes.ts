/** The form of a country code. */
export const countryCodeForm = /^[A-Z]{2}$/u

/**
 * Whether a value has the form of a country code.
 *
 * ```ts
 * import { isCountryCode } from "../core/vocabulary/codes.ts"
 *
 * isCountryCode("FR") // => true
 * isCountryCode("fr") // => false
 * isCountryCode(33) // => false
 * ```
 */
export const isCountryCode = (value: unknown): value is string =>
  typeof value === "string" && countryCodeForm.test(value)

/** The form of a currency code. */
export const currencyCodeForm = /^[A-Z]{3}$/u

/**
 * Whether a value has the form of a currency code.
 *
 * ```ts
 * import { isCurrencyCode } from "../core/vocabulary/codes.ts"
 *
 * isCurrencyCode("XAF") // => true
 * isCurrencyCode("Eur") // => false
 * ```
 */
export const isCurrencyCode = (value: unknown): value is string =>
  typeof value === "string" && currencyCodeForm.test(value)
