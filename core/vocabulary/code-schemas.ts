import * as Schema from "effect/Schema"
import { countryCodeForm, currencyCodeForm } from "./codes.ts"

// Apart from the forms, which bundles take without effect.

/** An ISO 3166-1 alpha-2 code by its form: two capital letters, whether or not they are assigned. */
export const CountryCode = Schema.String.check(Schema.isPattern(countryCodeForm))

/** An ISO 4217 code by its form: three capital letters, whether or not prices convert to it. */
export const CurrencyCode = Schema.String.check(Schema.isPattern(currencyCodeForm))
