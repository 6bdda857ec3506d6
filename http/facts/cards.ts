import type { PrintedCard } from "../../rules/coach/card/printed-tier.ts"
import { cell, cellIfAny, type FactRecord, sourceText } from "./fact-file.ts"
import { genericProductName } from "./products.ts"
import { byText, type TableText } from "./table-text.ts"

const columns = [
  "catalogue_id",
  "country",
  "bank",
  "card_name",
  "network",
  "tier",
  "level",
  "benefit_product",
  "sold",
  "rank",
  "source",
]

/** How facts mark a card that is no longer sold in its name; the table has a column for it. */
const withdrawnMark = / \(no longer sold\)$/

/** The name of a card, without the mark of one that is no longer sold. */
const cardName = (row: FactRecord): string => cell(row, "card_name").replace(withdrawnMark, "")

/** Whether facts or a table say that a card is no longer sold. */
export const isWithdrawn = (row: FactRecord): boolean =>
  cellIfAny(row, "sold") === "withdrawn" || withdrawnMark.test(cell(row, "card_name"))

/** Whether a card is one for businesses, by its name. */
const isBusiness = (row: FactRecord): boolean => /\bbusiness\b/i.test(cell(row, "card_name"))

const soldText = (row: FactRecord): string => {
  if (isWithdrawn(row)) return "withdrawn"
  return cellIfAny(row, "sold") === "current" ? "current" : ""
}

const identity = (row: FactRecord): string =>
  [cell(row, "country"), cell(row, "bank"), cardName(row)].join("\u0000")

/** What a card is worth: a prepaid card has no range. */
const levelOf = (fact: FactRecord): string =>
  /prépayée|prepaid/i.test(cardName(fact)) ? "" : cell(fact, "tier")

/** The tier that a card is offered under: the one that its name shows. */
export type TierOfName = (card: PrintedCard) => string

/** A note that gives the absence of any cover as a memory: no page says so. */
const recalledAbsence = /\bno travel cover is recalled\b/

/** Whether nobody knows what a card holds: it is a product of its own then, of which all is unknown. */
export const isUnknownProduct = (fact: FactRecord): boolean =>
  cell(fact, "benefit_product") === "unknown" || recalledAbsence.test(cellIfAny(fact, "note"))

/** The product whose covers a card of the facts carries. */
export const benefitProduct = (fact: FactRecord): string => {
  if (isUnknownProduct(fact)) return cardName(fact)
  const product = cell(fact, "benefit_product")
  return product === "generic"
    ? genericProductName(cell(fact, "network"), cell(fact, "tier"))
    : product
}

/** What numbering the cards gave: the table, and the cards that are new or gone, with their numbers. */
export interface CardTable {
  readonly table: TableText
  readonly added: ReadonlyArray<string>
  readonly gone: ReadonlyArray<string>
}

type Cells = ReadonlyArray<string | number>

/** A row of the catalogue in words, its number first. */
const inWords = ([number, country, bank, name]: Cells): string =>
  `${number} ${country} ${bank}, ${name}`

/**
 * The card catalogue. A card (country, bank and name) that the existing table knows keeps its
 * number, and the rank that the table declares; a new one gets the next number above every number ever given. A card that is gone from
 * the facts keeps its row, so that its number is never given again and stored ids keep their meaning.
 * A card that the facts name otherwise than before looks like one gone and one new: rename it in
 * the existing table first, and its number goes with it.
 */
export const cardTable = (
  facts: ReadonlyArray<FactRecord>,
  existing: ReadonlyArray<FactRecord>,
  tierOfName: TierOfName,
): CardTable => {
  const known = new Map(existing.map((row) => [identity(row), row]))
  const highest = Math.max(0, ...existing.map((row) => Number(cell(row, "catalogue_id"))))
  const seen = new Set<string>()
  const added: Array<string> = []
  const rows: Array<Cells> = []
  for (const fact of facts) {
    const key = identity(fact)
    if (seen.has(key))
      throw new Error(`Cannot list a card twice: ${key.replaceAll("\u0000", ", ")}`)
    seen.add(key)
    const before = known.get(key)
    const row = [
      before === undefined ? highest + added.length + 1 : Number(cell(before, "catalogue_id")),
      cell(fact, "country"),
      cell(fact, "bank"),
      cardName(fact),
      cell(fact, "network"),
      isBusiness(fact)
        ? "business"
        : tierOfName({
            country: cell(fact, "country"),
            bank: cell(fact, "bank"),
            name: cardName(fact),
          }),
      levelOf(fact),
      benefitProduct(fact),
      soldText(fact),
      before === undefined ? "" : cellIfAny(before, "rank"),
      sourceText(cell(fact, "source_url")),
    ]
    rows.push(row)
    if (before === undefined) added.push(inWords(row))
  }
  const gone = existing
    .filter((row) => !seen.has(identity(row)))
    .map((row) =>
      columns.map((column) =>
        column === "catalogue_id" ? Number(cell(row, column)) : cellIfAny(row, column),
      ),
    )
  return {
    table: {
      file: "coach/cards.csv",
      columns,
      rows: [...rows, ...gone].sort(
        (left, right) =>
          Number(left[0]) - Number(right[0]) || byText(String(left[3]), String(right[3])),
      ),
    },
    added,
    gone: gone.map(inWords),
  }
}
