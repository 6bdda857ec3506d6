import * as Schema from "effect/Schema"
import { currencyCodeForm } from "./currency-form.ts"

/** An ISO 4217 code by its form: three capital letters, whether or not prices convert to it. */
export const CurrencyCode = Schema.String.check(Schema.isPattern(currencyCodeForm))
