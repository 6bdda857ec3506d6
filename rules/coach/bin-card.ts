import { prepareBinLookup } from "./bin-index.ts"
import type { CatalogueBank, CatalogueCard, CatalogueIndex } from "./catalogue-index.ts"
import type { CoachTables } from "./tables.ts"
import type { Network, ProfileTier } from "./vocabulary.ts"
import type { WordReader } from "./words.ts"

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

type BinRow = CoachTables["coachBins"]["rows"][number]

/** What a range of card numbers gives: the issuer's country, its card if one is certain, or its range. */
export interface BinCard {
  readonly row: BinRow
  readonly country: string
  readonly network: Network | null
  readonly tier: ProfileTier | null
  readonly card: CatalogueCard | undefined
  readonly detected: DetectedCard
}

const binForm = /^\d{6,8}$/

const matchedOf = (card: CatalogueCard | undefined): DetectedCard["matched"] =>
  card === undefined ? null : { cardId: card.catalogueId, cardName: card.name, bank: card.bank }

/** The cards of a bank on a network, most basic first. */
export const cardsOn = (bank: CatalogueBank, network: Network): ReadonlyArray<CatalogueCard> =>
  bank.cards.filter((card) => card.network === network)

/**
 * Prepares card lookup by first digits. An issuer in the catalogue gives its most basic card of the
 * range's tier; without a tier its card only if it sells one alone on the network, because nothing
 * tells which of several it is.
 */
export const prepareBinCards = (
  tables: CoachTables,
  catalogue: CatalogueIndex,
  readTier: WordReader<ProfileTier>,
): ((bin: string) => BinCard | undefined) => {
  const lookUp = prepareBinLookup(tables)

  const cardOf = (
    country: string,
    issuer: string | null,
    network: Network | null,
    tier: ProfileTier | null,
  ): CatalogueCard | undefined => {
    const bank = issuer === null ? undefined : catalogue.bankNamed(country, issuer)
    if (bank === undefined || network === null) return undefined
    if (tier !== null) return catalogue.mostBasic(bank, network, tier)
    const candidates = cardsOn(bank, network)
    return candidates.length === 1 ? candidates[0] : undefined
  }

  return (bin) => {
    const row = binForm.test(bin) ? lookUp(bin) : undefined
    if (row === undefined) return undefined
    const { country, issuer, level, network } = row
    const tier = readTier(level)
    const card = cardOf(country, issuer, network, tier)
    const detected = { bank: issuer, brand: network, level, matched: matchedOf(card) }
    return { row, country, network, tier, card, detected }
  }
}
