import { citeRow } from "../../explanation/cite.ts"
import type { Reason } from "../../explanation/explanation.ts"
import { cardsOn } from "../bin-card.ts"
import type { CatalogueCard } from "../catalogue-index.ts"
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

/** Cites what a request's words for network and range read as. */
export const wordReasons = (
  { pieces }: BilanCase,
  words: { readonly network: string; readonly tier: string },
): ReadonlyArray<Reason> => {
  const { networkWords, tierWords } = pieces.tables
  const network = pieces.resolver.networkWord(words.network) ?? undefined
  const tier = pieces.resolver.tierWord(words.tier) ?? undefined
  const reads = (word: string, kind: string, value: string | undefined): string =>
    `"${word}" ${value === undefined ? `is no known ${kind}` : `reads as ${kind} ${value}`}`
  return [
    citeRow(networkWords, network, reads(words.network, "network", network?.network), "network"),
    citeRow(tierWords, tier, reads(words.tier, "range", tier?.tier), "tier"),
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

/** The other cards of the same bank, network and range: the most basic one was taken. */
const rivalReasons = (bilan: BilanCase, chosen: CatalogueCard): ReadonlyArray<Reason> => {
  const bank = bilan.pieces.catalogue.bankNamed(chosen.country, chosen.bank)
  if (bank === undefined || chosen.network === null) return []
  return cardsOn(bank, chosen.network)
    .filter((card) => card !== chosen && card.tier === chosen.tier)
    .map((card) => cardReason(bilan, card, `${card.name} is less basic, so it was not taken`))
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
): ReadonlyArray<Reason> => {
  const { pieces, situation } = bilan
  const { card, detected } = situation.card
  const aliases = aliasReasons(bilan, country, issuer)
  if (card !== undefined) return [...aliases, ...rivalReasons(bilan, card)]
  const bank = pieces.catalogue.bankNamed(country, issuer)
  const network = pieces.resolver.networkWord(detected?.brand ?? null)?.network
  if (bank === undefined || network === undefined) return []
  const says = "nothing in the range tells which of its bank's cards it is"
  return cardsOn(bank, network).map((each) => cardReason(bilan, each, `${each.name}: ${says}`))
}

/** Cites the range that a card's first digits lie in, and what it led to. */
export const binReasons = (bilan: BilanCase, bin: string): ReadonlyArray<Reason> => {
  const { coachBins, tierWords } = bilan.pieces.tables
  const found = bilan.pieces.resolver.binCard(bin)
  if (found === undefined) return [citeRow(coachBins, undefined, `no range holds ${bin}`)]
  const { binFrom, binTo, country, issuer, level, network } = found.row
  const range = binFrom === binTo ? binFrom : `${binFrom} to ${binTo}`
  const says = `${range} is ${network ?? "of an unknown network"}, issued in ${country}`
  const tier = bilan.pieces.resolver.tierWord(level) ?? undefined
  const reads = tier === undefined ? "is no known range" : `reads as range ${tier.tier}`
  return [
    citeRow(coachBins, found.row, says),
    ...(level === null ? [] : [citeRow(tierWords, tier, `"${level}" ${reads}`, "tier")]),
    ...(issuer === null ? [] : issuerReasons(bilan, country, issuer)),
  ]
}
