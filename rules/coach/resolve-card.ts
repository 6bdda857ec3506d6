import { prepareBinLookup } from "./bin-index.ts"
import type { CatalogueCard, CatalogueIndex } from "./catalogue-index.ts"
import { plainName } from "./plain-name.ts"
import type { CardProduct } from "./products.ts"
import { noCard } from "./products.ts"
import type { Profiles } from "./profiles.ts"
import type { CardRequest } from "./request.ts"
import type { CoachTables } from "./tables.ts"
import type { Network, Origin, ProfileTier, Warning } from "./vocabulary.ts"

/** What a card's first digits tell. */
export interface DetectedCard {
  readonly bank: string | null
  readonly brand: string | null
  readonly level: string | null
  readonly matched: {
    readonly cardId: number
    readonly cardName: string
    readonly bank: string
  } | null
}

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
}

const binForm = /^\d{6,8}$/

const wordReader = <Value>(
  words: ReadonlyArray<readonly [string, Value]>,
): ((text: string | null) => Value | null) => {
  const exact = new Map(words)
  const plain = new Map(words.map(([word, value]) => [plainName(word), value]))
  return (text) =>
    text === null ? null : (exact.get(text) ?? plain.get(plainName(text)) ?? null)
}

/** Prepares card resolution over the catalogue and the profiles. */
export const prepareCardResolver = (
  tables: CoachTables,
  catalogue: CatalogueIndex,
  profiles: Profiles,
): CardResolver => {
  const lookUpBin = prepareBinLookup(tables)
  const readTier = wordReader<ProfileTier>(tables.tierWords.rows.map((row) => [row.word, row.tier]))
  const readNetwork = wordReader<Network>(
    tables.networkWords.rows.map((row) => [row.word, row.network]),
  )

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

  /** The card that an issuer's range stands for: by its tier, or the only one it sells on the network. */
  const cardOfRange = (
    country: string,
    issuer: string | null,
    network: Network | null,
    tier: ProfileTier | null,
  ): CatalogueCard | undefined => {
    const bank = issuer === null ? undefined : catalogue.bankNamed(country, issuer)
    if (bank === undefined || network === null) return undefined
    if (tier !== null) return catalogue.mostBasic(bank, network, tier)
    const candidates = bank.cards.filter((card) => card.network === network)
    return candidates.length === 1 ? candidates[0] : undefined
  }

  const byBin = (bin: string, place: CardPlace): ResolvedCard => {
    const row = binForm.test(bin) ? lookUpBin(bin) : undefined
    if (row === undefined) return baseline(place.profileCountry, null, "BIN_LOOKUP_FAILED")
    const { country, issuer, level, network } = row
    const tier = readTier(level)
    const card = cardOfRange(country, issuer, network, tier)
    const matched =
      card === undefined
        ? null
        : { cardId: card.catalogueId, cardName: card.name, bank: card.bank }
    const detected: DetectedCard = { bank: issuer, brand: network, level, matched }
    // Without a range word the most basic range is assumed: it never promises too much.
    const found = card === undefined ? profile(country, network, tier ?? "entry") : exact(card)
    return { ...found, detected }
  }

  return {
    bankCard,
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
          return profile(
            place.profileCountry,
            readNetwork(request.network),
            readTier(request.tier),
          )
      }
    },
  }
}
