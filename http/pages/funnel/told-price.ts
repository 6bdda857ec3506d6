import { createHash } from "node:crypto"
import { type ChosenOffer, pageAddress } from "./frame.ts"
import { notice } from "../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import type { TravellerText } from "../../../rules/messages/travellers/traveller-text.ts"
import type { Offer } from "../../../rules/pricing/offer.ts"

/** What a traveller was told of an offer's price on the page before, as its form carries it on. */
interface ToldPrice {
  readonly amount: number
  readonly currency: string
  /** The insurer's price before conversion. */
  readonly insurerAmount: number
  readonly insurerCurrency: string
  /** Stands for the guarantees: the same text for the same ones. */
  readonly cover: string
}

/** How a price differs from the one that was told. */
export interface PriceChange {
  readonly before: ToldPrice
  /** Whether the exchange rates alone explain it: the insurer asks what it asked. */
  readonly isByRates: boolean
  readonly isSameCover: boolean
}

/** What a page tells of an offer's price. */
export const toldPrice = (offer: Offer): ToldPrice => {
  const { amount, currency, insurerAmount, insurerCurrency } = offer.price
  return { amount, currency, insurerAmount, insurerCurrency, cover: coverOf(offer) }
}

/**
 * A told price as the text of a form's field.
 *
 * ```ts
 * import { readToldPrice, writeToldPrice } from "../http/pages/funnel/told-price.ts"
 *
 * const cover = "0123456789abcdef"
 * const told = { amount: 92.05, currency: "EUR", insurerAmount: 80, insurerCurrency: "GBP", cover }
 * writeToldPrice(told) // => "92.05 EUR 80 GBP 0123456789abcdef"
 * readToldPrice(writeToldPrice(told)) // => told
 * readToldPrice("92,05 EUR") // => undefined
 * ```
 */
export const writeToldPrice = (told: ToldPrice): string =>
  [told.amount, told.currency, told.insurerAmount, told.insurerCurrency, told.cover].join(" ")

const toldPattern =
  /^(\d{1,15}(?:\.\d{1,4})?) ([A-Z]{3}) (\d{1,15}(?:\.\d{1,4})?) ([A-Z]{3}) ([0-9a-f]{16})$/

/** Reads what a form says was told; undefined for any other text. Anybody can have written it. */
export const readToldPrice = (text: string): ToldPrice | undefined => {
  const [, amount, currency, insurerAmount, insurerCurrency, cover] = toldPattern.exec(text) ?? []
  if (currency === undefined || insurerCurrency === undefined || cover === undefined) {
    return undefined
  }
  return {
    amount: Number(amount),
    currency,
    insurerAmount: Number(insurerAmount),
    insurerCurrency,
    cover,
  }
}

/**
 * How a price and its cover differ from what was told; undefined where they do not.
 *
 * ```ts
 * import { priceChange } from "../http/pages/funnel/told-price.ts"
 *
 * const insurer = { insurerAmount: 80, insurerCurrency: "GBP", cover: "0123456789abcdef" }
 * const before = { amount: 92.05, currency: "EUR", ...insurer }
 * priceChange(before, before) // => undefined
 * priceChange(before, { ...before, amount: 92.4 }) // => { before, isByRates: true, isSameCover: true }
 * ```
 */
export const priceChange = (before: ToldPrice, now: ToldPrice): PriceChange | undefined => {
  if (writeToldPrice(before) === writeToldPrice(now)) return undefined
  const isSameInsurer =
    before.insurerAmount === now.insurerAmount && before.insurerCurrency === now.insurerCurrency
  return {
    before,
    isByRates: isSameInsurer && before.currency === now.currency && before.amount !== now.amount,
    isSameCover: before.cover === now.cover,
  }
}

/** What has changed of an offer since a page told of it; undefined where nothing has. */
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
