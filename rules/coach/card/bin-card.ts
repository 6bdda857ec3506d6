import { type BinRange, prepareBinLookup } from "./bin-index.ts"
import type { CatalogueBank, CatalogueCard, CatalogueIndex } from "./catalogue-index.ts"
import { plainName } from "./plain-name.ts"
import { anyCountry } from "./profiles.ts"
import type { RangeReading, RangeWords } from "./range-words.ts"
import type { CoachTables } from "../coach-tables.ts"
import type { Network } from "../coach-vocabulary.ts"
import type { DetectedCard } from "../response.ts"

/** What a range of card numbers leads to. */
export interface BinCard {
  readonly range: BinRange
  /** What cards of this type carry; undefined where the range names no type, or none that is known. */
  readonly type: CardTypeRow | undefined
  /** How the range word reads; null where the range has none, or none that is known. */
  readonly reading: RangeReading | null
  readonly card: CatalogueCard | undefined
  readonly detected: DetectedCard
}

/** Finds cards by their numbers. */
export interface BinCards {
  /** What a card's first digits lead to; undefined where no range holds them. */
  readonly binCard: (bin: string) => BinCard | undefined
  /** What the numbers of a range lead to. */
  readonly rangeCard: (range: BinRange) => BinCard
}

const binForm = /^\d{6,8}$/

const matchedOf = (card: CatalogueCard | undefined): DetectedCard["matched"] =>
  card === undefined ? null : { cardId: card.catalogueId, cardName: card.name, bank: card.bank }

/** The cards on sale of a bank on a network, most basic first. */
const cardsOn = (bank: CatalogueBank, network: Network): ReadonlyArray<CatalogueCard> =>
  bank.cards.filter((card) => card.network === network && !card.withdrawn)

/** The most basic card on sale of a bank on a network that is of a range, or shows the range's word. */
export const mostBasic = (
  words: RangeWords,
  bank: CatalogueBank,
  network: Network,
  { row, tier }: RangeReading,
): CatalogueCard | undefined =>
  cardsOn(bank, network).find(
    (card) => card.tier !== "business" && (card.tier === tier || words.prints(card, row)),
  )

/** The most basic card on sale of a bank on a network whose name shows a range's word. */
const mostBasicPrinting = (
  words: RangeWords,
  bank: CatalogueBank,
  network: Network,
  { row }: RangeReading,
): CatalogueCard | undefined =>
  cardsOn(bank, network).find((card) => card.tier !== "business" && words.prints(card, row))

/**
 * Prepares card lookup by ranges and by first digits. An issuer in the catalogue gives its most basic card that
 * shows the range's word, as a Green card does, else its most basic one of that range. Without a word none is matched, not even where the catalogue lists one card alone:
 * banks sell cards that it does not list, and the one it lists is often their best. Nor is any
 * matched where cards of this type carry no covers.
 */
export const prepareBinCards = (
  tables: CoachTables,
  catalogue: CatalogueIndex,
  words: RangeWords,
): BinCards => {
  const lookUp = prepareBinLookup(tables)
  const typeOf = prepareCardTypes(tables)
  const rangeCard = (range: BinRange): BinCard => {
    const { country, issuer, level, network } = range
    const type = typeOf(country, range.type)
    const reading = level === null ? null : words.read(country, network, level)
    const bank = issuer === null ? undefined : catalogue.bankNamed(country, issuer)
    const card =
      bank === undefined || network === null || reading === null || type?.cover === "none"
        ? undefined
        : (mostBasicPrinting(words, bank, network, reading) ??
          mostBasic(words, bank, network, reading))
    const detected = { bank: issuer, brand: network, level, matched: matchedOf(card) }
    return { range, type, reading, card, detected }
  }
  return {
    rangeCard,
    binCard: (bin) => {
      const range = binForm.test(bin) ? lookUp(bin) : undefined
      return range === undefined ? undefined : rangeCard(range)
    },
  }
}

/** A row that says whether cards of a type carry travel covers. */
type CardTypeRow = CoachTables["cardTypes"]["rows"][number]

/** Finds what a type of card carries in a country; undefined for a type that nothing is known of. */
type CardTypeReader = (country: string, type: string | null) => CardTypeRow | undefined

/** Indexes the types of cards; a country's own row wins over the one for every country. */
const prepareCardTypes = (tables: CoachTables): CardTypeReader => {
  const rows = new Map(
    tables.cardTypes.rows.map((row) => [`${row.country} ${plainName(row.type)}`, row]),
  )
  return (country, type) => {
    if (type === null) return undefined
    const plain = plainName(type)
    return rows.get(`${country} ${plain}`) ?? rows.get(`${anyCountry} ${plain}`)
  }
}
