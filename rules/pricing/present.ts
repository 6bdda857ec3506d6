import { memo } from "../memo.ts"
import type { CatalogueOffer } from "./catalogue.ts"
import type { Offer, OfferLinks } from "./offer.ts"
import { type PricedAmounts, toPrice } from "./price.ts"
import type { RatedOffer } from "./rating.ts"
import type { CurrencyRow } from "../tables/money.ts"

/** An offer with its price for a trip, ready to be ranked. */
export interface PricedOffer extends PricedAmounts<CurrencyRow> {
  readonly offerId: number
  readonly rated: RatedOffer
}

/** What answers say of an offer whatever the trip. */
type ShownOffer = Omit<Offer, "guarantees" | "iconUrl" | "position" | "price"> & {
  readonly iconUrl: string | undefined
}

const shownOffer = (offer: CatalogueOffer, links: OfferLinks): ShownOffer => {
  const { insurer, row } = offer
  const iconUrl = row.iconFile === null ? undefined : links.iconUrl(row.iconFile)
  return {
    id: row.offerId,
    name: row.name,
    plan: row.plan,
    insurer: { name: insurer.name, logoUrl: iconUrl ?? links.iconUrl(insurer.logoFile) },
    iconUrl,
    guaranteeCurrency: offer.guaranteeCurrency.code,
    highlights: { included: offer.included, excluded: offer.excluded },
    documents: {
      cgvUrl: row.hasTerms ? links.documentUrl(row.offerId, "terms") : null,
      ipidUrl: row.hasIpid ? links.documentUrl(row.offerId, "ipid") : null,
    },
  }
}

/** The offer as answers carry it, at its rank. */
export type PresentOffer = (
  priced: PricedOffer,
  guarantees: Offer["guarantees"],
  position: number,
) => Offer

const preparePresent = (links: OfferLinks): PresentOffer => {
  const shownOf = memo((offer: CatalogueOffer) => shownOffer(offer, links))
  return (priced, guarantees, position) => {
    const { offer } = priced.rated
    const shown = shownOf(offer)
    const { iconUrl } = shown
    const price = toPrice(priced, offer.row)
    // Both literals list the fields as the contract does, which is the order of the answer's text.
    return iconUrl === undefined
      ? {
          id: shown.id,
          name: shown.name,
          plan: shown.plan,
          insurer: shown.insurer,
          price,
          guaranteeCurrency: shown.guaranteeCurrency,
          guarantees,
          highlights: shown.highlights,
          documents: shown.documents,
          position,
        }
      : {
          id: shown.id,
          name: shown.name,
          plan: shown.plan,
          insurer: shown.insurer,
          iconUrl,
          price,
          guaranteeCurrency: shown.guaranteeCurrency,
          guarantees,
          highlights: shown.highlights,
          documents: shown.documents,
          position,
        }
  }
}

/**
 * Presents the offers of one catalogue. What an answer says of an offer whatever the trip is laid out
 * once for each way of linking, and shared by all answers.
 */
export const preparePresentWith = (): ((links: OfferLinks) => PresentOffer) => {
  const known = new WeakMap<OfferLinks, PresentOffer>()
  return (links) => {
    const found = known.get(links)
    if (found !== undefined) return found
    const made = preparePresent(links)
    known.set(links, made)
    return made
  }
}
