import type { TravellerText } from "../../../rules/messages/travellers/traveller-text.ts"
import type { NotCovered } from "../../../rules/comparison/not-covered.ts"
import { daysInclusive } from "../../../core/vocabulary/day.ts"
import type { Offer } from "../../../rules/pricing/offer.ts"
import type { Answer } from "../../api/answer.ts"
import { errorSummary } from "../kit/controls.ts"
import { html, type PageNode } from "../kit/html.ts"
import type { MakePage } from "../kit/page.ts"
import { explainSign, explanations, leftOutText, limitRows, offerName } from "../kit/offer-words.ts"
import { symbol } from "../kit/symbols.ts"
import { type ChosenOffer, funnelAnswer } from "./frame.ts"
import { carriedFields, tripCard } from "./names-page.ts"
import {
  besideOffer,
  coverFigure,
  fictionalNote,
  formId,
  offerDocuments,
  priceText,
  soldDisclosures,
} from "./offer-side.ts"
import { priceNotice, toldPrice } from "./told-price.ts"
import { type PriceChange, writeToldPrice } from "../../../rules/pricing/told-price.ts"

const coveredList = (chosen: ChosenOffer): PageNode => {
  const { offer, say } = chosen
  const held = Object.entries(offer.guarantees).filter(([, { state }]) => state !== "not_available")
  return html`<ul class="covers">
    ${held.map(
      ([slug, guarantee]) =>
        html`<li class="held">
          ${symbol("held")}<span>${say.guarantee(slug)} ${explainSign(say, slug)}</span>
          ${coverFigure(chosen, offer, guarantee)}
        </li>`,
    )}
  </ul>`
}

/** What is left out, what was not taken, and what the insurer says nothing of: a shape and words for each. */
const notCoveredList = ({ say }: ChosenOffer, { lacks, leftOut }: NotCovered): PageNode =>
  html`<ul class="covers">
    ${leftOut.map(
      (each) =>
        html`<li class="missing">${symbol("missing")}<span>${leftOutText(say, each)}</span></li>`,
    )}
    ${lacks.map(
      ({ kind, slug }) =>
        html`<li class=${lackShapes[kind].shape}>
          ${symbol(lackShapes[kind].sign)}<span
            >${say.guarantee(slug)} ${explainSign(say, slug)}</span
          >
          ${lackShapes[kind].word === undefined ? null : html`<b>${say(lackShapes[kind].word)}</b>`}
        </li>`,
    )}
  </ul>`

/** How a cover that an offer does not hold is told: a shape, a sign and a word for each kind. */
export const lackShapes = {
  absent: { shape: "missing", sign: "missing", word: undefined },
  optional: { shape: "option", sign: "plus", word: "offers.optional" },
  unstated: { shape: "unstated", sign: "unverified", word: "offers.not_stated" },
} as const

/** The contract's limits, with the traveller's own figure beside each. */
const limitsPart = ({ quote, say }: ChosenOffer, told: NotCovered): PageNode => {
  const { endDate, startDate } = quote.trip
  const rows = limitRows(say, told, quote.trip, daysInclusive(startDate, endDate))
  return html`<section>
    <h2>${say("offers.limits")}</h2>
    <dl class="limits">
      ${rows.map(
        ({ limit, name, own }) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${limit}${own === undefined ? null : html` <span class="second">${own}</span>`}</dd>
          </div>`,
      )}
    </dl>
  </section>`
}

const readBoth = (say: TravellerText, offer: Offer, isMissing: boolean): PageNode =>
  html`<div class=${isMissing ? "field wrong" : "field"}>
    <label class="tick" for="read"
      ><input
        type="checkbox"
        id="read"
        name="read"
        value="yes"
        required
        aria-describedby=${isMissing ? "read-wrong" : undefined}
        aria-invalid=${isMissing ? "true" : undefined}
      /><span>${say("funnel.read_both", { offer: offerName(offer) })}</span></label
    >
    ${
      isMissing
        ? html`<p class="fault" id="read-wrong">
            ${symbol("error", 14)}<span>${say("funnel.read_missing")}</span>
          </p>`
        : null
    }
  </div>`

const unreadSummary = (say: TravellerText): PageNode =>
  errorSummary(say("comparator.faults", { count: 1 }), [
    { id: "read", told: say("funnel.read_missing") },
  ])

const namesCard = ({ quote, say }: ChosenOffer, names: ReadonlyArray<string>): PageNode =>
  html`<section class="card step">
    <h2>${say("funnel.step_travellers")}</h2>
    <button class="button quiet small" form=${formId} name="step" value="names" formnovalidate>
      ${say("funnel.change")}<span class="unseen"> ${say("funnel.step_travellers")}</span>
    </button>
    <ul class="second">
      ${names.map((name, index) => {
        const age = quote.trip.travellers[index]?.age
        return html`<li>${name}${age === undefined ? null : ` (${say.number(age)})`}</li>`
      })}
    </ul>
  </section>`

/** The page on which a traveller reads the offer again before presubscribing it. */
export const reviewPage = (
  makePage: MakePage,
  chosen: ChosenOffer,
  parts: {
    readonly names: ReadonlyArray<string>
    readonly change: PriceChange | undefined
    readonly notCovered: NotCovered
    /** Whether the documents were not ticked as read. */
    readonly isUnread: boolean
  },
): Answer => {
  const { offer, quote, say } = chosen
  const { change, isUnread, names, notCovered } = parts
  const count = quote.trip.travellers.length
  const heading = say("funnel.review_heading", { count, price: priceText(say, offer.price) })
  const send = {
    label: say("funnel.presubscribe"),
    step: "presubscribe",
    help: [say("funnel.nothing_paid"), say("funnel.told_before")].join(" "),
  }
  const carried = carriedFields(names, writeToldPrice(toldPrice(offer)), chosen)
  return funnelAnswer(makePage, chosen, {
    heading,
    step: "review",
    offerId: offer.id,
    carried,
    status: isUnread ? 422 : 200,
    body: besideOffer(chosen, send, {
      before: [
        isUnread ? unreadSummary(say) : null,
        priceNotice(chosen, change),
        tripCard(chosen),
        namesCard(chosen, names),
      ],
      form: html`${carried}
        <div class="covers-beside">
          <section>
            <h2>${say("funnel.covered")}</h2>
            ${coveredList(chosen)}
          </section>
          <section>
            <h2>${say("funnel.not_covered")}</h2>
            ${notCoveredList(chosen, notCovered)}
          </section>
        </div>
        ${limitsPart(chosen, notCovered)}
        ${explanations(say, [
          ...new Set([
            ...Object.keys(offer.guarantees),
            ...notCovered.lacks.map(({ slug }) => slug),
          ]),
        ])}
        <section class="stack">
          <h2>${say("funnel.documents")}</h2>
          ${offerDocuments(say, offer)} ${readBoth(say, offer, isUnread)}
        </section>`,
      behind: html`<section class="card stack">
        <h2>${say("trust.who_heading")}</h2>
        ${soldDisclosures(chosen, "review")} ${fictionalNote(chosen)}
      </section>`,
    }),
  })
}
