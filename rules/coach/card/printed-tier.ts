import type { CountryCode } from "../../../core/vocabulary/codes.ts"
import { plainWords } from "./catalogue.ts"
import { type ProfileTier, profileTiers } from "../coach-vocabulary.ts"

/** A word for a range of cards, as its table has it. */
export interface RangeWord {
  readonly word: string
  readonly tier: ProfileTier
  /** Whether a card whose name shows the word is offered under the range. */
  readonly printed: boolean
  /** The countries in which it is a range: elsewhere a name that shows it is a name; none for all. */
  readonly countries: ReadonlyArray<string>
}

/** A card by its name, in the country that sells it. */
export interface PrintedCard {
  readonly country: CountryCode
  readonly bank: string
  readonly name: string
}

/** Whether a word is the name of a range itself: no card's name shows one. */
export const isOfRange = ({ word }: Pick<RangeWord, "word">): boolean =>
  profileTiers.some((tier) => tier === word)

/**
 * Prepares which words for ranges a card's name shows, behind the name of its bank: "Infinite
 * Privilege" does not show "infinite", and "Standard Chartered" makes no standard card.
 */
export const prepareShownWords = <Word extends RangeWord>(
  rangeWords: ReadonlyArray<Word>,
): ((card: NamedCard) => ReadonlySet<Word>) => {
  const printable = rangeWords
    .filter((row) => !isOfRange(row))
    .map((row) => ({ row, words: plainWords(row.word) }))
    .sort((left, right) => right.words.length - left.words.length)
  return (card) => wordsShown(ownWords(card), printable)
}

/**
 * Prepares the range that a card's name shows: the highest of those whose word stands in it and is a
 * range in its country. France has a Visa Premier; the Premier of a Southwest or an HSBC is a name.
 *
 * ```ts
 * import { preparePrintedTier } from "../rules/coach/card/printed-tier.ts"
 *
 * const tierOf = preparePrintedTier([
 *   { word: "premier", tier: "mid", printed: true, countries: ["FR"] },
 *   { word: "infinite", tier: "premium", printed: true, countries: [] },
 * ])
 * tierOf({ country: "FR", bank: "LCL", name: "Visa Premier" }) // => "mid"
 * tierOf({ country: "MY", bank: "RHB Bank", name: "RHB Premier Visa Infinite" }) // => "premium"
 * tierOf({ country: "US", bank: "Chase", name: "Southwest Rapid Rewards Premier Card" }) // => null
 * ```
 */
export const preparePrintedTier = (
  rangeWords: ReadonlyArray<RangeWord>,
): ((card: PrintedCard) => ProfileTier | null) => {
  const shown = prepareShownWords(rangeWords)
  return (card) => {
    const tiers = new Set(
      [...shown(card)].flatMap(({ countries, printed, tier }) =>
        printed && (countries.length === 0 || countries.includes(card.country)) ? tier : [],
      ),
    )
    return profileTiers.findLast((tier) => tiers.has(tier)) ?? null
  }
}

/** The range words in a name, longest first. */
const wordsShown = <Word extends RangeWord>(
  name: ReadonlyArray<string>,
  rows: ReadonlyArray<{ readonly row: Word; readonly words: ReadonlyArray<string> }>,
): ReadonlySet<Word> => {
  const shown = new Set<Word>()
  for (const start of name.keys()) {
    const found = rows.find(({ words }) => words.every((word, at) => name[start + at] === word))
    if (found !== undefined) shown.add(found.row)
  }
  return shown
}

type NamedCard = Omit<PrintedCard, "country">

/** The words of a card's name behind its bank's. */
const ownWords = ({ bank, name }: NamedCard): ReadonlyArray<string> => {
  const bankWords = plainWords(bank)
  const nameWords = plainWords(name)
  const differs = nameWords.findIndex((word, index) => word !== bankWords[index])
  return nameWords.slice(differs === -1 ? nameWords.length : differs)
}
