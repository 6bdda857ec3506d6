import { cell, type Fact, sourceText } from "./fact-file.ts"
import { genericProductName } from "./products.ts"
import { byText, type TableText } from "./table-text.ts"

const columns = [
  "catalogue_id",
  "country",
  "bank",
  "card_name",
  "network",
  "tier",
  "benefit_product",
  "source",
]

const identity = (row: Fact): string =>
  [cell(row, "country"), cell(row, "bank"), cell(row, "card_name")].join("\u0000")

/** The tier that a card is offered under: a business card and a prepaid card have no range of their own. */
const catalogueTier = (cardName: string, tier: string): string => {
  if (/\bbusiness\b/i.test(cardName)) return "business"
  return /prépayée|prepaid/i.test(cardName) ? "" : tier
}

const benefitProduct = (fact: Fact): string =>
  cell(fact, "benefit_product") === "generic"
    ? genericProductName(cell(fact, "network"), cell(fact, "tier"))
    : cell(fact, "benefit_product")

/** What numbering the cards gave: the table, and how many cards are new or gone from the facts. */
export interface CardTable {
  readonly table: TableText
  readonly added: number
  readonly gone: number
}

/**
 * The card catalogue. A card (country, bank and name) that the existing table knows keeps its
 * number; a new one gets the next number above every number ever given. A card that is gone from
 * the facts keeps its row, so that its number is never given again and stored ids keep their meaning.
 */
export const cardTable = (facts: ReadonlyArray<Fact>, existing: ReadonlyArray<Fact>): CardTable => {
  const known = new Map(existing.map((row) => [identity(row), row]))
  const highest = Math.max(0, ...existing.map((row) => Number(cell(row, "catalogue_id"))))
  const seen = new Set<string>()
  let next = highest + 1
  const rows: Array<ReadonlyArray<string | number>> = []
  for (const fact of facts) {
    const key = identity(fact)
    if (seen.has(key))
      throw new Error(`Cannot list a card twice: ${key.replaceAll("\u0000", ", ")}`)
    seen.add(key)
    const before = known.get(key)
    rows.push([
      before === undefined ? next++ : Number(cell(before, "catalogue_id")),
      cell(fact, "country"),
      cell(fact, "bank"),
      cell(fact, "card_name"),
      cell(fact, "network"),
      catalogueTier(cell(fact, "card_name"), cell(fact, "tier")),
      benefitProduct(fact),
      sourceText(cell(fact, "source_url")),
    ])
  }
  const gone = existing.filter((row) => !seen.has(identity(row)))
  for (const row of gone) {
    rows.push(
      columns.map((column) =>
        column === "catalogue_id" ? Number(cell(row, column)) : cell(row, column),
      ),
    )
  }
  return {
    table: {
      file: "coach/cards.csv",
      columns,
      rows: rows.sort(
        (left, right) =>
          Number(left[0]) - Number(right[0]) || byText(String(left[3]), String(right[3])),
      ),
    },
    added: next - highest - 1,
    gone: gone.length,
  }
}
