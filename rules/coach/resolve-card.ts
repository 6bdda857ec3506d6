import { type BinCard, type DetectedCard, prepareBinCards } from "./bin-card.ts"
import type { CatalogueCard, CatalogueIndex } from "./catalogue-index.ts"
import { type CardProduct, noCard } from "./products.ts"
import type { Profiles } from "./profiles.ts"
import type { CardRequest } from "./request.ts"
import type { CoachTables } from "./tables.ts"
import type { Network, Origin, ProfileTier, Warning } from "./vocabulary.ts"
import { makeWordReader, type WordReader } from "./words.ts"

type TierWordRow = CoachTables["tierWords"]["rows"][number]

type NetworkWordRow = CoachTables["networkWords"]["rows"][number]

/** The card that a bilan is made for. */
export interface ResolvedCard {
  readonly origin: Origin
  readonly product: CardProduct
  readonly card?: CatalogueCard
  readonly detected?: DetectedCard
  readonly warning?: Warning
}

/** Where a card is looked for. */
export interface CardPlace {
  /** The cardholder's residence, which scopes banks. */
  readonly residence: string
  /** The country whose profiles stand in for cards that are not known. */
  readonly profileCountry: string
  /** The currency in which no card at all is read. */
  readonly currency: string
}

/** Resolves the card that a request names; it never fails. */
export interface CardResolver {
  readonly resolve: (request: CardRequest, place: CardPlace) => ResolvedCard
  /** The card that bank, network and tier land on for residents of a country, if any. */
  readonly bankCard: (
    country: string,
    bank: string,
    network: string,
    tier: string,
  ) => CatalogueCard | undefined
  /** What a card's first digits lead to. */
  readonly binCard: (bin: string) => BinCard | undefined
  /** The row of a word for a range of cards. */
  readonly tierWord: WordReader<TierWordRow>
  /** The row of a word for a network. */
  readonly networkWord: WordReader<NetworkWordRow>
}

/** Prepares card resolution over the catalogue and the profiles. */
export const prepareCardResolver = (
  tables: CoachTables,
  catalogue: CatalogueIndex,
  profiles: Profiles,
): CardResolver => {
  const tierWord = makeWordReader(tables.tierWords.rows.map((row) => [row.word, row] as const))
  const networkWord = makeWordReader(
    tables.networkWords.rows.map((row) => [row.word, row] as const),
  )
  const readTier: WordReader<ProfileTier> = (text) => tierWord(text)?.tier ?? null
  const readNetwork: WordReader<Network> = (text) => networkWord(text)?.network ?? null
  const binCard = prepareBinCards(tables, catalogue, readTier)
  const noCards = new Map(
    tables.coachMarkets.rows.map(({ currency }) => [currency, noCard(currency)]),
  )

  const baseline = (country: string, network: Network | null, warning: Warning): ResolvedCard => ({
    origin: "baseline",
    product: profiles.baseline(country, network),
    warning,
  })

  const profile = (
    country: string,
    network: Network | null,
    tier: ProfileTier | null,
  ): ResolvedCard => {
    const product =
      network === null || tier === null ? undefined : profiles.generic(country, network, tier)
    return product === undefined
      ? baseline(country, network, "CARD_PROFILE_UNMATCHED")
      : { origin: "generic", product }
  }

  const exact = (card: CatalogueCard): ResolvedCard => ({
    origin: "exact",
    product: card.product,
    card,
  })

  const bankCard: CardResolver["bankCard"] = (country, bankName, networkName, tierName) => {
    const bank = catalogue.bankNamed(country, bankName)
    const network = readNetwork(networkName)
    const tier = readTier(tierName)
    return bank === undefined || network === null || tier === null
      ? undefined
      : catalogue.mostBasic(bank, network, tier)
  }

  const byBin = (bin: string, place: CardPlace): ResolvedCard => {
    const found = binCard(bin)
    if (found === undefined) return baseline(place.profileCountry, null, "BIN_LOOKUP_FAILED")
    const { card, country, detected, network, tier } = found
    // Without a range word the most basic range is assumed: it never promises too much.
    const resolved = card === undefined ? profile(country, network, tier ?? "entry") : exact(card)
    return { ...resolved, detected }
  }

  return {
    bankCard,
    binCard,
    tierWord,
    networkWord,
    resolve: (request, place) => {
      switch (request._tag) {
        case "None":
          return { origin: "none", product: noCards.get(place.currency) ?? noCard(place.currency) }
        case "Unmatched":
          return baseline(place.profileCountry, null, "CARD_PROFILE_UNMATCHED")
        case "Catalogue": {
          const card = catalogue.byId(request.catalogueId)
          return card === undefined
            ? baseline(place.profileCountry, null, "CARD_NOT_FOUND")
            : exact(card)
        }
        case "Bin":
          return byBin(request.bin, place)
        case "Bank": {
          const { bank, network, tier } = request
          const card = bankCard(place.residence, bank, network, tier)
          return card === undefined
            ? profile(place.profileCountry, readNetwork(network), readTier(tier))
            : exact(card)
        }
        case "Generic":
          return profile(place.profileCountry, readNetwork(request.network), readTier(request.tier))
      }
    },
  }
}
