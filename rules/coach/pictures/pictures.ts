import type { TablesOf } from "../../../core/table/load.ts"
import { once } from "../../../core/memory.ts"
import type { coachCards } from "../tables/cards.ts"
import { bankPicture, bankSlug } from "./bank-picture.ts"
import { cardPicture } from "./card-picture.ts"
import type * as pictureTables from "./picture-tables.ts"

/** The tables that pictures are drawn from. */
export type PictureTables = TablesOf<typeof pictureTables> &
  TablesOf<{ coachCards: typeof coachCards }>

/** The pictures of the catalogue, as SVG; undefined where nothing can be drawn. */
export interface Pictures {
  readonly cardPicture: (catalogueId: string) => string | undefined
  readonly hasCard: (catalogueId: number) => boolean
  /** The monogram of the bank under a slug. */
  readonly bankPicture: (slug: string) => string | undefined
  /** The slug under which a bank has a monogram. */
  readonly slugOf: (bank: string) => string | undefined
}

/** Prepares the pictures of a catalogue: each is drawn when it is first asked for, and kept. */
export const preparePictures = (tables: PictureTables): Pictures => {
  const { coachCards, monogramColours, networkColours } = tables
  const anyColours = networkColours.get("any")
  const grounds = monogramColours.rows.map(({ ground }) => ground)
  const drawings = coachCards.rows.flatMap(
    ({ bank, cardName: name, catalogueId, level, network, tier: printed }) => {
      const tier = printed === "business" ? printed : level
      const colours = networkColours.get(network ?? "any") ?? anyColours
      if (colours === undefined) return []
      return [
        [String(catalogueId), once(() => cardPicture({ bank, name, tier }, colours))] as const,
      ]
    },
  )
  const cards = new Map(drawings)
  const monograms = new Map<string, string>()
  for (const { bank } of coachCards.rows) {
    const slug = bankSlug(bank)
    if (slug === undefined || monograms.has(slug)) continue
    const drawn = bankPicture(bank, grounds)
    if (drawn !== undefined) monograms.set(slug, drawn)
  }
  return {
    cardPicture: (catalogueId) => cards.get(catalogueId)?.(),
    hasCard: (catalogueId) => cards.has(String(catalogueId)),
    bankPicture: (slug) => monograms.get(slug),
    slugOf: (bank) => {
      const slug = bankSlug(bank)
      return slug !== undefined && monograms.has(slug) ? slug : undefined
    },
  }
}
