import type { CurrencyCode } from "../../core/vocabulary/codes.ts"
import {
  type AmountText,
  makeAmountTexts,
  makeMeasureTexts,
  type MeasureText,
} from "./printed-figures.ts"
import {
  type ArgumentRules,
  type FocusOf,
  prepareArguments,
  prepareFocus,
  prepareSelling,
  type SellingRule,
} from "./arguments/arguments.ts"
import { type CatalogueIndex, prepareCatalogueIndex } from "./card/catalogue.ts"
import {
  type Gaps,
  prepareCardReadings,
  prepareConditions,
  prepareGaps,
  type ReadCard,
} from "./covers/gaps.ts"
import {
  type DemandsOf,
  prepareDemands,
  prepareTableRules,
  type TableRules,
} from "./formalities.ts"
import type { PrepareArgumentGuards } from "./arguments/argument-guards.ts"
import { type HeadlineRule, prepareHeadline } from "./arguments/headline.ts"
import { type Markets, prepareMarkets } from "./market.ts"
import {
  type BenchmarkIn,
  type InMarket,
  prepareBenchmarkIn,
  prepareInMarket,
} from "./converted-money.ts"
import { type HomePlaces, prepareHomePlaces } from "./trip-reach.ts"
import { prepareWarnings, type WarningOf } from "./travel-warning.ts"
import { type MedicalTargets, prepareMedicalTargets } from "./medical-target.ts"
import { prepareProducts, prepareProfiles, type Products, type Profiles } from "./card/products.ts"
import { prepareReadBilan, type ReadBilan } from "./request.ts"
import { type CardResolver, prepareCardResolver } from "./card/resolve-card.ts"
import { prepareSharesOfCards, prepareSocial, type SocialRule } from "./arguments/social.ts"
import type { CoachTables } from "./coach-tables.ts"
import { prepareTerms, type Terms } from "./covers/terms.ts"
import { prepareWording, type Wording } from "./wording.ts"
import type { WrittenLanguage } from "../../core/vocabulary/written-language.ts"

/** Every piece that bilans are made of, prepared from one set of tables; explanations ask the same. */
export interface CoachPieces {
  readonly tables: CoachTables
  readonly products: Products
  readonly profiles: Profiles
  readonly catalogue: CatalogueIndex
  readonly resolver: CardResolver
  readonly markets: Markets
  readonly homePlaces: HomePlaces
  readonly targets: MedicalTargets
  readonly inMarket: InMarket
  readonly benchmarkIn: BenchmarkIn
  readonly warningOf: WarningOf
  readonly terms: Terms
  readonly gaps: Gaps
  readonly readCard: ReadCard
  readonly tableRules: TableRules
  readonly demandsOf: DemandsOf
  readonly arguments: ArgumentRules
  readonly headline: HeadlineRule
  readonly social: SocialRule
  readonly focusOf: FocusOf
  readonly readRequest: ReadBilan
  readonly selling: SellingRule
  readonly amountTextFor: (locale: string, currency: CurrencyCode) => AmountText
  readonly measureTextFor: (locale: string) => MeasureText
  /** The wording of a market in a language. */
  readonly wordingFor: (language: WrittenLanguage, market: string) => Wording
}

/** Prepares the pieces, with what finds the guards among the tables. */
export const prepareCoachPieces = (
  tables: CoachTables,
  prepareGuards: PrepareArgumentGuards,
): CoachPieces => {
  const products = prepareProducts(tables)
  const profiles = prepareProfiles(tables, products)
  const catalogue = prepareCatalogueIndex(tables, products)
  const terms = prepareTerms(tables)
  const benchmarkIn = prepareBenchmarkIn(tables)
  const gaps = prepareGaps(tables, terms, benchmarkIn)
  const markets = prepareMarkets(tables)
  const homePlaces = prepareHomePlaces(tables)
  return {
    tables,
    products,
    profiles,
    catalogue,
    resolver: prepareCardResolver(tables, catalogue, profiles, products),
    markets,
    homePlaces,
    targets: prepareMedicalTargets(tables, homePlaces),
    inMarket: prepareInMarket(tables),
    benchmarkIn,
    warningOf: prepareWarnings(tables),
    terms,
    gaps,
    readCard: prepareCardReadings(gaps, prepareConditions(gaps, terms)),
    tableRules: prepareTableRules(tables),
    demandsOf: prepareDemands(tables),
    arguments: prepareArguments(tables, prepareGuards),
    headline: prepareHeadline(tables),
    social: prepareSocial(tables, prepareSharesOfCards(tables, catalogue, markets, benchmarkIn)),
    focusOf: prepareFocus(tables),
    readRequest: prepareReadBilan(tables),
    selling: prepareSelling(tables),
    amountTextFor: makeAmountTexts(),
    measureTextFor: makeMeasureTexts(),
    wordingFor: prepareWording(tables),
  }
}
