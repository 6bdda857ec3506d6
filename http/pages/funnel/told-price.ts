import { createHash } from "node:crypto"
import { type ChosenOffer, pageAddress } from "./frame.ts"
import { notice } from "../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import type { TravellerText } from "../../../rules/messages/travellers/traveller-text.ts"
import type { Offer } from "../../../rules/pricing/offer.ts"
import { type PriceChange, priceChange, type ToldPrice } from "../../../rules/pricing/told-price.ts"

/** What a page says about an offer's price. */
export const toldPrice = (offer: Offer): ToldPrice => {
  const { amount, currency, insurerAmount, insurerCurrency } = offer.price
  return { amount, currency, insurerAmount, insurerCurrency, cover: coverOf(offer) }
}

/** What has changed about an offer since a page showed it; undefined where nothing has. */
export const changeSince = (
  { offer }: ChosenOffer,
  told: ToldPrice | undefined,
): PriceChange | undefined => (told === undefined ? undefined : priceChange(told, toldPrice(offer)))

/**
 * Tells that a price has changed: the old one struck, the new one, why as far as it is known, whether
 * the cover is the same, and where the other offers are.
 */
export const priceNotice = (chosen: ChosenOffer, change: PriceChange | undefined): PageContent => {
  if (change === undefined) return null
  const { offer, rated, say } = chosen
  const { amount, currency } = offer.price
  const now = say.money(amount, currency)
  const old = html`<s>${say.money(change.before.amount, change.before.currency)}</s>`
  const others = rated.offers.length - 1
  return notice("info", [
    html`<p>
      <b>${withPiece((before) => say("funnel.price_changed", { before, now }), old)}</b>
    </p>`,
    html`<p>
      ${why(say, change)}${" "}
      ${
        others === 0
          ? null
          : html`<a href=${pageAddress(chosen, say.language, null)}
              >${say("funnel.other_offers", { count: others })}</a
            >`
      }
    </p>`,
  ])
}

/** Digits that stand for the guarantees: enough to tell them apart, no secret. */
const coverDigits = 16

const coverOf = ({ guaranteeCurrency, guarantees }: Offer): string =>
  createHash("sha256")
    .update(JSON.stringify([guaranteeCurrency, guarantees]))
    .digest("hex")
    .slice(0, coverDigits)

/** Stands for a piece in a text until the piece is put there; no text holds it. */
const placeOfPiece = "\u{E000}"

/** A text that is filled in with a piece of a page. */
const withPiece = (text: (place: string) => string, piece: PageNode): PageContent => {
  const [before = "", after = ""] = text(placeOfPiece).split(placeOfPiece)
  return [before, piece, after]
}

const why = (say: TravellerText, { before, isByRates, isSameCover }: PriceChange): string => {
  const amount = say.money(before.insurerAmount, before.insurerCurrency)
  const reason = isByRates
    ? say("funnel.changed_by_rates", { amount })
    : say("funnel.changed_by_insurer")
  return [reason, say(isSameCover ? "funnel.same_cover" : "funnel.other_cover")].join(" ")
}
