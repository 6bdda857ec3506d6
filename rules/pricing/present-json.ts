import { asciiText, type ByteText, byteText, joined } from "../../core/json/byte-text.ts"
import { memo, memoFrozen } from "../../core/memory.ts"
import type { CatalogueOffer } from "./catalogue.ts"
import type { Highlights } from "./highlights.ts"
import type { Offer, Price } from "./offer.ts"
import { onceForLinks, type PresentWith, shownOffer, type ShownOffer } from "./present.ts"
import { toPrice } from "./price.ts"

type Guarantees = Offer["guarantees"]

/** The members of an object as JSON, without its braces. */
const members = (object: object): string => JSON.stringify(object).slice(1, -1)

/** The JSON of an offer up to its price. */
const headOf = ({ iconUrl, id, insurer, name, plan }: ShownOffer): ByteText =>
  byteText(`{${members({ id, name, plan, insurer, iconUrl })},"price":`)

const periodJson = (period: Price["period"]): string => (period === null ? "null" : `"${period}"`)

/** A price as JSON: finite numbers, and codes of three capital letters. */
const priceJson = (price: Price): ByteText =>
  asciiText(
    `{"amount":${price.amount},"amountInCents":${price.amountInCents},"currency":"${price.currency}",` +
      `"insurerAmount":${price.insurerAmount},"insurerCurrency":"${price.insurerCurrency}",` +
      `"isStartingPrice":${price.isStartingPrice},"period":${periodJson(price.period)}}`,
  )

/** The JSON of an offer from its price to its position. */
const tailOf = (shown: ShownOffer, guarantees: Guarantees): ByteText => {
  const { documents, guaranteeCurrency, highlights } = shown
  return byteText(
    `,${members({ guaranteeCurrency, guarantees, highlights, documents })},"position":`,
  )
}

/** Frozen guarantees are shared by all who ask the same: their JSON is cached. */
const keptTails = (shown: ShownOffer) =>
  memoFrozen((guarantees: Guarantees) => tailOf(shown, guarantees))

const preparePresentJson: PresentWith<ByteText> = (links) => {
  const textsBy = memo((offer: CatalogueOffer) => {
    const shownBy = shownOffer(offer, links)
    return memoFrozen((said: Highlights) => {
      const shown = shownBy(said)
      return { head: headOf(shown), tail: keptTails(shown) }
    })
  })
  return (priced, guarantees, position) => {
    const { offer } = priced.rated
    const { startingPrice } = offer.row
    const { head, tail } = textsBy(offer)(offer.highlights(guarantees, priced.atHome))
    const price = toPrice(priced, { startingPrice, period: priced.period })
    const opened = joined(head, priceJson(price))
    return joined(joined(opened, tail(guarantees)), asciiText(`${position}}`))
  }
}

/**
 * Presents the offers of one catalogue as JSON in UTF-8, byte for byte as `JSON.stringify` writes
 * the objects. What does not depend on the trip is written once.
 */
export const preparePresentJsonWith = (): PresentWith<ByteText> => onceForLinks(preparePresentJson)
