import { writtenLanguage } from "../../../core/vocabulary/written-language.ts"
import { memo } from "../../../core/memory.ts"
import { limitOf } from "../../reference/limits.ts"
import type { Social } from "../response.ts"
import type { CoachTables } from "../coach-tables.ts"
import type { Category, Market, MedicalStep } from "../coach-vocabulary.ts"
import type { ReachKind } from "../trip-reach.ts"
import { percentOf, type CountedShare, type SharesOfCards } from "./share-of-cards.ts"

type SocialRow = CoachTables["coachSocial"]["rows"][number]

/** What the share that a bilan tells depends on. */
export interface SocialCase {
  readonly market: Market
  /** The first subject of the bilan; null without arguments. */
  readonly category: Category | null
  readonly reach: ReachKind
  readonly step: MedicalStep
}

/** Tells shares of cards. */
export interface SocialRule {
  readonly socialFor: (facts: SocialCase) => Social
  /** The row that says which; undefined where none does. */
  readonly rowFor: (facts: SocialCase) => SocialRow | undefined
}

/** What is told where too few cards are known. */
export const notEnough = "coach.social.not_enough"

const nothing: CountedShare = { counted: 0, short: 0 }

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

  const socialOf = (row: SocialRow | undefined, market: Market, step: MedicalStep): Social => {
    const counts = row === undefined ? nothing : shareOf(row, market, step)
    const names = tables.coachMarkets.get(market)
    const name = names && { en: names.nameEn, fr: names.nameFr }[writtenLanguage(names.language)]
    const isEnough = row !== undefined && counts.counted >= countedMin
    return Object.freeze({
      pct: isEnough ? percentOf(counts) : 0,
      subjectKey: isEnough ? row.subjectKey : notEnough,
      vars: Object.freeze({ counted: counts.counted, market: name ?? market }),
      values: Object.freeze({ market }),
    })
  }

  const kept = memo((market: Market) =>
    memo((step: MedicalStep) => memo((row: SocialRow | undefined) => socialOf(row, market, step))),
  )
  return {
    rowFor,
    socialFor: (facts) => kept(facts.market)(facts.step)(rowFor(facts)),
  }
}
