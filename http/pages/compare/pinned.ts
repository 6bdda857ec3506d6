import { offersTable } from "./offers.ts"
import { againForm } from "./choosing.ts"
import { showsFacts } from "./card-panel.ts"
import { carriers, printNote, type ResultParts } from "./result.ts"
import type { CompareSpeech } from "./speech.ts"
import { explanations, offerName } from "../kit/offer-words.ts"
import { html, type PageNode } from "../kit/html.ts"
import type { OfferComparison } from "../../../rules/comparison/offer-comparison.ts"
import { type ShownOffers, writeShownOffers } from "../../../rules/comparison/shown-offers.ts"

/** Offers that are set side by side. */
export interface PinnedComparison extends OfferComparison {
  /** The covers that are the same in all of them. */
  readonly alike: ReadonlyArray<string>
}

/** The offers that are set side by side, and what they differ in first, or alone. */
export const pinnedComparison = (
  comparison: OfferComparison,
  { isDiffering, pins }: Pick<ShownOffers, "isDiffering" | "pins">,
  toldCover: (offer: OfferComparison["offers"][number], slug: string) => string,
): PinnedComparison => {
  const offers = comparison.offers.filter(({ offer: { id } }) => pins.includes(id))
  const differs = (slug: string): boolean =>
    new Set(offers.map((offer) => toldCover(offer, slug))).size > 1
  const alike = comparison.slugs.filter((slug) => !differs(slug))
  const slugs = [...comparison.slugs.filter(differs), ...(isDiffering ? [] : alike)]
  return { ...comparison, offers, slugs, alike }
}

/** What the page of offers side by side is called. */
export const pinnedTitle = (say: CompareSpeech, { offers }: OfferComparison): string =>
  say("pinned_title", {
    offers: say.list(offers.map(({ offer }) => offerName(offer))),
  })

/** Two or three offers side by side: what lies between their prices, and what they differ in first. */
export const pinnedBody = (
  parts: ResultParts & { readonly comparison: PinnedComparison },
): PageNode => {
  const { comparison, part, say } = parts
  const gap = priceGap(parts)
  return html`<p>
      <button
        class="button quiet small"
        form=${againForm}
        name="shown"
        value=${writeShownOffers({ ...part.shown, isPinned: false, isDiffering: false })}
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
    ${differing(parts)}
    <div class="pinned">
      ${offersTable(showsFacts(parts.card) ? { ...parts, card: undefined } : parts)}
    </div>
    ${
      part.shown.isDiffering && comparison.alike.length > 0
        ? html`<p class="small-text second">
            ${say("same_in_all", { covers: say.list(comparison.alike.map(parts.nameOf)) })}
          </p>`
        : null
    }
    ${explanations(say.text, comparison.slugs)} ${printNote(parts)} ${carriers(parts)}`
}

/** The button that leaves out what is the same in all; there is none where nothing is, or everything. */
const differing = ({
  comparison: { alike, slugs },
  part: { shown },
  say,
}: ResultParts & { readonly comparison: PinnedComparison }): PageNode | null => {
  const { isDiffering } = shown
  const isOfUse = alike.length > 0 && (isDiffering || alike.length < slugs.length)
  return isOfUse
    ? html`<p class="chips">
        <button
          class="chip"
          form=${againForm}
          name="shown"
          value=${writeShownOffers({ ...shown, isDiffering: !isDiffering })}
          aria-pressed=${String(isDiffering)}
        >
          ${say("only_differing")}
        </button>
      </p>`
    : null
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
