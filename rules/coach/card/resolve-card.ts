import type { CountryCode, CurrencyCode } from "../../../core/vocabulary/codes.ts"
import {
  type BinCard,
  type BinCards,
  type BinNetworks,
  makeWordReader,
  mostBasic,
  prepareBinCards,
  prepareBinNetworks,
  prepareRangeWords,
  type RangeWords,
  type WordReader,
} from "./bin-card.ts"
import {
  type CatalogueBank,
  type CatalogueCard,
  type CatalogueIndex,
  plainName,
} from "./catalogue.ts"
import { type CardProduct, noCard, type Products, type Profiles } from "./products.ts"
import type { CoachTables } from "../coach-tables.ts"
import type { Network, Origin, ProfileTier, UnmatchedPart, Warning } from "../coach-vocabulary.ts"
import type { CardRequest } from "../request.ts"
import type { DetectedCard } from "../response.ts"

/** The card that a bilan is made for. */
export interface ResolvedCard {
  readonly origin: Origin
  readonly product: CardProduct
  readonly card?: CatalogueCard
  readonly detected?: DetectedCard
  readonly warning?: Warning
  /** What was not recognised of a card that is read as another. */
  readonly unmatched?: UnmatchedPart
}

/** Where a card is looked for. */
export interface CardPlace {
  /** The country whose banks serve the cardholder: the residence, unless it holds another's cards. */
  readonly residence: CountryCode
  /** The country whose profiles stand in for cards that are not known. */
  readonly profileCountry: CountryCode
  /** The currency in which no card at all is read. */
  readonly currency: CurrencyCode
}

/**
 * Resolves the card that a request names; it never fails.
 *
 * | Request | Situation | Origin | Warning | Unmatched |
 * |---|---|---|---|---|
 * | none, or no card | always | none | | |
 * | no mode, several, or a malformed one; no object | always | baseline | CARD_PROFILE_UNMATCHED | card |
 * | catalogueId | listed | exact | | |
 * | | not listed | baseline | CARD_NOT_FOUND | card |
 * | bin | not digits, under 6 of them, or in no range | baseline of their network | BIN_LOOKUP_FAILED | bin |
 * | | of a type that carries no covers in the issuer's country | generic, without cover | | |
 * | | with a range word, of a listed bank that sells it, by a list that is proof | exact | | |
 * | | the same by another list: a proposal to confirm | generic | | |
 * | | else, with a range word that has a profile in the issuer's country | generic | | |
 * | | without a range word, such a profile or a network | baseline | CARD_PROFILE_UNMATCHED | bin |
 * | bank, tier | of a listed bank of the residence that sells it on one network alone | exact | | |
 * | | on none or several | baseline | CARD_PROFILE_UNMATCHED | network |
 * | bank, network, tier | a card's printed name, at a listed bank of the residence | exact | | |
 * | | of a listed bank of the residence that sells it | exact | | |
 * | | a network that is not known | baseline | CARD_PROFILE_UNMATCHED | network |
 * | | a bank that is not known, with a profile | generic | CARD_PROFILE_UNMATCHED | bank |
 * | | a listed bank that sells no such card, with a profile | generic | CARD_PROFILE_UNMATCHED | range |
 * | | without a profile, or with an unknown range word | baseline | CARD_PROFILE_UNMATCHED | card |
 * | | in a country without a bank list, with a profile | generic | | |
 * | network, tier | with a profile | generic | | |
 * | | a network that is not known | baseline | CARD_PROFILE_UNMATCHED | network |
 * | | without a profile, or with an unknown range word | baseline | CARD_PROFILE_UNMATCHED | card |
 *
 * Only an exact card is told ceilings as its own; `detected` comes with every BIN that a range holds,
 * whatever it leads to. Nobody can be known as a bank where no banks are listed, so that a bank there
 * warns of nothing.
 */
export interface CardResolver extends BinCards {
  readonly resolve: (request: CardRequest, place: CardPlace) => ResolvedCard
  /** The card that bank, network and tier land on for residents of a country, if any. */
  readonly bankCard: (
    country: CountryCode,
    bank: string,
    network: string,
    tier: string,
  ) => CatalogueCard | undefined
  /** The network that a card's first digits belong to, whether a range holds them or not. */
  readonly binNetwork: BinNetworks
  /** What words for ranges of cards read as. */
  readonly rangeWords: RangeWords
  /** The row of a word for a network. */
  readonly networkWord: WordReader<NetworkWordRow>
}

/** Prepares card resolution over the catalogue and the profiles. */
export const prepareCardResolver = (
  tables: CoachTables,
  catalogue: CatalogueIndex,
  profiles: Profiles,
  products: Products,
): CardResolver => {
  const rangeWords = prepareRangeWords(tables, () => catalogue.banks.flatMap((bank) => bank.cards))
  const networkWord = makeWordReader(
    tables.networkWords.rows.map((row) => [row.word, row] as const),
  )
  const readNetwork: WordReader<Network> = (text) => networkWord(text)?.network ?? null
  const binCards = prepareBinCards(tables, catalogue, rangeWords)
  const binNetwork = prepareBinNetworks(tables)
  const noCards = new Map(
    tables.coachMarkets.rows.map(({ currency }) => [currency, noCard(currency)]),
  )
  const noCardIn = (currency: CurrencyCode): CardProduct =>
    noCards.get(currency) ?? noCard(currency)

  const baseline = (
    country: CountryCode,
    network: Network | null,
    warning: Warning,
    unmatched: UnmatchedPart,
  ): ResolvedCard => ({
    origin: "baseline",
    product: profiles.baseline(country, network),
    warning,
    unmatched,
  })

  const profile = (
    country: CountryCode,
    network: Network | null,
    tier: ProfileTier | null,
    unmatched: UnmatchedPart,
  ): ResolvedCard => {
    const product =
      network === null || tier === null ? undefined : profiles.generic(country, network, tier)
    return product === undefined
      ? baseline(country, network, "CARD_PROFILE_UNMATCHED", unmatched)
      : { origin: "generic", product }
  }

  const profileOfWords = (
    country: CountryCode,
    networkName: string,
    range: string,
  ): ResolvedCard => {
    const network = readNetwork(networkName)
    const level = rangeWords.read(country, network, range)?.level ?? null
    return profile(country, network, level, network === null ? "network" : "card")
  }

  const exact = (card: CatalogueCard): ResolvedCard => ({
    origin: "exact",
    product: card.product,
    card,
  })

  const bankCard: CardResolver["bankCard"] = (country, bankName, networkName, tierName) => {
    const bank = catalogue.bankNamed(country, bankName)
    if (bank === undefined) return undefined
    const networks =
      networkName === ""
        ? new Set(bank.cards.map(({ network }) => network))
        : [readNetwork(networkName)]
    const cards = [...networks].flatMap((network) =>
      network === null ? [] : (cardOn(bank, network, tierName) ?? []),
    )
    // A bank that sells the tier on two networks does not say which is meant.
    return cards.length === 1 ? cards[0] : undefined
  }

  /** The card of a bank on a network by its printed name, else the most basic one of a range. */
  const cardOn = (
    bank: CatalogueBank,
    network: Network,
    tierName: string,
  ): CatalogueCard | undefined => {
    const named = plainName(tierName)
    const card = bank.cards.find(
      (each) => each.network === network && plainName(each.name) === named,
    )
    if (card !== undefined) return card
    const reading = rangeWords.read(bank.country, network, tierName)
    return reading === null ? undefined : mostBasic(rangeWords, bank, network, reading)
  }

  /** What stands in for a card of a bank that lists no such card, or that is not listed itself. */
  const standIn = (
    { bank, network, tier }: CardRequest & { readonly _tag: "Bank" },
    place: CardPlace,
  ): ResolvedCard => {
    const found = profileOfWords(place.profileCountry, network, tier)
    if (found.origin !== "generic" || !catalogue.listsBanks(place.residence)) return found
    const unmatched = catalogue.bankNamed(place.residence, bank) === undefined ? "bank" : "range"
    return { ...found, warning: "CARD_PROFILE_UNMATCHED", unmatched }
  }

  const withoutCover = (country: CountryCode): ResolvedCard => ({
    origin: "generic",
    product: noCardIn(products.currencyMarket(country)?.currency ?? "EUR"),
  })

  /** A card that a list of card numbers proposes is the traveller's own only where the list is proof. */
  const byRange = ({ card, range, reading, type }: BinCard): ResolvedCard => {
    const { country, list, network } = range
    if (type?.cover === "none") return withoutCover(country)
    if (card !== undefined)
      return { ...exact(card), origin: list?.proof === true ? "exact" : "generic" }
    return profile(country, network, reading?.level ?? null, "bin")
  }

  const byBin = (bin: string, place: CardPlace): ResolvedCard => {
    const found = binCards.binCard(bin)
    if (found !== undefined) return { ...byRange(found), detected: found.detected }
    const network = binNetwork(bin)?.network ?? null
    return baseline(place.profileCountry, network, "BIN_LOOKUP_FAILED", "bin")
  }

  return {
    ...binCards,
    bankCard,
    binNetwork,
    rangeWords,
    networkWord,
    resolve: (request, place) => {
      switch (request._tag) {
        case "None":
          return { origin: "none", product: noCardIn(place.currency) }
        case "Unmatched":
          return baseline(place.profileCountry, null, "CARD_PROFILE_UNMATCHED", "card")
        case "Catalogue": {
          const card = catalogue.byId(request.catalogueId)
          return card === undefined
            ? baseline(place.profileCountry, null, "CARD_NOT_FOUND", "card")
            : exact(card)
        }
        case "Bin":
          return byBin(request.bin, place)
        case "Bank": {
          const { bank, network, tier } = request
          const card = bankCard(place.residence, bank, network, tier)
          return card === undefined ? standIn(request, place) : exact(card)
        }
        case "Generic":
          return profileOfWords(place.profileCountry, request.network, request.tier)
      }
    },
  }
}

/**
 * What was not recognised of a card, as bilans tell it: a baseline stands for a card that could not be
 * found, whatever was sent.
 */
export const unmatchedOf = ({ origin, unmatched }: ResolvedCard): UnmatchedPart | null =>
  unmatched ?? (origin === "baseline" ? "card" : null)

/** Whether a card is in the catalogue but no longer sold. */
export const isWithdrawn = ({ card }: Pick<ResolvedCard, "card">): boolean =>
  card?.withdrawn ?? false

type NetworkWordRow = CoachTables["networkWords"]["rows"][number]
