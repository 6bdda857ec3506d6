import * as Schema from "effect/Schema"

/** An ISO 3166-1 alpha-2 code by its form: two capital letters, whether or not they are assigned. */
export const CountryCode = Schema.String.check(Schema.isPattern(/^[A-Z]{2}$/u))

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
export const isCountryCode: (value: unknown) => value is string = Schema.is(CountryCode)
