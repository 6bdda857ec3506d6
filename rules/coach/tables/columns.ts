import * as Column from "../../../core/table/column.ts"
import { networks } from "../coach-vocabulary.ts"

/** The form of ISO 3166-1 alpha-2 codes. */
export const countryCode = /^[A-Z]{2}$/

/** The form of ISO 4217 codes. */
export const currencyCode = /^[A-Z]{3}$/

/** Where a row comes from. */
export const source = Column.note(
  Column.text({ about: "Where it comes from; `unsourced` when no page was found." }),
)

/** Whose market a card is sold in. */
export const country = Column.text({
  pattern: countryCode,
  about: "Country that sells the card; ZZ stands for every country without a bank list.",
})

/** A currency. */
export const currency = Column.text({ pattern: currencyCode, about: "ISO 4217 code." })

/** A guarantee. */
export const slug = Column.reference("reference/guarantees.csv", "slug", { about: "Guarantee." })

/** A card network. */
export const network = Column.enumeration(networks, { about: "Card network." })

/** A product that cards have the covers of. */
export const product = Column.reference("coach/products.csv", "product", {
  about: "Card product whose covers apply.",
})
