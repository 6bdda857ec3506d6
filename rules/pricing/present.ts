import type { CatalogueOffer } from "./catalogue.ts"
import type { Offer, OfferLinks } from "./offer.ts"
import { type PricedAmounts, toPrice } from "./price.ts"
import type { CurrencyRow } from "../tables/money.ts"

/** An offer with its price for a trip, ready to be ranked. */
export interface PricedOffer extends PricedAmounts<CurrencyRow> {
  readonly offerId: number
  readonly offer: CatalogueOffer
}

/** The offer as answers carry it, at its rank. */
export const presentOffer = (
  priced: PricedOffer,
  guarantees: Offer["guarantees"],
  links: OfferLinks,
  position: number,
): Offer => {
  const { offer } = priced
  const { row } = offer
  const iconUrl = row.iconFile === null ? undefined : links.iconUrl(row.iconFile)
  const logoUrl = iconUrl ?? links.iconUrl(offer.logoFile)
  return {
    id: row.offerId,
    name: row.name,
    plan: row.plan,
    insurer: { name: offer.insurerName, logoUrl },
    ...(iconUrl === undefined ? {} : { iconUrl }),
    price: toPrice(priced, row),
    guaranteeCurrency: offer.guaranteeCurrency.code,
    guarantees,
    highlights: { included: offer.included, excluded: offer.excluded },
    documents: {
      cgvUrl: row.hasTerms ? links.documentUrl(row.offerId, "terms") : null,
      ipidUrl: row.hasIpid ? links.documentUrl(row.offerId, "ipid") : null,
    },
    position,
  }
}
