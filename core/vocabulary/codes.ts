import * as Schema from "effect/Schema"

/** The form of a country code. */
const countryCodeForm = /^[A-Z]{2}$/u

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

/** An ISO 3166-1 alpha-2 code by its form: two capital letters, whether or not they are assigned. */
export const CountryCode = Schema.String.check(Schema.isPattern(countryCodeForm))

/** The form of a currency code. */
const currencyCodeForm = /^[A-Z]{3}$/u

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

/** An ISO 4217 code by its form: three capital letters, whether or not prices convert to it. */
export const CurrencyCode = Schema.String.check(Schema.isPattern(currencyCodeForm))
