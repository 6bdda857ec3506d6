import * as Schema from "effect/Schema"

const form = /^[A-Z]{2}$/u

/** An ISO 3166-1 alpha-2 code by its form: two capital letters, whether or not they are assigned. */
export const CountryCode = Schema.String.check(Schema.isPattern(form))

/**
 * Whether a value has the form of a country code.
 *
 * ```ts
 * import { isCountryCode } from "../core/vocabulary/country.ts"
 *
 * isCountryCode("FR") // => true
 * isCountryCode("fr") // => false
 * isCountryCode(33) // => false
 * ```
 */
export const isCountryCode = (value: unknown): value is string =>
  typeof value === "string" && form.test(value)
