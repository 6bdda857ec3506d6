import type { Kind } from "../kind.ts"

/** An ISO 3166-1 alpha-2 code. */
export type CountryCode = Kind<string, "country">

/** An ISO 4217 code. */
export type CurrencyCode = Kind<string, "currency">

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
export const isCountryCode = (value: unknown): value is CountryCode =>
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
export const isCurrencyCode = (value: unknown): value is CurrencyCode =>
  typeof value === "string" && currencyCodeForm.test(value)
