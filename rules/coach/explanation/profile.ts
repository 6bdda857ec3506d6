import { citeRow } from "../../explanation/cite.ts"
import type { Reason } from "../../explanation/explanation.ts"
import { assumedTier } from "../card/resolve-card.ts"
import type { Network, ProfileTier } from "../coach-vocabulary.ts"
import type { BilanCase } from "./bilan-case.ts"

/** The country, network and range whose profile a card request asks for. */
interface ProfileKey {
  readonly country: string
  readonly network: Network | null
  readonly tier: ProfileTier | null
}

const profileKey = ({ pieces, place, request }: BilanCase): ProfileKey => {
  const { binCard, binNetwork, networkWord, rangeWords } = pieces.resolver
  const country = place.profileCountry
  const { card } = request
  switch (card._tag) {
    case "Bank":
    case "Generic": {
      const network = networkWord(card.network)?.network ?? null
      return { country, network, tier: rangeWords.read(country, network, card.tier)?.tier ?? null }
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
        tier: reading?.tier ?? assumedTier,
      }
    }
    default:
      return { country, network: null, tier: null }
  }
}

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

const usesPlace = ({ pieces, request }: BilanCase): boolean =>
  request.card._tag !== "Bin" || pieces.resolver.binCard(request.card.bin) === undefined

/** Cites the profile of a network and range. */
export const genericReasons = (bilan: BilanCase): ReadonlyArray<Reason> => {
  // Without a product the type of the card says enough: its cards carry no cover.
  if (bilan.situation.card.product.country === null) return []
  const { coachGenericProfiles: table } = bilan.pieces.tables
  const { country, network, tier } = profileKey(bilan)
  const row = table.get(country, network ?? "", tier ?? "")
  const says = `${row?.product ?? "nothing"} stands for ${network} ${tier} cards of ${country}`
  return [citeRow(table, row, says, "product"), ...(usesPlace(bilan) ? countryReasons(bilan) : [])]
}

/** Cites the baseline of a network, or of a country, and that nothing nearer was there. */
export const baselineReasons = (bilan: BilanCase): ReadonlyArray<Reason> => {
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
