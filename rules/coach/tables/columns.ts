import * as Column from "../../../core/table/column.ts"
import {
  type CountryCode,
  countryCodeForm,
  type CurrencyCode,
  currencyCodeForm,
} from "../../../core/vocabulary/codes.ts"
import { networks } from "../coach-vocabulary.ts"

/** Where a row comes from. */
export const source = Column.note(
  Column.text({ about: "Where it comes from; `unsourced` when no page was found." }),
)

/** Whose market a card is sold in. */
export const country = Column.text<CountryCode>({
  pattern: countryCodeForm,
  about: "Country that sells the card; ZZ stands for every country without a bank list.",
})

/** A currency. */
export const currency = Column.text<CurrencyCode>({
  pattern: currencyCodeForm,
  about: "ISO 4217 code.",
})

/** A guarantee. */
export const slug = Column.reference("reference/guarantees.csv", "slug", { about: "Guarantee." })

/** A card network. */
export const network = Column.enumeration(networks, { about: "Card network." })

/** A product that cards have the covers of. */
export const product = Column.reference("coach/products.csv", "product", {
  about: "Card product whose covers apply.",
})
