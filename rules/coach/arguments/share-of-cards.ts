import { memo } from "../../../core/memory.ts"
import type { CatalogueCard, CatalogueIndex } from "../card/catalogue-index.ts"
import { type CardProduct, coverOf, isHeld, isKnown } from "../card/products.ts"
import { isWithdrawn } from "../card/unmatched.ts"
import type { CoachTables } from "../coach-tables.ts"
import type { Market, MedicalStep } from "../coach-vocabulary.ts"
import { reaches } from "../covers/gaps.ts"
import type { Markets } from "../market.ts"

/** A share of the cards on sale in a market: over how many, and how many of them fall short. */
export interface CountedShare {
  /** Cards whose cover is known: unknown ones are in neither number. */
  readonly counted: number
  readonly short: number
}

/** Counts shares of the cards on sale in a market. */
export interface SharesOfCards {
  /** Those whose cover is below the medical target of a step, or not held. */
  readonly belowTarget: (market: Market, slug: string, step: MedicalStep) => CountedShare
  /** Those that do not have a cover. */
  readonly notHeld: (market: Market, slug: string) => CountedShare
}

/**
 * A share in whole percent, rounded to the nearest.
 *
 * ```ts
 * import { percentOf } from "../rules/coach/arguments/share-of-cards.ts"
 *
 * percentOf({ counted: 79, short: 72 }) // => 91
 * percentOf({ counted: 0, short: 0 }) // => 0
 * ```
 */
export const percentOf = ({ counted, short }: CountedShare): number =>
  counted === 0 ? 0 : Math.round((short * 100) / counted)

const share = (
  cards: ReadonlyArray<CatalogueCard>,
  isCounted: (product: CardProduct) => boolean,
  isShort: (product: CardProduct) => boolean,
): CountedShare => {
  const counted = cards.filter(({ product }) => isCounted(product))
  return {
    counted: counted.length,
    short: counted.filter(({ product }) => isShort(product)).length,
  }
}

/** Prepares that. The universal market counts the cards of all. */
export const prepareSharesOfCards = (
  tables: Pick<CoachTables, "coachMarkets">,
  catalogue: CatalogueIndex,
  markets: Markets,
): SharesOfCards => {
  const cardsOf = memo((market: Market): ReadonlyArray<CatalogueCard> => {
    const residences = tables.coachMarkets.get(market)?.residences ?? []
    const cards = residences.length === 0 ? catalogue.cards : residences.flatMap(catalogue.cardsIn)
    return cards.filter((card) => !isWithdrawn({ card }))
  })
  return {
    belowTarget: (market, slug, step) =>
      share(
        cardsOf(market),
        (product) => {
          const cover = coverOf(product, slug)
          const isRead = cover.value !== null || cover.state === "actual_costs" || !isHeld(cover)
          return isKnown(cover) && isRead
        },
        (product) =>
          !reaches(coverOf(product, slug), markets.stepAmount(product.currency, step), true),
      ),
    notHeld: (market, slug) =>
      share(
        cardsOf(market),
        (product) => isKnown(coverOf(product, slug)),
        (product) => !isHeld(coverOf(product, slug)),
      ),
  }
}
