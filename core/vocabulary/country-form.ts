/** The form of a country code. */
export const countryCodeForm = /^[A-Z]{2}$/u

/**
 * Whether a value has the form of a country code.
 *
 * ```ts
 * import { isCountryCode } from "../core/vocabulary/country-form.ts"
 *
 * isCountryCode("FR") // => true
 * isCountryCode("fr") // => false
 * isCountryCode(33) // => false
 * ```
 */
export const isCountryCode = (value: unknown): value is string =>
  typeof value === "string" && countryCodeForm.test(value)
