import { groupBy } from "../../../core/group-by.ts"
import { once } from "../../../core/memory.ts"
import type { CatalogueCard } from "./catalogue-index.ts"
import { plainName, plainWords } from "./plain-name.ts"
import type { CoachTables } from "../coach-tables.ts"
import { type Network, type ProfileTier, profileTiers } from "../coach-vocabulary.ts"
import { makeWordReader } from "./word-reader.ts"

type TierWordRow = CoachTables["tierWords"]["rows"][number]

/** What a word for a range of cards reads as in a country, on a network. */
export interface RangeReading {
  /** The row of the word. */
  readonly row: TierWordRow
  readonly tier: ProfileTier
  /** The card that keeps the reading lower than the row's own range. */
  readonly lowered?: CatalogueCard
}

/** Reads words for ranges of cards. */
export interface RangeWords {
  /** Reads `gold`, or `Gold Mastercard` on Mastercard; null for a word that is not known. */
  readonly read: (country: string, network: Network | null, text: string) => RangeReading | null
  /** Whether a card's name shows the word of a row; never for the names of the ranges themselves. */
  readonly prints: (card: CatalogueCard, row: TierWordRow) => boolean
}

/** The words of a card's name behind its bank's: "Standard Chartered" makes no standard card. */
const ownWords = ({ bank, name }: CatalogueCard): ReadonlyArray<string> => {
  const bankWords = plainWords(bank)
  const nameWords = plainWords(name)
  const differs = nameWords.findIndex((word, index) => word !== bankWords[index])
  return nameWords.slice(differs === -1 ? nameWords.length : differs)
}

/** The range words in a name, longest first: "Infinite Privilege" does not show "infinite". */
const wordsShown = (
  name: ReadonlyArray<string>,
  rows: ReadonlyArray<{ readonly row: TierWordRow; readonly words: ReadonlyArray<string> }>,
): ReadonlySet<TierWordRow> => {
  const shown = new Set<TierWordRow>()
  for (const start of name.keys()) {
    const found = rows.find(({ words }) => words.every((word, at) => name[start + at] === word))
    if (found !== undefined) shown.add(found.row)
  }
  return shown
}

const personalRank = ({ tier }: CatalogueCard): number =>
  tier === null || tier === "business" ? -1 : profileTiers.indexOf(tier)

/**
 * Prepares the reading of range words. A word reads as its row says, but never above every card that
 * the country's banks print it on: a plain Platinum is premium in France and below Infinite in
 * Malaysia, and a reading must not promise what no such card holds.
 */
export const prepareRangeWords = (
  tables: CoachTables,
  cards: () => ReadonlyArray<CatalogueCard>,
): RangeWords => {
  const { networkWords, tierWords } = tables
  const known = makeWordReader(tierWords.rows.map((row) => [row.word, row] as const))
  const networkNames = groupBy(
    networkWords.rows.map(({ network, word }) => ({ network, name: plainName(word) })),
    ({ network }) => network,
  )
  const isOfRange = ({ word }: TierWordRow): boolean => profileTiers.some((tier) => tier === word)
  const shownOn = once(() => {
    const printable = tierWords.rows
      .filter((row) => !isOfRange(row))
      .map((row) => ({ row, words: plainWords(row.word) }))
      .sort((left, right) => right.words.length - left.words.length)
    return new Map(cards().map((card) => [card, wordsShown(ownWords(card), printable)]))
  })

  const highest = once(() => {
    const found = new Map<string, CatalogueCard>()
    for (const [card, rows] of shownOn()) {
      for (const { word } of rows) {
        const key = `${card.country} ${card.network} ${word}`
        const held = found.get(key)
        if (personalRank(card) > (held === undefined ? -1 : personalRank(held))) {
          found.set(key, card)
        }
      }
    }
    return found
  })

  /** A word with its network's name before or behind it. */
  const beside = (network: Network, text: string): TierWordRow | null => {
    const plain = plainName(text)
    for (const { name } of networkNames.get(network) ?? []) {
      const rest = plain.startsWith(name)
        ? plain.slice(name.length)
        : plain.endsWith(name)
          ? plain.slice(0, -name.length)
          : ""
      const row = rest === "" ? null : known(rest)
      if (row !== null) return row
    }
    return null
  }

  return {
    prints: (card, row) => shownOn().get(card)?.has(row) ?? false,
    read: (country, network, text) => {
      const row = known(text) ?? (network === null ? null : beside(network, text))
      if (row === null) return null
      // No card's name shows the name of a range itself.
      const card = isOfRange(row) ? undefined : highest().get(`${country} ${network} ${row.word}`)
      if (card === undefined || personalRank(card) >= profileTiers.indexOf(row.tier)) {
        return { row, tier: row.tier }
      }
      return { row, tier: profileTiers[personalRank(card)] ?? row.tier, lowered: card }
    },
  }
}
