import { citeRow } from "../../explanation/cite.ts"
import type { Reason } from "../../explanation/explanation.ts"
import { type CatalogueCard, isLittleKnown } from "../card/catalogue-index.ts"
import type { BinCard } from "../card/bin-card.ts"
import { type CardProduct, isHeld } from "../card/products.ts"
import type { RangeReading } from "../card/range-words.ts"
import type { CardRequest } from "../request.ts"
import type { BilanCase } from "./bilan-case.ts"

type BankRequest = CardRequest & { readonly _tag: "Bank" }

/** Cites a card of the catalogue. */
export const cardReason = (
  { pieces }: BilanCase,
  card: CatalogueCard,
  says: string,
  column?: string,
): Reason => {
  const { coachCards } = pieces.tables
  return citeRow(coachCards, coachCards.get(card.catalogueId), says, column)
}

const reads = (word: string, kind: string, value: string | undefined): string =>
  `"${word}" ${value === undefined ? `is no known ${kind}` : `reads as ${kind} ${value}`}`

/** Cites what a word for a range reads as, and the card that keeps the reading low. */
const rangeReasons = (
  bilan: BilanCase,
  word: string,
  reading: RangeReading | null,
): ReadonlyArray<Reason> => {
  const { tierWords } = bilan.pieces.tables
  if (reading === null) return [citeRow(tierWords, undefined, reads(word, "range", undefined))]
  const { lowered, row, tier } = reading
  const cited = citeRow(tierWords, row, reads(word, "range", row.tier), "tier")
  if (lowered === undefined) return [cited]
  const { country, name } = lowered
  const says = `no ${lowered.network} card of ${country} that shows the word is above ${tier}, the range of ${name}`
  return [cited, cardReason(bilan, lowered, says, "tier")]
}

/** Cites what a request's words for network and range read as. */
export const wordReasons = (
  bilan: BilanCase,
  words: { readonly network: string; readonly tier: string },
): ReadonlyArray<Reason> => {
  const { networkWord, rangeWords } = bilan.pieces.resolver
  const row = networkWord(words.network) ?? undefined
  const network = row?.network
  const reading = rangeWords.read(bilan.place.profileCountry, network ?? null, words.tier)
  return [
    citeRow(
      bilan.pieces.tables.networkWords,
      row,
      reads(words.network, "network", network),
      "network",
    ),
    ...rangeReasons(bilan, words.tier, reading),
  ]
}

const aliasReasons = (
  { pieces }: BilanCase,
  country: string,
  name: string,
): ReadonlyArray<Reason> => {
  const { bankAliases } = pieces.tables
  const alias = pieces.catalogue.aliasNamed(country, name)
  if (alias === undefined) return []
  return [citeRow(bankAliases, alias, `"${name}" is another name of ${alias.bank}`, "bank")]
}

/** Cites all that a product is known to hold: the fewer covers, the more basic a card is. */
const heldReasons = (
  { pieces }: BilanCase,
  { country, covers, name }: CardProduct,
): ReadonlyArray<Reason> => {
  const { coachBenefits } = pieces.tables
  return [...covers].flatMap(([slug, cover]) => {
    if (country === null || !isHeld(cover)) return []
    return [citeRow(coachBenefits, coachBenefits.get(country, name, slug), `${name} holds ${slug}`)]
  })
}

/** Why a sibling was not taken for the chosen card. */
const rivalSays = (card: CatalogueCard, chosen: CatalogueCard): string => {
  if (card.withdrawn) return `${card.name} is no longer sold, so it was not taken`
  if (chosen.rank !== null && (card.rank === null || card.rank > chosen.rank)) {
    return `${card.name} is not declared the most basic, so it was not taken`
  }
  if (isLittleKnown(card.product) && !isLittleKnown(chosen.product)) {
    return `less than half of the covers of ${card.name} are known, so it was not taken`
  }
  return `${card.name} is less basic, so it was not taken`
}

/** Cites the declared rank of a card; nothing where none is declared. */
const rankReasons = (bilan: BilanCase, chosen: CatalogueCard): ReadonlyArray<Reason> =>
  chosen.rank === null
    ? []
    : [cardReason(bilan, chosen, `${chosen.name} is declared number ${chosen.rank}`, "rank")]

/** The other cards of the same bank and network, by default of the range: the most basic one was taken. */
const rivalReasons = (
  bilan: BilanCase,
  chosen: CatalogueCard,
  isRival = ({ tier }: CatalogueCard): boolean => tier === chosen.tier,
): ReadonlyArray<Reason> => {
  const bank = bilan.pieces.catalogue.bankNamed(chosen.country, chosen.bank)
  if (bank === undefined || chosen.network === null) return []
  const rivals = bank.cards.filter(
    (card) => card !== chosen && card.network === chosen.network && isRival(card),
  )
  const products = new Set(rivals.map(({ product }) => product)).add(chosen.product)
  const weighed = products.size === 1 ? [] : [...products]
  return [
    ...(rivals.length === 0 ? [] : rankReasons(bilan, chosen)),
    ...rivals.map((card) => cardReason(bilan, card, rivalSays(card, chosen))),
    ...weighed.flatMap((product) => heldReasons(bilan, product)),
  ]
}

/** Cites how a bank's name led to its card, or that it did not. */
export const bankReasons = (bilan: BilanCase, request: BankRequest): ReadonlyArray<Reason> => {
  const { pieces, place, situation } = bilan
  const { coachCards } = pieces.tables
  const { card } = situation.card
  const aliases = aliasReasons(bilan, place.residence, request.bank)
  if (card !== undefined) return [...aliases, ...rivalReasons(bilan, card)]
  const bank = pieces.catalogue.bankNamed(place.residence, request.bank)
  const says =
    bank === undefined
      ? `no bank is named "${request.bank}" in ${place.residence}`
      : `${bank.name} has no ${request.network} ${request.tier} card`
  return [...aliases, citeRow(coachCards, undefined, says)]
}

/** Cites how a range's issuer led to one card, or why it could not. */
const issuerReasons = (
  bilan: BilanCase,
  country: string,
  issuer: string,
  { row }: RangeReading,
): ReadonlyArray<Reason> => {
  const { card } = bilan.situation.card
  const aliases = aliasReasons(bilan, country, issuer)
  const { prints } = bilan.pieces.resolver.rangeWords
  if (card !== undefined && prints(card, row)) {
    const shown = cardReason(bilan, card, `${card.name} shows the word "${row.word}"`, "card_name")
    return [...aliases, shown, ...rivalReasons(bilan, card, (other) => prints(other, row))]
  }
  if (card !== undefined) return [...aliases, ...rivalReasons(bilan, card)]
  const { coachCards } = bilan.pieces.tables
  const says = `${issuer} is listed with no such card in ${country}`
  return [...aliases, citeRow(coachCards, undefined, says)]
}

/** Cites whether the list of a range proves the card that it leads to. */
const proofReasons = ({ pieces }: BilanCase, { card, range }: BinCard): ReadonlyArray<Reason> => {
  if (card === undefined || range.list === undefined) return []
  const { asOf, list, proof } = range.list
  const age = asOf === null ? "a list without a date" : `a list of ${asOf}`
  const says = proof ? `${list}, ${age}, is proof` : `${list}, ${age}, proposes a card to confirm`
  return [citeRow(pieces.tables.coachBinLists, range.list, says, "proof")]
}

/** Cites that cards of this type carry no cover, or how the range word was read. */
const kindReasons = (bilan: BilanCase, found: BinCard): ReadonlyArray<Reason> => {
  const { cardTypes, coachBinKinds } = bilan.pieces.tables
  const { range, reading, type } = found
  const { country, issuer, kind, level } = range
  const types =
    type === undefined
      ? []
      : [
          citeRow(coachBinKinds, kind, `the range is of ${range.type} cards`, "type"),
          citeRow(
            cardTypes,
            type,
            type.cover === "none"
              ? `${range.type} cards of ${country} carry no cover`
              : `${range.type} cards of ${country} carry the covers of their range`,
            "cover",
          ),
        ]
  if (type?.cover === "none") return types
  if (level === null) {
    const says = "no range word: nothing tells which of the issuer's cards it is"
    return [...types, citeRow(coachBinKinds, kind, says, "level")]
  }
  return [
    ...types,
    ...rangeReasons(bilan, level, reading),
    ...(issuer === null || reading === null ? [] : issuerReasons(bilan, country, issuer, reading)),
    ...proofReasons(bilan, found),
  ]
}

/** Cites the network of a card's first digits; undefined where they belong to none that is known. */
const networkReason = (bilan: BilanCase, bin: string): Reason | undefined => {
  const { coachBinNetworks } = bilan.pieces.tables
  const row = bilan.pieces.resolver.binNetwork(bin)
  if (row === undefined) return undefined
  const digits = row.from === row.to ? row.from : `${row.from} to ${row.to}`
  const unprofiled = row.network === null ? ", a network without profiles" : ""
  const says = `numbers that begin with ${digits} are ${row.name}${unprofiled}`
  return citeRow(coachBinNetworks, row, says, "network")
}

/** Cites the range that a card's first digits lie in, and what it led to. */
export const binReasons = (bilan: BilanCase, bin: string): ReadonlyArray<Reason> => {
  const { coachBins } = bilan.pieces.tables
  const found = bilan.pieces.resolver.binCard(bin)
  const digits = [networkReason(bilan, bin) ?? []].flat()
  if (found === undefined) {
    const says = bin.length < 6 ? "a BIN is 6 digits or more" : `no range holds ${bin}`
    return [citeRow(coachBins, undefined, says), ...digits]
  }
  const { binFrom, binTo, country, network, row } = found.range
  const range = binFrom === binTo ? binFrom : `${binFrom} to ${binTo}`
  const says = `${range} is ${network ?? "of an unknown network"}, issued in ${country}`
  return [citeRow(coachBins, row, says), ...digits, ...kindReasons(bilan, found)]
}
