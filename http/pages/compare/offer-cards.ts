import { html, type PageNode } from "../kit/html.ts"
import { cardCell, coverCell } from "./covers.ts"
import type { ComparedOffer } from "../../../rules/pricing/comparison.ts"
import { chooseButton, documentLinks, insurerName, offerIcon, priceText } from "./offer-head.ts"
import { offerFlag, type OffersParts } from "./offers-table.ts"

/** The guarantees that an offer's card shows without being unfolded. */
const leadingCount = 3

const leadingSlugs: ReadonlySet<string> = new Set([
  "hospitalFeesAbroad",
  "suitcaseInsurance",
  "privateRc",
])

const coverLines = (
  { card, nameOf, say }: OffersParts,
  compared: ComparedOffer,
  slugs: ReadonlyArray<string>,
): PageNode =>
  html`<dl>
    ${slugs.map(
      (slug) =>
        html`<div>
          <dt>${nameOf(slug)}</dt>
          <dd>
            ${coverCell(say, compared, slug)}
            ${
              card === undefined
                ? null
                : html`<span class="own"
                    ><span class="third">${say("your_card")}</span>${" "}
                    ${cardCell(say, card, slug)}</span
                  >`
            }
          </dd>
        </div>`,
    )}
  </dl>`

const offerCard = (parts: OffersParts, compared: ComparedOffer, index: number): PageNode => {
  const { comparison, part, say } = parts
  const { offer, passes, reachesBenchmark } = compared
  const { slugs } = comparison
  const leading = slugs.filter((slug) => leadingSlugs.has(slug)).slice(0, leadingCount)
  const others = slugs.filter((slug) => !leading.includes(slug))
  return html`<li
    class=${`card offer${reachesBenchmark === true ? " reaches" : ""}`}
    hidden=${!part.visible.has(index)}
    data-column=${index}
    data-passes=${[...passes].join(" ")}
  >
    ${offerFlag(parts, index)}
    <div class="top">
      ${offerIcon(offer, 38)}
      <div>
        <h3><b>${offer.name}</b> ${offer.plan}</h3>
        <p class="label third">${insurerName(offer)}</p>
      </div>
      <p class="price">${priceText(say, offer.price)}</p>
    </div>
    ${coverLines(parts, compared, leading)}
    <div class="actions">${chooseButton(say, offer)}</div>
    <details>
      <summary>${say("all_covers")}</summary>
      ${coverLines(parts, compared, others)} ${documentLinks(say, offer)}
    </details>
  </li>`
}

/** Offers one below the other, each with its main guarantees: what narrow windows show. */
export const offerCards = (parts: OffersParts): PageNode =>
  html`<ul class="offer-cards">
    ${parts.comparison.offers.map((compared, index) => offerCard(parts, compared, index))}
  </ul>`
