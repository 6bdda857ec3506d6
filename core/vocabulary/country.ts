import * as Schema from "effect/Schema"
import { countryCodeForm } from "./country-form.ts"

/** An ISO 3166-1 alpha-2 code by its form: two capital letters, whether or not they are assigned. */
export const CountryCode = Schema.String.check(Schema.isPattern(countryCodeForm))
