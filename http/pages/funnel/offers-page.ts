import { leftOutText, offerName } from "../kit/offer-words.ts"
import type { NotCovered, TellNotCovered } from "../../../rules/comparison/not-covered.ts"
import type { Offer } from "../../../rules/pricing/offer.ts"
import type { Answer } from "../../api/answer.ts"
import { linkButton, notice } from "../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import type { MakePage } from "../kit/page.ts"
import { symbol } from "../kit/symbols.ts"
import {
  funnelAnswer,
  type NamedOffer,
  type OpenedQuote,
  pageAddress,
  type RatedQuote,
} from "./frame.ts"
import { lackShapes } from "./review-page.ts"
import { comparatorAddress, coverFigure, offerHead, priceText, tripText } from "./offer-side.ts"

/** The guarantees that the list shows of each offer: what most travellers look at first. */
const listed = ["hospitalFeesAbroad", "rapatriationAssistance", "cancelTrip"] as const

const coverLine = (
  opened: RatedQuote,
  offer: Offer,
  { lacks }: NotCovered,
  slug: string,
): PageNode | null => {
  const { say } = opened
  const lack = lacks.find((each) => each.slug === slug)
  const guarantee = offer.guarantees[slug]
  if (lack !== undefined) {
    const { shape, sign, word = "offers.not_available" } = lackShapes[lack.kind]
    return html`<li class=${shape}>
      ${symbol(sign)}<span>${say.shortGuarantee(slug)}</span> <b>${say(word)}</b>
    </li>`
  }
  if (guarantee === undefined) return null
  return html`<li class="held">
    ${symbol("held")}<span>${say.shortGuarantee(slug)}</span>
    ${coverFigure(opened, offer, guarantee)}
  </li>`
}

const offerCard = (opened: RatedQuote, offer: Offer, notCovered: NotCovered): PageNode => {
  const { say } = opened
  const price = priceText(say, offer.price)
  const named = { offer: offerName(offer), price }
  return html`<li class="card offer">
    ${offerHead(offer)}
    <ul class="covers">
      ${listed.map((slug) => coverLine(opened, offer, notCovered, slug))}
    </ul>
    <div class="left-out">
      <h2 class="small-text">${say("offers.not_covered")}</h2>
      <ul class="small-text second">
        ${notCovered.leftOut.map((each) => html`<li>${leftOutText(say, each)}</li>`)}
      </ul>
    </div>
    <div class="choose">
      <b class="price">${price}</b>
      <a
        class="button plain"
        href=${pageAddress(opened, say.language, offer.id)}
        aria-label=${say("funnel.choose_offer", named)}
        >${say("funnel.choose")}</a
      >
    </div>
  </li>`
}

/** The offers of a trip, cheapest first; `gone` is the one that was clicked and has no price any more. */
export const offersPage = (
  makePage: MakePage,
  opened: RatedQuote,
  parts: {
    readonly gone: NamedOffer | undefined
    /** What each offer does not cover on the trip. */
    readonly notCovered: ReturnType<TellNotCovered>
  },
): Answer => {
  const { gone, notCovered } = parts
  const { quote, rated, say } = opened
  const { offers } = rated
  const [cheapest] = offers
  if (cheapest === undefined) return noOffersPage(makePage, opened)
  const count = offers.length
  const heading =
    gone === undefined
      ? say("funnel.offers_heading", { count, price: priceText(say, cheapest.price) })
      : say("funnel.gone_heading")
  const told =
    gone === undefined
      ? null
      : notice("warning", say("funnel.gone_why", { offer: gone.name, count }))
  return funnelAnswer(makePage, opened, {
    heading,
    step: "trip",
    offerId: null,
    body: html`<p class="second trip-line">${tripText(say, quote.trip)}</p>
      ${told}
      <p class="small-text second">${say("funnel.offers_lead")}</p>
      <ul class="offers">
        ${offers.map((offer) => offerCard(opened, offer, notCovered(offer)))}
      </ul>` as PageContent,
  })
}

const noOffersPage = (makePage: MakePage, opened: OpenedQuote): Answer => {
  const { quote, say } = opened
  const heading = say("funnel.none_heading")
  return funnelAnswer(makePage, opened, {
    heading,
    step: "trip",
    offerId: null,
    body: html`<p class="second trip-line">${tripText(say, quote.trip)}</p>
      <p>${say("funnel.none_why")}</p>
      <p class="actions">
        ${linkButton({
          href: comparatorAddress(opened),
          label: say("funnel.compare"),
          look: "main",
        })}
      </p>` as PageContent,
  })
}
