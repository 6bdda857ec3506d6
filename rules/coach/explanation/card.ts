import { citeRow } from "../../explanation/cite.ts"
import type { Reason } from "../../explanation/explanation.ts"
import type { FigureFinding } from "../../explanation/figure-finding.ts"
import type { MarketRow } from "../tables/index.ts"
import type { CatalogueCard } from "../card/catalogue-index.ts"
import { type CardProduct, isGeneric } from "../card/products.ts"
import type { BilanCase } from "./bilan-case.ts"
import { detectedFindings } from "./detected.ts"
import { bankReasons, binReasons, cardReason, wordReasons } from "./named-card.ts"
import { baselineReasons, genericReasons } from "./profile.ts"

/** Cites the product whose covers the card carries. */
const productReasons = ({ pieces }: BilanCase, product: CardProduct): ReadonlyArray<Reason> => {
  const { coachProducts } = pieces.tables
  const { country, name, tier } = product
  if (country === null) return []
  const says = `${name} is a product of range ${tier}`
  return [citeRow(coachProducts, coachProducts.get(country, name), says)]
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

/** Cites that a residence holds another country's cards, where the card was looked for there. */
const homeReasons = ({ pieces, request }: BilanCase): ReadonlyArray<Reason> => {
  const { cardHomes } = pieces.tables
  const row = cardHomes.get(request.residence)
  const { _tag } = request.card
  if (row === undefined || _tag === "None" || _tag === "Catalogue") return []
  return [citeRow(cardHomes, row, `${row.residence} holds cards of ${row.country}`, "country")]
}

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
  const says = `${name} prints no currency; market ${market?.market ?? "universal"} uses ${currency}`
  return { figure, because: [citeRow(coachMarkets, market, says, "currency")] }
}

/** Why the card is the one it is. */
export const cardFindings = (bilan: BilanCase): ReadonlyArray<FigureFinding> => [
  originFinding(bilan),
  currencyFinding(bilan),
  ...detectedFindings(bilan),
]
