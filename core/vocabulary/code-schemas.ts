import * as Schema from "effect/Schema"
import type * as Codes from "./codes.ts"
import { countryCodeForm, currencyCodeForm } from "./codes.ts"

// Apart from the forms, which bundles take without effect.

/** Text of a form, of the kind that the form stands for. */
const formed = <Code extends string>(form: RegExp) =>
  Schema.String.check(Schema.isPattern(form)) as unknown as Schema.refine<Code, Schema.String>

/** An ISO 3166-1 alpha-2 code by its form: two capital letters, whether or not they are assigned. */
export const CountryCode = formed<Codes.CountryCode>(countryCodeForm)

/** An ISO 4217 code by its form: three capital letters, whether or not prices convert to it. */
export const CurrencyCode = formed<Codes.CurrencyCode>(currencyCodeForm)
