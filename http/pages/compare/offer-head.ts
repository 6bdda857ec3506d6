import type { Offer, Price } from "../../../rules/pricing/offer.ts"
import { yearsOfText } from "../../../rules/pricing/period.ts"
import { html, type PageNode } from "../kit/html.ts"
import type { CompareSpeech } from "./speech.ts"

/** The form that takes the choice of an offer. */
export const chooseForm = "choose"

/** An offer's name and plan. */
export const offerName = ({ name, plan }: Pick<Offer, "name" | "plan">): string =>
  [name, plan].filter((part) => part !== null && part !== "").join(" ")

/** A price as a traveller reads it: from which on, and for how long. */
export const priceText = (
  say: CompareSpeech,
  { amount, currency, isStartingPrice, period }: Price,
) => {
  const paid = say.money(amount, currency)
  const years = yearsOfText(period)
  const timed =
    period === "month"
      ? say("per_month", { price: paid })
      : period === "year"
        ? say("per_year", { price: paid })
        : years === undefined
          ? paid
          : say.text("offers.for_years", { price: paid, years })
  return isStartingPrice ? say("from_price", { price: timed }) : timed
}

/** An insurer's name without the remark that it is made up, which the page makes once for all. */
export const insurerName = ({ insurer }: Pick<Offer, "insurer">): string =>
  (insurer.name ?? "").replace(/ \(fictional\)$/u, "")

/** The pictogram of an offer; its name stands beside it. */
export const offerIcon = ({ insurer }: Offer, sizePixels: number): PageNode | null =>
  insurer.logoUrl === null
    ? null
    : html`<img src=${insurer.logoUrl} alt="" width=${sizePixels} height=${sizePixels} />`

/** The button that takes an offer. */
export const chooseButton = (say: CompareSpeech, offer: Offer): PageNode =>
  html`<button
    class="button small"
    form=${chooseForm}
    name="offer"
    value=${offer.id}
    aria-label=${say("choose_offer", { offer: offerName(offer), price: priceText(say, offer.price) })}
  >
    ${say("choose")}
  </button>`

/** Links to an offer's documents, in a page of their own; where there is none, that is said. */
export const documentLinks = (say: CompareSpeech, offer: Offer): PageNode => {
  const { cgvUrl, ipidUrl } = offer.documents
  const query = `?lang=${say.language === "fr" ? "fr" : "en"}`
  const link = (url: string | null, word: "ipid" | "terms", none: "no_ipid" | "no_terms") =>
    url === null
      ? html`<span class="third">${say(none)}</span>`
      : html`<a
          href=${`${url}${query}`}
          target="_blank"
          rel="noopener"
          aria-label=${say("documents_of", { document: say(word), offer: offerName(offer) })}
          >${say(word)}</a
        >`
  return html`<span class="documents"
    >${link(cgvUrl, "terms", "no_terms")}${link(ipidUrl, "ipid", "no_ipid")}</span
  >`
}
