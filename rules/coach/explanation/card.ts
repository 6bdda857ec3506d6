import type { CountryCode } from "../../../core/vocabulary/codes.ts"
import type { BinCard, RangeReading } from "../card/bin-card.ts"
import { type CatalogueCard, isLittleKnown } from "../card/catalogue.ts"
import { type CardProduct, type Cover, isGeneric, isHeld, isKnown } from "../card/products.ts"
import { type Network, type ProfileTier, universalMarket } from "../coach-vocabulary.ts"
import type { BilanCase } from "./bilan-case.ts"
import type { CardRequest } from "../request.ts"
import type { MarketRow } from "../tables/index.ts"
import { citeRow } from "../../explanation/cite.ts"
import type { Reason } from "../../explanation/explanation.ts"
import type { FigureFinding } from "../../explanation/figure-finding.ts"

/** Why the card is the one it is. */
export const cardFindings = (bilan: BilanCase): ReadonlyArray<FigureFinding> => [
  originFinding(bilan),
  currencyFinding(bilan),
  ...detectedFindings(bilan),
]

const originFinding = (bilan: BilanCase): FigureFinding => ({
  figure: "card.origin",
  because: [
    ...standInReasons(bilan),
    ...productReasons(bilan, bilan.situation.card.product),
    ...searchReasons(bilan),
    ...homeReasons(bilan),
  ],
  from: ["request.card", "request.residence"],
})

const standInReasons = (bilan: BilanCase): ReadonlyArray<Reason> => {
  const { card, origin } = bilan.situation.card
  switch (origin) {
    case "none":
      return []
    case "exact":
      return card === undefined ? [] : exactReasons(bilan, card)
    case "generic":
      return card === undefined ? genericReasons(bilan) : exactReasons(bilan, card)
    case "baseline":
      return baselineReasons(bilan)
  }
}

const exactReasons = (bilan: BilanCase, card: CatalogueCard): ReadonlyArray<Reason> => {
  const { bank, name, product, withdrawn } = card
  const says = isGeneric(product)
    ? `${bank} ${name} was not read itself: ${product.name} stands in`
    : `${bank} ${name} carries ${product.name}`
  return [
    cardReason(bilan, card, says),
    ...(withdrawn ? [cardReason(bilan, card, `${name} is no longer sold`, "sold")] : []),
  ]
}

/** Cites a card of the catalogue. */
const cardReason = (
  { pieces }: BilanCase,
  card: CatalogueCard,
  says: string,
  column?: string,
): Reason => {
  const { coachCards } = pieces.tables
  return citeRow(coachCards, coachCards.get(card.catalogueId), says, column)
}

/** Cites the profile of a network and range. */
const genericReasons = (bilan: BilanCase): ReadonlyArray<Reason> => {
  // Without a product the type of the card says enough: its cards carry no cover.
  if (bilan.situation.card.product.country === null) return []
  const { coachGenericProfiles: table } = bilan.pieces.tables
  const { country, network, tier } = profileKey(bilan)
  const row = table.get(country, network ?? "", tier ?? "")
  const says = `${row?.product ?? "nothing"} stands for ${network} ${tier} cards of ${country}`
  return [citeRow(table, row, says, "product"), ...(usesPlace(bilan) ? countryReasons(bilan) : [])]
}

const profileKey = ({ pieces, place, request }: BilanCase): ProfileKey => {
  const { binCard, binNetwork, networkWord, rangeWords } = pieces.resolver
  const country = place.profileCountry
  const { card } = request
  switch (card._tag) {
    case "Bank":
    case "Generic": {
      const network = networkWord(card.network)?.network ?? null
      return { country, network, tier: rangeWords.read(country, network, card.tier)?.level ?? null }
    }
    case "Bin": {
      const found = binCard(card.bin)
      if (found === undefined) {
        return { country, network: binNetwork(card.bin)?.network ?? null, tier: null }
      }
      const { range, reading } = found
      return {
        country: pieces.profiles.homeOf(range.country),
        network: range.network,
        tier: reading?.level ?? null,
      }
    }
    default:
      return { country, network: null, tier: null }
  }
}

/** The country, network and range whose profile a card request asks for. */
interface ProfileKey {
  readonly country: CountryCode
  readonly network: Network | null
  readonly tier: ProfileTier | null
}

const usesPlace = ({ pieces, request }: BilanCase): boolean =>
  request.card._tag !== "Bin" || pieces.resolver.binCard(request.card.bin) === undefined

/** Why the profiles of this country stand in: it has a bank list. */
const countryReasons = ({ pieces, place, request }: BilanCase): ReadonlyArray<Reason> => {
  const { coachCards, coachMarkets, coachProducts } = pieces.tables
  const { profileCountry, residence } = place
  const listed = pieces.catalogue.banks.find((bank) => bank.country === profileCountry)?.cards[0]
  if (listed === undefined) return []
  const { country, product } = listed
  const says = `${country} has a bank list, so its profiles stand in`
  const market = pieces.markets.marketOf(request.residence, null)
  const serves = `market ${market.market} serves ${country}`
  return [
    citeRow(coachCards, coachCards.get(listed.catalogueId), says, "country"),
    citeRow(coachProducts, coachProducts.get(country, product.name), `${product.name} is listed`),
    ...(country === residence ? [] : [citeRow(coachMarkets, market, serves, "residences")]),
  ]
}

/** Cites the baseline of a network, or of a country, and that nothing nearer was there. */
const baselineReasons = (bilan: BilanCase): ReadonlyArray<Reason> => {
  const { coachBaselines, coachGenericProfiles } = bilan.pieces.tables
  const { country, network, tier } = profileKey(bilan)
  const row = bilan.pieces.profiles.baselineRow(country, network)
  const asked = network === null || tier === null ? [] : [`${network} ${tier} cards of ${country}`]
  return [
    citeRow(
      coachBaselines,
      row,
      `${row?.product ?? "nothing"} stands for ${row?.network ?? "any"} cards of ${row?.country ?? country}`,
      "product",
    ),
    ...asked.map((kind) => citeRow(coachGenericProfiles, undefined, `no profile of ${kind}`)),
    ...(usesPlace(bilan) ? countryReasons(bilan) : []),
  ]
}

/** Cites the product whose covers the card carries. */
const productReasons = ({ pieces }: BilanCase, product: CardProduct): ReadonlyArray<Reason> => {
  const { coachProducts } = pieces.tables
  const { country, name, tier } = product
  if (country === null) return []
  const says = `${name} is a product of range ${tier}`
  return [citeRow(coachProducts, coachProducts.get(country, name), says)]
}

/** Why the request's words led to this card, to its range only, or to nothing. */
const searchReasons = (bilan: BilanCase): ReadonlyArray<Reason> => {
  const { coachCards } = bilan.pieces.tables
  const { card } = bilan.request
  switch (card._tag) {
    case "None":
    case "Unmatched":
      return []
    case "Catalogue":
      return bilan.situation.card.card === undefined
        ? [citeRow(coachCards, undefined, `no card has the id ${card.catalogueId}`)]
        : []
    case "Bin":
      return binReasons(bilan, card.bin)
    case "Bank":
      return [...bankReasons(bilan, card), ...wordReasons(bilan, card)]
    case "Generic":
      return wordReasons(bilan, card)
  }
}

/** Cites the range that a card's first digits lie in, and what it led to. */
const binReasons = (bilan: BilanCase, bin: string): ReadonlyArray<Reason> => {
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

/** Cites what a word for a range reads as, and the card that keeps the reading low. */
const rangeReasons = (
  bilan: BilanCase,
  word: string,
  reading: RangeReading | null,
): ReadonlyArray<Reason> => {
  const { tierWords } = bilan.pieces.tables
  if (reading === null) return [citeRow(tierWords, undefined, reads(word, "range", undefined))]
  const { level, lowered, row } = reading
  const cited = citeRow(tierWords, row, reads(word, "range", row.tier), "tier")
  if (lowered === undefined) return [cited]
  const { country, name } = lowered
  const says = `no ${lowered.network} card of ${country} that shows the word is above ${level}, the level of ${name}`
  return [cited, cardReason(bilan, lowered, says, "level")]
}

const reads = (word: string, kind: string, value: string | undefined): string =>
  `"${word}" ${value === undefined ? `is no known ${kind}` : `reads as ${kind} ${value}`}`

/** Cites how a range's issuer led to one card, or why it could not. */
const issuerReasons = (
  bilan: BilanCase,
  country: CountryCode,
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

const aliasReasons = (
  { pieces }: BilanCase,
  country: CountryCode,
  name: string,
): ReadonlyArray<Reason> => {
  const { bankAliases } = pieces.tables
  const alias = pieces.catalogue.aliasNamed(country, name)
  if (alias === undefined) return []
  return [citeRow(bankAliases, alias, `"${name}" is another name of ${alias.bank}`, "bank")]
}

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
    ...weighed.flatMap((product) => readReasons(bilan, product)),
  ]
}

/** Cites the declared rank of a card; nothing where none is declared. */
const rankReasons = (bilan: BilanCase, chosen: CatalogueCard): ReadonlyArray<Reason> =>
  chosen.rank === null
    ? []
    : [cardReason(bilan, chosen, `${chosen.name} is declared number ${chosen.rank}`, "rank")]

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

/**
 * Cites all that is read of a product: the fewer covers it holds, the more basic a card is, and one of
 * which less than half is known gives way to others.
 */
const readReasons = (
  { pieces }: BilanCase,
  { country, covers, name }: CardProduct,
): ReadonlyArray<Reason> => {
  const { coachBenefits } = pieces.tables
  return [...covers].flatMap(([slug, cover]) => {
    const row = country === null ? undefined : coachBenefits.get(country, name, slug)
    return row === undefined
      ? []
      : [citeRow(coachBenefits, row, `${name} ${knownOf(cover)} ${slug}`)]
  })
}

const knownOf = (cover: Cover): string => {
  if (isHeld(cover)) return "holds"
  return isKnown(cover) ? "lacks" : "is not known for"
}

/** Cites whether the list of a range proves the card that it leads to. */
const proofReasons = ({ pieces }: BilanCase, { card, range }: BinCard): ReadonlyArray<Reason> => {
  if (card === undefined || range.list === undefined) return []
  const { asOf, list, proof } = range.list
  const age = asOf === null ? "a list without a date" : `a list of ${asOf}`
  const says = proof ? `${list}, ${age}, is proof` : `${list}, ${age}, proposes a card to confirm`
  return [citeRow(pieces.tables.coachBinLists, range.list, says, "proof")]
}

/** Cites how a bank's name led to its card, or that it did not. */
const bankReasons = (bilan: BilanCase, request: BankRequest): ReadonlyArray<Reason> => {
  const { pieces, place, situation } = bilan
  const { coachCards } = pieces.tables
  const { card } = situation.card
  const aliases = aliasReasons(bilan, place.residence, request.bank)
  if (card !== undefined) return [...aliases, ...rivalReasons(bilan, card)]
  const bank = pieces.catalogue.bankNamed(place.residence, request.bank)
  const says =
    bank === undefined
      ? `no bank is named "${request.bank}" in ${place.residence}`
      : request.network === ""
        ? `${bank.name} has ${request.tier} cards on no network, or on several`
        : `${bank.name} has no ${request.network} ${request.tier} card`
  return [...aliases, citeRow(coachCards, undefined, says)]
}

type BankRequest = CardRequest & { readonly _tag: "Bank" }

/** Cites what a request's words for network and range read as. */
const wordReasons = (
  bilan: BilanCase,
  words: { readonly network: string; readonly tier: string },
): ReadonlyArray<Reason> => {
  const { networkWord, rangeWords } = bilan.pieces.resolver
  const row = networkWord(words.network) ?? undefined
  // A network that was left out is that of the bank's card.
  const network = words.network === "" ? bilan.situation.card.card?.network : row?.network
  const reading = rangeWords.read(bilan.place.profileCountry, network ?? null, words.tier)
  const says = reads(words.network, "network", network ?? undefined)
  return [
    ...(words.network === ""
      ? []
      : [citeRow(bilan.pieces.tables.networkWords, row, says, "network")]),
    ...rangeReasons(bilan, words.tier, reading),
  ]
}

/** Cites that a residence holds another country's cards, where the card was looked for there. */
const homeReasons = ({ pieces, request }: BilanCase): ReadonlyArray<Reason> => {
  const { cardHomes } = pieces.tables
  const row = cardHomes.get(request.residence)
  const { _tag } = request.card
  if (row === undefined || _tag === "None" || _tag === "Catalogue") return []
  return [citeRow(cardHomes, row, `${row.residence} holds cards of ${row.country}`, "country")]
}

/** The currency that a product's ceilings are printed in, else that of its country's market. */
const currencyFinding = (bilan: BilanCase): FigureFinding => {
  const { coachBenefits, coachMarkets } = bilan.pieces.tables
  const { country, currency, name } = bilan.situation.card.product
  const figure = "card.currency"
  if (country === null) {
    const market = withoutCoverMarket(bilan)
    const says = `no cover reads in ${currency}, the currency of market ${market.market}`
    return { figure, because: [citeRow(coachMarkets, market, says, "currency")] }
  }
  const printed = bilan.pieces.products.printedCurrency(country, name)
  if (printed !== undefined) {
    const says = `${name} prints its ceilings in ${currency}`
    return { figure, because: [citeRow(coachBenefits, printed, says, "currency")] }
  }
  const market = bilan.pieces.products.currencyMarket(country)
  const says = `${name} prints no currency; market ${market?.market ?? universalMarket} uses ${currency}`
  return { figure, because: [citeRow(coachMarkets, market, says, "currency")] }
}

/** The market in whose currency a card without any cover reads: its issuer's, else the residence's. */
const withoutCoverMarket = ({ pieces, request }: BilanCase): MarketRow => {
  const issuer =
    request.card._tag === "Bin"
      ? pieces.resolver.binCard(request.card.bin)?.range.country
      : undefined
  return (
    (issuer === undefined ? undefined : pieces.products.currencyMarket(issuer)) ??
    pieces.markets.marketOf(request.residence, null)
  )
}

/** Why a card's first digits tell what they tell. */
const detectedFindings = (bilan: BilanCase): ReadonlyArray<FigureFinding> => {
  const { card: request } = bilan.request
  const { card, detected } = bilan.situation.card
  if (request._tag !== "Bin" || detected === undefined) return []
  const { coachBinKinds, coachBinLists, coachBinNetworks, coachBins } = bilan.pieces.tables
  const range = bilan.pieces.resolver.binCard(request.bin)?.range
  const from = ["request.card.bin"]
  const named = (column: string, value: string | null): string =>
    `the range names ${value ?? `no ${column}`}`
  const list =
    range?.list === undefined
      ? []
      : [citeRow(coachBinLists, range.list, `${range.list.list} says so`)]
  const { bank, brand, level } = detected
  const findings: ReadonlyArray<FigureFinding> = [
    {
      figure: "card.detected.bank",
      because: [citeRow(coachBins, range?.row, named("issuer", bank), "issuer"), ...list],
      from,
    },
    {
      figure: "card.detected.brand",
      because: [
        citeRow(
          coachBinNetworks,
          range?.networkRow,
          `the first digits tell ${brand ?? "no network with profiles"}`,
          "network",
        ),
      ],
      from,
    },
    {
      figure: "card.detected.level",
      because: [citeRow(coachBinKinds, range?.kind, named("level", level), "level"), ...list],
      from,
    },
  ]
  if (card === undefined) {
    return [...findings, { figure: "card.detected.matched", because: [], from: ["card.origin"] }]
  }
  const says = `${card.bank} ${card.name}`
  const matched = (name: string, column: string): FigureFinding => ({
    figure: `card.detected.matched.${name}`,
    because: [cardReason(bilan, card, says, column)],
    from: ["card.origin"],
  })
  return [
    ...findings,
    matched("cardId", "catalogue_id"),
    matched("cardName", "card_name"),
    matched("bank", "bank"),
  ]
}
