import { byProduct, type ProductCover, isGeneric } from "./products.ts"
import type { TableText } from "./table-text.ts"

const key = (country: unknown, product: unknown): string => `${country}\u0000${product}`

/** The products that a table of cards, profiles or baselines names in one of its columns. */
const namedIn = (table: TableText, column: string): ReadonlyArray<string> => {
  const country = table.columns.indexOf("country")
  const product = table.columns.indexOf(column)
  return table.rows.map((row) => key(row[country], row[product]))
}

/**
 * The covers of the products that some card can be read as. The facts derive a generic product for
 * every network and tier; one of a tier without cards only repeats the next lower tier, and where
 * no card, profile or baseline names it, the network's baseline stands for that tier instead.
 */
export const namedCovers = (
  covers: ReadonlyArray<ProductCover>,
  cards: TableText,
  profiles: ReadonlyArray<TableText>,
): ReadonlyArray<ProductCover> => {
  const named = new Set([
    ...namedIn(cards, "benefit_product"),
    ...profiles.flatMap((table) => namedIn(table, "product")),
  ])
  return covers.filter((cover) => !isGeneric(cover) || named.has(key(cover.country, cover.product)))
}

/**
 * Stops when a card carries a product without covers: also a card that is gone from the facts keeps
 * its number, and what it held must stay known.
 */
export const requireProducts = (cards: TableText, covers: ReadonlyArray<ProductCover>): void => {
  const known = new Set(byProduct(covers).map(([first]) => key(first?.country, first?.product)))
  for (const named of new Set(namedIn(cards, "benefit_product"))) {
    if (known.has(named)) continue
    const [country, product] = named.split("\u0000")
    throw new Error(
      `Cannot find the covers of ${product} (${country}): a card in ${cards.file} carries it`,
    )
  }
}
