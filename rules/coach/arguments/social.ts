import type { WrittenLanguage } from "../../../core/vocabulary/written-language.ts"
import { memo } from "../../../core/memory.ts"
import type { CatalogueCard, CatalogueIndex } from "../card/catalogue.ts"
import { type CardProduct, coverOf, isHeld, isKnown } from "../card/products.ts"
import { isWithdrawn } from "../card/resolve-card.ts"
import type { CoachTables } from "../coach-tables.ts"
import type { BenchmarkIn } from "../converted-money.ts"
import type { Category, Market, MedicalStep, ReachKind } from "../coach-vocabulary.ts"
import { reaches } from "../covers/gaps.ts"
import type { Markets } from "../market.ts"
import type { Social } from "../response.ts"
import { limitOf } from "../../reference/limits.ts"

/** What the share that a bilan tells depends on. */
export interface SocialCase {
  readonly market: Market
  /** The first subject of the bilan; null without arguments. */
  readonly category: Category | null
  readonly reach: ReachKind
  readonly step: MedicalStep
  /** The language of the answer. */
  readonly language: WrittenLanguage
}

/** Tells shares of cards. */
export interface SocialRule {
  readonly socialFor: (facts: SocialCase) => Social
  /** The row that says which; undefined where none does. */
  readonly rowFor: (facts: Omit<SocialCase, "language">) => SocialRow | undefined
}

/** What is told where too few cards are known. */
export const notEnough = "coach.social.not_enough"

/** Prepares the shares: each is counted when it is first asked for, and kept. */
export const prepareSocial = (
  tables: Pick<CoachTables, "coachMarkets" | "coachSocial" | "limits">,
  shares: SharesOfCards,
): SocialRule => {
  const countedMin = limitOf(tables, "coach_counted_cards_min")
  const rowFor: SocialRule["rowFor"] = ({ category, reach }) =>
    tables.coachSocial.evaluate({ category, reach })[0]

  const shareOf = (row: SocialRow, market: Market, step: MedicalStep): CountedShare =>
    row.counts === "below_target"
      ? shares.belowTarget(market, row.slug, step)
      : shares.notHeld(market, row.slug)

  const socialOf = (
    row: SocialRow | undefined,
    market: Market,
    step: MedicalStep,
    language: WrittenLanguage,
  ): Social => {
    const counts = row === undefined ? nothing : shareOf(row, market, step)
    const names = tables.coachMarkets.get(market)
    const name = names && { en: names.nameEn, fr: names.nameFr }[language]
    const isEnough = row !== undefined && counts.counted >= countedMin
    return Object.freeze({
      pct: isEnough ? percentOf(counts) : 0,
      subjectKey: isEnough ? row.subjectKey : notEnough,
      vars: Object.freeze({
        pct: isEnough ? percentOf(counts) : 0,
        counted: counts.counted,
        market: name ?? market,
      }),
      values: Object.freeze({ market }),
    })
  }

  const kept = memo((market: Market) =>
    memo((language: WrittenLanguage) =>
      memo((step: MedicalStep) =>
        memo((row: SocialRow | undefined) => socialOf(row, market, step, language)),
      ),
    ),
  )
  return {
    rowFor,
    socialFor: (facts) => kept(facts.market)(facts.language)(facts.step)(rowFor(facts)),
  }
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
 * import { percentOf } from "../rules/coach/arguments/social.ts"
 *
 * percentOf({ counted: 79, short: 72 }) // => 91
 * percentOf({ counted: 0, short: 0 }) // => 0
 * ```
 */
export const percentOf = ({ counted, short }: CountedShare): number =>
  counted === 0 ? 0 : Math.round((short * 100) / counted)

/** Prepares that. The universal market counts the cards of all. */
export const prepareSharesOfCards = (
  tables: Pick<CoachTables, "coachMarkets">,
  catalogue: CatalogueIndex,
  markets: Markets,
  benchmarkIn: BenchmarkIn,
): SharesOfCards => {
  const cardsOf = memo((market: Market): ReadonlyArray<CatalogueCard> => {
    const residences = tables.coachMarkets.get(market)?.residences ?? []
    const cards = residences.length === 0 ? catalogue.cards : residences.flatMap(catalogue.cardsIn)
    return cards.filter((card) => !isWithdrawn({ card }))
  })
  return {
    belowTarget: (market, slug, step) => {
      const { currency } = markets.marketNamed(market)
      const target = markets.stepAmount(currency, step)
      return share(
        cardsOf(market),
        (product) => {
          const cover = coverOf(product, slug)
          const isRead = cover.value !== null || cover.state === "actual_costs" || !isHeld(cover)
          return isKnown(cover) && isRead
        },
        (product) =>
          !reaches(coverOf(product, slug), benchmarkIn(target, currency, product.currency)),
      )
    },
    notHeld: (market, slug) =>
      share(
        cardsOf(market),
        (product) => isKnown(coverOf(product, slug)),
        (product) => !isHeld(coverOf(product, slug)),
      ),
  }
}

type SocialRow = CoachTables["coachSocial"]["rows"][number]

/** A share of the cards on sale in a market: over how many, and how many of them fall short. */
interface CountedShare {
  /** Cards whose cover is known: unknown ones are in neither number. */
  readonly counted: number
  readonly short: number
}

const nothing: CountedShare = { counted: 0, short: 0 }

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
