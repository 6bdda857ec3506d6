import { offerName } from "../kit/offer-words.ts"
import type { TravellerText } from "../../../rules/messages/travellers/traveller-text.ts"
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
import { comparatorAddress, offerHead, priceText, tripText } from "./offer-side.ts"

/** The guarantees that the list shows of each offer: what most travellers look at first. */
const listed = ["hospitalFeesAbroad", "rapatriationAssistance", "cancelTrip"] as const

const coverLine = (say: TravellerText, offer: Offer, slug: string): PageNode | null => {
  const guarantee = offer.guarantees[slug]
  if (guarantee === undefined) return null
  const isHeld = guarantee.state !== "not_available"
  return html`<li class=${isHeld ? "held" : "missing"}>
    ${symbol(isHeld ? "held" : "missing")}<span>${say.shortGuarantee(slug)}</span>
    <b>${say.cover(guarantee, offer.guaranteeCurrency)}</b>
  </li>`
}

const offerCard = (opened: OpenedQuote, offer: Offer): PageNode => {
  const { say } = opened
  const price = priceText(say, offer.price)
  const named = { offer: offerName(offer), price }
  return html`<li class="card offer">
    ${offerHead(offer)}
    <ul class="covers">
      ${listed.map((slug) => coverLine(say, offer, slug))}
    </ul>
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
  gone: NamedOffer | undefined,
): Answer => {
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
        ${offers.map((offer) => offerCard(opened, offer))}
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
