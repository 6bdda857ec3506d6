import { groupBy } from "../../../core/group-by.ts"
import { once } from "../../../core/memory.ts"
import type { CountryCode } from "../../../core/vocabulary/codes.ts"
import {
  byDeclaredRank,
  type CatalogueBank,
  type CatalogueCard,
  type CatalogueIndex,
  plainName,
} from "./catalogue.ts"
import { isOfRange, prepareShownWords } from "./printed-tier.ts"
import { anyCountry } from "./products.ts"
import type { CoachTables } from "../coach-tables.ts"
import { type Network, type ProfileTier, profileTiers } from "../coach-vocabulary.ts"
import type { DetectedCard } from "../response.ts"
import { eachRun, readRuns } from "../tables/bin-ranges.ts"
import type { BinKindRow, BinListRow, BinNetworkRow, BinRow } from "../tables/index.ts"

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

/**
 * The card on sale of a bank on a network whose name shows the word, else another of its range: a person who
 * says "infinite" holds no Platinum. Of several the one of the lowest declared rank, else the most basic.
 */
export const mostBasic = (
  words: RangeWords,
  bank: CatalogueBank,
  network: Network,
  { row }: RangeReading,
): CatalogueCard | undefined => {
  const personal = personalOn(bank, network)
  const printing = personal.filter((card) => words.prints(card, row))
  const found = printing.length > 0 ? printing : personal.filter(({ tier }) => tier === row.tier)
  return found.toSorted(byDeclaredRank)[0]
}

/**
 * Prepares card lookup by ranges and by first digits. An issuer in the catalogue gives its most basic card
 * that shows the range's word, as a Green card does, else its most basic one that is worth that range.
 * Without a word none is matched, not even where the catalogue lists one card alone: banks sell cards that
 * it does not list, and the one it lists is often their best. Nor is any matched where cards of this type
 * carry no covers.
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
          mostBasicWorth(bank, network, reading))
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

/** A range of card numbers, with the rows that tell what its cards are. */
export interface BinRange {
  readonly binFrom: string
  readonly binTo: string
  readonly country: CountryCode
  readonly issuer: string | null
  readonly network: Network | null
  readonly level: string | null
  readonly type: string | null
  readonly row: BinRow
  readonly kind: BinKindRow
  /** The list that says so; undefined where nothing tells its standing. */
  readonly list: BinListRow | undefined
  readonly networkRow: BinNetworkRow | undefined
}

/** A run of the table, with its row. */
export interface PlacedRun {
  readonly digits: number
  readonly from: number
  readonly to: number
  readonly kind: string
  readonly row: BinRow
}

/** Makes ranges of runs; undefined where the kind of one has no row. */
export const prepareRanges = (tables: CoachTables): ((run: PlacedRun) => BinRange | undefined) => {
  const networkOf = prepareBinNetworks(tables)
  return ({ digits, from, kind: code, row, to }) => {
    const kind = tables.coachBinKinds.get(code)
    if (kind === undefined) return undefined
    const binFrom = String(from).padStart(digits, "0")
    const networkRow = networkOf(binFrom)
    return {
      binFrom,
      binTo: String(to).padStart(digits, "0"),
      country: row.country,
      issuer: row.issuer,
      network: networkRow?.network ?? null,
      level: kind.level,
      type: kind.type,
      row,
      kind,
      list: tables.coachBinLists.get(kind.list),
      networkRow,
    }
  }
}

/** All ranges, in the order of the table. */
export const allBinRanges = (tables: CoachTables): ReadonlyArray<BinRange> => {
  const rangeOf = prepareRanges(tables)
  return tables.coachBins.rows.flatMap((row) =>
    readRuns(row.ranges).flatMap((run) => rangeOf({ ...run, row }) ?? []),
  )
}

/** Finds the network that a card's first digits belong to. */
export type BinNetworks = (bin: string) => BinNetworkRow | undefined

/** Indexes the networks by first digits; more digits win over fewer. */
export const prepareBinNetworks = (tables: CoachTables): BinNetworks => {
  const rows = [...tables.coachBinNetworks.rows].sort(
    (left, right) => right.from.length - left.from.length,
  )
  return (bin) =>
    rows.find(({ from, to }) => {
      const digits = bin.slice(0, from.length)
      return digits.length === from.length && digits >= from && digits <= to
    })
}

/** What a word for a range of cards reads as in a country, on a network. */
export interface RangeReading {
  /** The row of the word. */
  readonly row: TierWordRow
  /** What such cards are worth. */
  readonly level: ProfileTier
  /** The card that keeps the level lower than the row's own range. */
  readonly lowered?: CatalogueCard
}

/** Reads words for ranges of cards. */
export interface RangeWords {
  /** Reads `gold`, or `Gold Mastercard` on Mastercard; null for a word that is not known. */
  readonly read: (
    country: CountryCode,
    network: Network | null,
    text: string,
  ) => RangeReading | null
  /** Whether a card's name shows the word of a row; never for the names of the ranges themselves. */
  readonly prints: (card: CatalogueCard, row: TierWordRow) => boolean
}

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
  const shownOn = once(() => {
    const shown = prepareShownWords(tierWords.rows)
    return new Map(cards().map((card) => [card, shown(card)]))
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
        return { row, level: row.tier }
      }
      return { row, level: profileTiers[personalRank(card)] ?? row.tier, lowered: card }
    },
  }
}

/** Reads a word to what it stands for; null for a word that is not known, and for no word. */
export type WordReader<Value> = (text: string | null) => Value | null

/**
 * A reader of words as printed first, then without case, accents, spaces and punctuation.
 *
 * ```ts
 * import { makeWordReader } from "../rules/coach/card/bin-card.ts"
 *
 * const read = makeWordReader([["world elite", "elite"]])
 * read("World-Elite") // => "elite"
 * read("other") // => null
 * ```
 */
export const makeWordReader = <Value>(
  words: ReadonlyArray<readonly [string, Value]>,
): WordReader<Value> => {
  const exact = new Map(words)
  const plain = new Map(words.map(([word, value]) => [plainName(word), value]))
  return (text) => (text === null ? null : (exact.get(text) ?? plain.get(plainName(text)) ?? null))
}

/** A row that says whether cards of a type carry travel covers. */
type CardTypeRow = CoachTables["cardTypes"]["rows"][number]

type TierWordRow = CoachTables["tierWords"]["rows"][number]

/** The cards on sale of a bank on a network, most basic first. */
const cardsOn = (bank: CatalogueBank, network: Network): ReadonlyArray<CatalogueCard> =>
  bank.cards.filter((card) => card.network === network && !card.withdrawn)

/**
 * Indexes the ranges when the first one is looked for: who never asks by number need not wait for it.
 * A range with more digits wins over one with fewer; numbers that longer ranges split among levels,
 * and that lie in none of these, have no level that is known.
 */
const prepareBinLookup = (tables: CoachTables): BinLookup => {
  const lengths = once(() => {
    const all = digitsLongestFirst.map((digits) => new Runs(digits))
    for (const row of tables.coachBins.rows) {
      eachRun(row.ranges, (kind, digits, from, to) =>
        all[8 - digits]?.add({ digits, from, to, kind, row }),
      )
    }
    return all.filter((runs) => !runs.isEmpty)
  })
  const rangeOf = prepareRanges(tables)
  const levelOf = ({ kind }: PlacedRun): string | null | undefined =>
    tables.coachBinKinds.get(kind)?.level

  /** Whether ranges with more digits, of numbers that begin alike, are of other levels than a run. */
  const isSplit = (run: PlacedRun, start: number): boolean =>
    lengths().some(
      (runs) =>
        runs.digits > run.digits &&
        runs
          .within(start, 10 ** (runs.digits - run.digits))
          .some((longer) => levelOf(longer) !== levelOf(run)),
    )

  return (bin) => {
    for (const runs of lengths()) {
      if (bin.length < runs.digits) continue
      const start = Number(bin.slice(0, runs.digits))
      const run = runs.around(start)
      if (run === undefined) continue
      const range = rangeOf(run)
      return range !== undefined && isSplit(run, start) ? { ...range, level: null } : range
    }
    return undefined
  }
}

/** Finds the range that a card's first digits lie in. */
type BinLookup = (bin: string) => BinRange | undefined

/** The digits that a lookup may use, most first. */
const digitsLongestFirst = [8, 7, 6]

/** Runs of numbers with as many digits. */
class Runs {
  readonly digits: number
  private readonly to: Array<number> = []
  private readonly kinds: Array<string> = []
  private readonly rows: Array<BinRow> = []
  private readonly unsorted: Array<number> = []
  /** First numbers with the places of their runs, sorted. */
  private readonly sorted = once(() => Float64Array.from(this.unsorted).sort())

  constructor(digits: number) {
    this.digits = digits
  }

  get isEmpty(): boolean {
    return this.rows.length === 0
  }

  add(run: PlacedRun): void {
    this.unsorted.push(run.from * placesMax + this.rows.length)
    this.to.push(run.to)
    this.kinds.push(run.kind)
    this.rows.push(run.row)
  }

  /** The last run that starts at or before a number, if it reaches the number. */
  around(number: number): PlacedRun | undefined {
    const run = this.at(this.countUpTo(number) - 1)
    return run === undefined || run.to < number ? undefined : run
  }

  /** The runs of the numbers that begin with a shorter one, `width` numbers for each of these. */
  within(start: number, width: number): ReadonlyArray<PlacedRun> {
    const [low, high] = [start * width, (start + 1) * width - 1]
    const runs: Array<PlacedRun> = []
    for (let place = this.countUpTo(high) - 1; place >= 0; place -= 1) {
      const run = this.at(place)
      if (run === undefined || run.to < low) break
      runs.push(run)
    }
    return runs
  }

  /** How many runs start at or before a number. */
  private countUpTo(number: number): number {
    const sorted = this.sorted()
    let low = 0
    let high = sorted.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sorted[middle] ?? 0) < (number + 1) * placesMax) low = middle + 1
      else high = middle
    }
    return low
  }

  /** The run at a place in the order of first numbers. */
  private at(index: number): PlacedRun | undefined {
    const found = this.sorted()[index]
    if (found === undefined) return undefined
    const place = found % placesMax
    const [to, kind, row] = [this.to[place], this.kinds[place], this.rows[place]]
    if (to === undefined || kind === undefined || row === undefined) return undefined
    return { digits: this.digits, from: (found - place) / placesMax, to, kind, row }
  }
}

/** More than any table has runs, so that a first number and a place make one sortable number. */
const placesMax = 2 ** 22

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

/** Finds what a type of card carries in a country; undefined for a type that nothing is known of. */
type CardTypeReader = (country: CountryCode, type: string | null) => CardTypeRow | undefined

/** The cards on sale of a bank on a network that people hold for themselves. */
const personalOn = (bank: CatalogueBank, network: Network): ReadonlyArray<CatalogueCard> =>
  cardsOn(bank, network).filter(({ tier }) => tier !== "business")

/** The most basic card on sale of a bank on a network whose name shows a range's word. */
const mostBasicPrinting = (
  words: RangeWords,
  bank: CatalogueBank,
  network: Network,
  { row }: RangeReading,
): CatalogueCard | undefined => personalOn(bank, network).find((card) => words.prints(card, row))

/** The most basic card on sale of a bank on a network that is worth a range, whatever its name shows. */
const mostBasicWorth = (
  bank: CatalogueBank,
  network: Network,
  { level }: RangeReading,
): CatalogueCard | undefined => personalOn(bank, network).find((card) => card.level === level)

const matchedOf = (card: CatalogueCard | undefined): DetectedCard["matched"] =>
  card === undefined ? null : { cardId: card.catalogueId, cardName: card.name, bank: card.bank }

const binForm = /^\d{6,8}$/

const personalRank = ({ level, tier }: CatalogueCard): number =>
  level === null || tier === "business" ? -1 : profileTiers.indexOf(level)
