import { offersTable } from "./offers.ts"
import { againForm } from "./choosing.ts"
import { carriers, printNote, type ResultParts, showsFacts } from "./result.ts"
import type { CompareSpeech } from "./speech.ts"
import { explanations, offerName } from "../kit/offer-words.ts"
import { html, type PageNode } from "../kit/html.ts"
import type { OfferComparison } from "../../../rules/comparison/offer-comparison.ts"
import { writeShownOffers } from "../../../rules/comparison/shown-offers.ts"

/** The offers that are set side by side, and what they differ in first. */
export const pinnedComparison = (
  comparison: OfferComparison,
  pins: ReadonlyArray<number>,
  toldCover: (offer: OfferComparison["offers"][number], slug: string) => string,
): OfferComparison => {
  const offers = comparison.offers.filter(({ offer: { id } }) => pins.includes(id))
  const differs = (slug: string): boolean =>
    new Set(offers.map((offer) => toldCover(offer, slug))).size > 1
  return {
    ...comparison,
    offers,
    slugs: [
      ...comparison.slugs.filter(differs),
      ...comparison.slugs.filter((slug) => !differs(slug)),
    ],
  }
}

/** What the page of offers side by side is called. */
export const pinnedTitle = (say: CompareSpeech, { offers }: OfferComparison): string =>
  say("pinned_title", {
    offers: say.list(offers.map(({ offer }) => offerName(offer))),
  })

/** Two or three offers side by side: what lies between their prices, and what they differ in first. */
export const pinnedBody = (parts: ResultParts): PageNode => {
  const { comparison, part, say } = parts
  const gap = priceGap(parts)
  return html`<p>
      <button
        class="button quiet small"
        form=${againForm}
        name="shown"
        value=${writeShownOffers({ ...part.shown, isPinned: false })}
      >
        ${say("all_offers")}
      </button>
    </p>
    <div class="trip">
      <div>
        <h1 class="display headline">${pinnedTitle(say, comparison)}</h1>
        ${gap === undefined ? null : html`<p class="second">${gap}</p>`}
      </div>
    </div>
    <div class="pinned">
      ${offersTable(showsFacts(parts.card) ? { ...parts, card: undefined } : parts)}
    </div>
    ${explanations(say.text, comparison.slugs)} ${printNote(parts)} ${carriers(parts)}`
}

/** What the dearest costs more than the cheapest; undefined where they are paid in several currencies. */
const priceGap = ({ comparison: { offers }, say }: ResultParts): string | undefined => {
  const [first] = offers
  const prices = offers.map(({ offer: { price } }) => price)
  const isOneKind = prices.every(
    ({ currency, period }) =>
      currency === first?.offer.price.currency && period === first.offer.price.period,
  )
  if (first === undefined || !isOneKind) return undefined
  const amounts = prices.map(({ amount }) => amount)
  const gap = Math.max(...amounts) - Math.min(...amounts)
  return say("pinned_gap", { amount: say.money(gap, first.offer.price.currency) })
}
