import {
  aboutText,
  coverWords,
  documentName,
  excessText,
  insurerName,
  isFictional,
  offerName,
} from "../kit/offer-words.ts"
import { symbol } from "../kit/symbols.ts"
import type { Guarantee } from "../../../core/vocabulary/guarantee.ts"
import { daysInclusive } from "../../../core/vocabulary/day.ts"
import {
  type ChosenOffer,
  disclosuresOf,
  isCredited,
  type OpenedQuote,
  pageAddress,
  type RatedQuote,
} from "./frame.ts"
import { submitButton } from "../kit/controls.ts"
import { disclosureList, type SoldFacts } from "../kit/disclosures.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import { converterTo } from "../../../rules/comparison/offer-comparison.ts"
import { saidAges } from "../../../rules/comparison/typed-ages.ts"
import type { DisclosurePlace } from "../../../rules/documents/document-tables.ts"
import type { TravellerText } from "../../../rules/messages/travellers/traveller-text.ts"
import type { Offer, Price } from "../../../rules/pricing/offer.ts"
import { yearsOfText } from "../../../rules/pricing/pricing-tables.ts"
import type { Trip } from "../../../rules/trip/trip.ts"

/** What an offer costs, in words: the whole trip, a month or a year of it, or the years that it begins. */
export const priceText = (say: TravellerText, { amount, currency, period }: Price): string => {
  const money = say.money(amount, currency)
  if (period === "month") return say("funnel.per_month", { amount: money })
  if (period === "year") return say("funnel.per_year", { amount: money })
  const years = yearsOfText(period)
  return years === undefined ? money : say("offers.for_years", { price: money, years })
}

/** The offer's picture, name and insurer. */
export const offerHead = (offer: Offer): PageNode => {
  const { insurer } = offer
  return html`<div class="offer-head">
    ${
      insurer.logoUrl === null
        ? null
        : html`<img src=${insurer.logoUrl} alt="" width="44" height="44" />`
    }
    <div>
      <b>${offerName(offer)}</b>
      <span class="label third">${insurerName(offer)}</span>
    </div>
  </div>`
}

/** The id of the form of a page, by which buttons beside it send it. */
export const formId = "funnel"

/** The button that sends the form of a page, which stands in the page's own part. */
interface SideButton {
  readonly label: PageContent
  readonly step: string
  readonly help?: PageContent
}

/** A page's own form beside its offer, with what stands before and behind the form. */
export const besideOffer = (
  chosen: ChosenOffer,
  send: SideButton,
  own: { readonly before: PageContent; readonly form: PageContent; readonly behind?: PageContent },
): PageContent =>
  html`<div class="beside-rail">
      <div class="stack">
        ${own.before}
        <form
          id=${formId}
          class="card stack"
          method="post"
          novalidate
          action=${pageAddress(chosen, chosen.say.language, chosen.offer.id)}
        >
          ${own.form}
        </form>
        ${own.behind}
      </div>
      ${offerRail(chosen, send)}
    </div>
    ${priceBar(chosen, send)}` as PageContent

/** The offer beside a wide page: what it is, for whom, and what it costs. */
const offerRail = (chosen: ChosenOffer, send: SideButton): PageNode => {
  const { offer, quote, say } = chosen
  const travellers = quote.trip.travellers.length
  const converted = insurerPrice(chosen)
  return html`<aside class="card flush rail" aria-label=${say("funnel.your_offer")}>
    <div class="inside">
      ${offerHead(offer)}
      <dl>
        <div>
          <dt>${say("funnel.travellers", { count: travellers })}</dt>
          <dd>${agesText(chosen)}</dd>
        </div>
        <div>
          <dt>${say("funnel.duration")}</dt>
          <dd>${lengthText(chosen)}</dd>
        </div>
        <div>
          <dt>${say("funnel.fee")}</dt>
          <dd>${feeText(chosen)}</dd>
        </div>
      </dl>
    </div>
    <div class="inside total">
      <p><span class="second">${say("funnel.total")}</span><b>${priceText(say, offer.price)}</b></p>
      ${converted === null ? null : html`<p class="label third number">${converted}</p>`}
      ${
        offer.price.isStartingPrice
          ? html`<p class="label third">${say("funnel.starting_price")}</p>`
          : null
      }
      ${button(send)}
      ${send.help === undefined ? null : html`<p class="small-text second">${send.help}</p>`}
    </div>
  </aside>`
}

/** How far an offer covers something: about how much that is in the trip's currency and the excess under it. */
export const coverFigure = (
  { quote, rated, say }: RatedQuote,
  { guaranteeCurrency }: Offer,
  guarantee: Guarantee,
): PageNode => {
  const { trip } = quote
  const convert = converterTo(trip.currency, guaranteeCurrency, rated.rates)
  const notes = [
    aboutText(say, guarantee, trip, convert),
    excessText(say, guarantee, guaranteeCurrency),
  ].filter((each) => each !== undefined)
  return html`<b
    >${coverWords(say, guarantee, guaranteeCurrency, trip)}${notes.map(
      (note) => html`<small class="help">${note}</small>`,
    )}</b
  >`
}

/** The documents of an offer, each in a tab of its own. */
export const offerDocuments = (say: TravellerText, { documents }: Offer): PageNode =>
  html`<div class="documents">
    ${documentLink(say, say("funnel.ipid"), documents.ipidUrl)}
    ${documentLink(say, say("funnel.terms"), documents.cgvUrl)}
  </div>`

const documentLink = (say: TravellerText, name: string, url: string | null): PageNode | null =>
  url === null
    ? null
    : html`<a href=${`${url}?lang=${say.language}`} target="_blank" rel="noopener">
        ${symbol("document", 18)}<span
          >${documentName(say, name)}<small class="help">${say("funnel.new_tab")}</small></span
        >
      </a>`

/** That an insurer is made up, where it is. */
export const fictionalNote = ({ offer, say }: ChosenOffer): PageNode | null =>
  isFictional(offer) ? html`<p class="help">${say("comparator.fictional")}</p>` : null

/** What of the price is the handling fee. */
const feeText = ({ feeOf, offer: { price }, quote, say }: ChosenOffer): string =>
  say.money(feeOf(price, quote.partner), price.currency)

/** What disclosures show of an offer that is bought. */
const soldFacts = (chosen: ChosenOffer): SoldFacts => {
  const { feeOf, offer, quote, say } = chosen
  const { amount, currency } = offer.price
  return {
    insurer: insurerName(offer),
    price: say.money(amount, currency),
    premium: say.money(amount - feeOf(offer.price, quote.partner), currency),
    fee: feeText(chosen),
    partner: isCredited(chosen) ? quote.partner.name : undefined,
  }
}

/** What has to be told at a place of an offer that is bought, under its headings. */
export const soldDisclosures = (chosen: ChosenOffer, place: DisclosurePlace): PageNode | null =>
  disclosureList(chosen.say, disclosuresOf(chosen, place), {
    ...chosen.disclosed,
    sold: soldFacts(chosen),
  })

/** The price in a bar at the foot of a narrow page. */
const priceBar = (chosen: ChosenOffer, send: SideButton): PageNode => {
  const { offer, quote, say } = chosen
  const count = quote.trip.travellers.length
  return html`<div class="price-bar" role="region" aria-label=${say("funnel.price")}>
    <div>
      <b>${priceText(say, offer.price)}</b>
      <span class="label third"
        >${[say("funnel.travellers", { count }), lengthText(chosen)].join(", ")}</span
      >
    </div>
    ${button(send)}
  </div>`
}

/** A trip in one line: where, when, for what, and from where. */
export const tripText = (say: TravellerText, trip: Trip): string =>
  [
    say.list(trip.arrivalCountries.map((code) => say.country(code))),
    say.dateRange(trip.startDate, trip.endDate),
    say.intent(trip.intent),
    say("funnel.lives_in", { country: say.country(trip.countryResidence) }),
    ...insuredPrice(say, trip),
  ].join(" · ")

/** The price of the trip, where cancellation is insured up to it. */
const insuredPrice = (
  say: TravellerText,
  { currency, shouldCoverCancellation, tripPrice }: Trip,
): ReadonlyArray<string> =>
  shouldCoverCancellation && tripPrice !== undefined
    ? [say("offers.insured_price", { amount: say.ceiling(tripPrice, currency) })]
    : []

/** The comparison of a quote's trip, from a page of the funnel, to change the trip or the offer. */
export const comparatorAddress = ({ comparison, say }: OpenedQuote): string =>
  `..${comparison}?lang=${say.language}`

const insurerPrice = ({ offer, rated, say }: ChosenOffer): string | null => {
  const { currency, insurerAmount, insurerCurrency } = offer.price
  if (currency === insurerCurrency) return null
  const amount = say.money(insurerAmount, insurerCurrency)
  return say("funnel.at_rates", { amount, day: say.date(rated.rates.dayOf(currency)) })
}

/** The ages of the travellers, while they are few. */
export const agesText = ({ quote, say }: ChosenOffer): string => {
  const shownMax = 6
  const ages = saidAges(quote.trip.travellers.map(({ age }) => age))
  return ages.length > shownMax
    ? `${ages.slice(0, shownMax).join(", ")}…`
    : say("funnel.ages", { count: ages.length, ages: ages.join(", ") })
}

const lengthText = ({ quote, say }: ChosenOffer): string =>
  say("funnel.days", { count: daysInclusive(quote.trip.startDate, quote.trip.endDate) })

const button = ({ label, step }: SideButton): PageNode =>
  submitButton({ label, name: "step", value: step, form: formId })
