import { memo, memoFrozen } from "../../core/memory.ts"
import type { CatalogueOffer } from "./catalogue.ts"
import { type Highlights, plainHighlight } from "./highlights.ts"
import type { Offer, OfferLinks } from "./offer.ts"
import type { PeriodText } from "./pricing-tables.ts"
import type { CurrencyRow } from "../currency/currency-tables.ts"
import { type PricedAmounts, toPrice } from "./price.ts"
import type { RatedOffer } from "./rating.ts"

/** An offer with its price for a trip, ready to be ranked. */
export interface PricedOffer extends PricedAmounts<CurrencyRow> {
  readonly offerId: number
  readonly rated: RatedOffer
  /** What the price is for. */
  readonly period: PeriodText
  /** Whether the trip stays within the country of residence. */
  readonly atHome: boolean
}

/** What answers say of an offer on trips on which the same is held: what stands before its price, and what behind it. */
interface ShownOffer {
  readonly head: Pick<Offer, "id" | "name" | "plan" | "insurer" | "iconUrl">
  readonly guaranteeCurrency: Offer["guaranteeCurrency"]
  readonly highlights: Offer["highlights"]
  readonly documents: Offer["documents"]
}

/** Lays out what answers say of an offer, with a caller's links, once for each choice of highlights. */
const shownOffer = (
  offer: CatalogueOffer,
  links: OfferLinks,
): ((said: Highlights) => ShownOffer) => {
  const { insurer, row } = offer
  const { tell = plainHighlight } = links
  const { iconFile } = row
  const iconUrl =
    iconFile === null || links.marks === "insurers" ? undefined : links.iconUrl(iconFile)
  const always = {
    head: {
      id: row.offerId,
      name: row.name,
      plan: row.plan,
      insurer: { name: insurer.name, logoUrl: iconUrl ?? links.iconUrl(insurer.logoFile) },
      ...(iconUrl === undefined ? {} : { iconUrl }),
    },
    guaranteeCurrency: offer.guaranteeCurrency.code,
    documents: {
      cgvUrl: row.hasTerms ? links.documentUrl(row.offerId, "terms") : null,
      ipidUrl: row.hasIpid ? links.documentUrl(row.offerId, "ipid") : null,
    },
  }
  return memoFrozen(({ excluded, included }) => ({
    ...always,
    highlights: { included: included.map(tell), excluded: excluded.map(tell) },
  }))
}

/** The offer as answers carry it, at its rank. */
export type PresentOffer = (
  priced: PricedOffer,
  guarantees: Offer["guarantees"],
  position: number,
) => Offer

/** Presents offers with the links of a caller. */
export type PresentWith = (links: OfferLinks) => PresentOffer

const preparePresent: PresentWith = (links) => {
  const shownBy = memo((offer: CatalogueOffer) => shownOffer(offer, links))
  return (priced, guarantees, position) => {
    const { offer } = priced.rated
    const shown = shownBy(offer)(offer.highlights(guarantees, priced.atHome))
    // The fields stand as the contract lists them, which is the order of the answer's text.
    return {
      ...shown.head,
      price: toPrice(priced, { startingPrice: offer.row.startingPrice, period: priced.period }),
      guaranteeCurrency: shown.guaranteeCurrency,
      guarantees,
      highlights: shown.highlights,
      documents: shown.documents,
      position,
    }
  }
}

/**
 * Presents the offers of one catalogue. What does not depend on the trip is laid out
 * once, and all answers share it.
 */
export const preparePresentWith = (): PresentWith => {
  const known = new WeakMap<OfferLinks, PresentOffer>()
  return (links) => {
    const present = known.get(links) ?? preparePresent(links)
    known.set(links, present)
    return present
  }
}
