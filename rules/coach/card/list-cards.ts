import type { CountryCode } from "../../../core/vocabulary/codes.ts"
import {
  type WrittenLanguage,
  writtenLanguages,
} from "../../../core/vocabulary/written-language.ts"
import * as Result from "effect/Result"
import type { CatalogueBank, CatalogueCard, CatalogueIndex } from "./catalogue.ts"
import { anyCountry, type Profiles } from "./products.ts"
import type { CoachRefusal } from "../coach-refusal.ts"
import { countryCode } from "../request.ts"
import type { CardResolver } from "./resolve-card.ts"
import type { CardsResponse, ListedBank, ListedCard } from "../response.ts"
import type { CoachTables } from "../coach-tables.ts"
import { type CardMode, cardModes } from "../coach-vocabulary.ts"

/** The query of the catalogue endpoint; a repeated parameter comes as a list. */
export interface CardsQuery {
  readonly country?: CountryCode | ReadonlyArray<string> | undefined
  readonly lang?: string | ReadonlyArray<string> | undefined
}

/** Who asks for the catalogue. */
export interface CardsCaller {
  readonly keyId: string
  readonly mode: "sandbox" | "live"
}

/** Answers the catalogue endpoint. */
export type ListCards = (
  query: CardsQuery,
  caller: CardsCaller,
) => Result.Result<CardsResponse, CoachRefusal>

/**
 * The card modes that a key may send: a sandbox key may not send a catalogue id.
 *
 * ```ts
 * import { cardModesFor } from "../rules/coach/card/list-cards.ts"
 *
 * cardModesFor("sandbox") // => ["bin", "bank", "network", "none"]
 * ```
 */
export const cardModesFor = (mode: "sandbox" | "live"): ReadonlyArray<CardMode> =>
  mode === "live" ? cardModes : cardModes.filter((each) => each !== "catalogueId")

/** The words for a card that is no longer sold, in one language. */
type WithdrawnWords = string

/** Whether bank, network and tier, as the catalogue prints them, land on this very card. */
const landsByBankTier = (resolver: CardResolver, card: CatalogueCard): boolean =>
  card.network !== null &&
  card.tier !== null &&
  resolver.bankCard(card.country, card.bank, card.network, card.tier) === card

/** A card's name, followed by the words for one that is no longer sold. */
const listedName = (words: WithdrawnWords, { name, withdrawn }: CatalogueCard): string =>
  withdrawn ? `${name} ${words}` : name

const listCard = (
  words: WithdrawnWords,
  resolver: CardResolver,
  card: CatalogueCard,
): ListedCard => ({
  catalogueId: card.catalogueId,
  name: listedName(words, card),
  network: card.network,
  tier: card.tier,
  level: card.level,
  byBankTier: landsByBankTier(resolver, card),
  imageUrl: null,
})

const listBank = (
  words: WithdrawnWords,
  resolver: CardResolver,
  bank: CatalogueBank,
): ListedBank => ({
  name: bank.name,
  country: bank.country,
  logoUrl: null,
  cards: bank.cards.map((card) => listCard(words, resolver, card)),
})

/** The countries with a bank list, in the order of their markets. */
const listCountries = (
  tables: CoachTables,
  catalogue: CatalogueIndex,
): CardsResponse["countries"] =>
  tables.coachMarkets.rows.flatMap(({ market, residences }) =>
    residences.flatMap((code) => {
      const banks = catalogue.banks.filter((bank) => bank.country === code)
      const cards = banks.reduce((count, bank) => count + bank.cards.length, 0)
      return banks.length === 0 ? [] : [{ code, market, banks: banks.length, cards }]
    }),
  )

const readLang = (lang: CardsQuery["lang"], country: CountryCode | null): WrittenLanguage =>
  writtenLanguages.find((written) => written === lang) ?? (country === "FR" ? "fr" : "en")

/** Prepares the catalogue's answers: all banks are listed once, each answer picks from them. */
export const prepareCatalogue = (
  tables: CoachTables,
  catalogue: CatalogueIndex,
  profiles: Profiles,
  resolver: CardResolver,
): ListCards => {
  const countries = listCountries(tables, catalogue)
  const served = countries.map(({ code }) => code)
  const banksIn = (lang: WrittenLanguage): CardsResponse["banks"] => {
    const words = tables.catalogueWords.get("withdrawn")?.[lang] ?? ""
    return served.flatMap((code) =>
      catalogue.banks
        .filter((bank) => bank.country === code)
        .map((bank) => listBank(words, resolver, bank)),
    )
  }
  const banks = { fr: banksIn("fr"), en: banksIn("en") }
  const tiersIn = (lang: WrittenLanguage): CardsResponse["tiers"] =>
    tables.coachTiers.rows.map(({ examplesEn, examplesFr, tier }) => ({
      tier,
      examples: { en: examplesEn, fr: examplesFr }[lang],
    }))
  const tiers = { fr: tiersIn("fr"), en: tiersIn("en") }
  return (query, caller) => {
    const country = query.country === undefined ? null : countryCode(query.country)
    if (query.country !== undefined && country === null) {
      return Result.fail({ _tag: "CoachRefusal", code: "BAD_COUNTRY" })
    }
    const lang = readLang(query.lang, country)
    const profiled = country === null ? served : [served.includes(country) ? country : anyCountry]
    return Result.succeed({
      ok: true,
      country,
      key: { ...caller, cardModes: cardModesFor(caller.mode) },
      countries,
      banks:
        country === null ? banks[lang] : banks[lang].filter((bank) => bank.country === country),
      generic: profiles.networksIn(profiled),
      tiers: tiers[lang],
    })
  }
}
