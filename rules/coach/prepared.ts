import { type AmountText, makeAmountTexts } from "./amount-text.ts"
import { type ArgumentRules, prepareArguments } from "./arguments.ts"
import { type CatalogueIndex, prepareCatalogueIndex } from "./catalogue-index.ts"
import { type EntryRules, prepareEntryRules } from "./entry-rules.ts"
import { type Gaps, prepareGaps } from "./gaps.ts"
import { type HeadlineRule, prepareHeadline } from "./headline.ts"
import { type Markets, prepareMarkets } from "./market.ts"
import { type MedicalTargets, prepareMedicalTargets } from "./medical-target.ts"
import { prepareProducts, type Products } from "./products.ts"
import { prepareProfiles, type Profiles } from "./profiles.ts"
import { type CardResolver, prepareCardResolver } from "./resolve-card.ts"
import { prepareSocial, type SocialRule } from "./social.ts"
import type { CoachTables } from "./tables.ts"

/** Every piece that bilans are made of, prepared from one set of tables; explanations ask the same. */
export interface PreparedCoach {
  readonly tables: CoachTables
  readonly products: Products
  readonly profiles: Profiles
  readonly catalogue: CatalogueIndex
  readonly resolver: CardResolver
  readonly markets: Markets
  readonly targets: MedicalTargets
  readonly gaps: Gaps
  readonly entryRules: EntryRules
  readonly arguments: ArgumentRules
  readonly headline: HeadlineRule
  readonly social: SocialRule
  readonly amountTextFor: (locale: string, currency: string) => AmountText
}

/** Prepares the pieces. */
export const preparePieces = (tables: CoachTables): PreparedCoach => {
  const products = prepareProducts(tables)
  const profiles = prepareProfiles(tables, products)
  const catalogue = prepareCatalogueIndex(tables, products)
  return {
    tables,
    products,
    profiles,
    catalogue,
    resolver: prepareCardResolver(tables, catalogue, profiles),
    markets: prepareMarkets(tables),
    targets: prepareMedicalTargets(tables),
    gaps: prepareGaps(tables),
    entryRules: prepareEntryRules(tables),
    arguments: prepareArguments(tables),
    headline: prepareHeadline(tables),
    social: prepareSocial(tables),
    amountTextFor: makeAmountTexts(),
  }
}
