import * as Column from "../../../core/table/column.ts"
import { defineTable, type RowOf } from "../../../core/table/definition.ts"
import { coverTermWords } from "../coach-vocabulary.ts"
import { country, product, slug, source } from "./columns.ts"

const term = Column.enumeration(coverTermWords, {
  about: "What the cover depends on or leaves out.",
})

const amount = Column.optional(
  Column.integer({
    minimum: 0,
    about:
      "Days, years, hours, percent or units of the product's currency, as the term asks; empty where it has no number or none was read.",
  }),
)

/** The terms that each product's covers come with. */
export const coverTerms = defineTable({
  file: "coach/cover_terms.csv",
  about:
    "What the covers of each card product depend on, read from the conditions of benefits.csv.",
  key: ["country", "product", "slug", "term"],
  columns: { country, product, slug, term, amount, source },
})

/** A row of {@link coverTerms}. */
export type CoverTermRow = RowOf<typeof coverTerms>

/** The terms that cards of a country usually come with. */
export const usualTerms = defineTable({
  file: "coach/usual_terms.csv",
  about: "Terms that cards of a country usually have, where a product's own are not known.",
  key: ["country", "term"],
  columns: {
    country,
    term,
    slugs: Column.list(
      Column.reference("reference/guarantees.csv", "slug", { about: "Covers that it binds." }),
    ),
    amount,
    source,
  },
})

/** A row of {@link usualTerms}. */
export type UsualTermRow = RowOf<typeof usualTerms>
