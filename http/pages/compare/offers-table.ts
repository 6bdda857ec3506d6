import { html, type PageNode } from "../kit/html.ts"
import { symbol } from "../kit/symbols.ts"
import type { NamedCardReading } from "../../../rules/coach/traveller-card.ts"
import type {
  ComparedOffer,
  OfferComparison,
  ShownPart,
} from "../../../rules/pricing/comparison.ts"
import { cardCell, coverCell, coverText, differsIn, type NameCover } from "./covers.ts"
import { chooseButton, documentLinks, insurerName, offerIcon, priceText } from "./offer-head.ts"
import type { CompareSpeech } from "./speech.ts"

/** What a comparison is shown with. */
export interface OffersParts {
  readonly say: CompareSpeech
  readonly comparison: OfferComparison
  readonly part: ShownPart
  readonly card: NamedCardReading | undefined
  readonly nameOf: NameCover
}

/** What stands over an offer: that it is the cheapest, or the cheapest that reaches the benchmark. */
export const offerFlag = (
  { comparison, say }: Pick<OffersParts, "comparison" | "say">,
  index: number,
): PageNode | null => {
  const first = comparison.offers.findIndex(({ reachesBenchmark }) => reachesBenchmark === true)
  if (index === first) {
    return html`<span class="flag reached"
      >${symbol("held", 12)} ${say("first_at_benchmark")}</span
    >`
  }
  return index === 0 ? html`<span class="flag">${say("cheapest")}</span>` : null
}

const columnClass = ({ reachesBenchmark }: ComparedOffer, isFirst: boolean): string | undefined =>
  isFirst && reachesBenchmark === true ? "first" : undefined

const isFirstAt = ({ offers }: OfferComparison, index: number): boolean =>
  offers.findIndex(({ reachesBenchmark }) => reachesBenchmark === true) === index

const offerHead = (parts: OffersParts, compared: ComparedOffer, index: number): PageNode => {
  const { comparison, part, say } = parts
  const { offer, passes } = compared
  return html`<th
    scope="col"
    class=${columnClass(compared, isFirstAt(comparison, index))}
    hidden=${!part.visible.has(index)}
    data-column=${index}
    data-passes=${[...passes].join(" ")}
  >
    <span class="slot">${offerFlag(parts, index)}</span>
    <span class="who"
      >${offerIcon(offer, 32)}<span><b>${offer.name}</b>${offer.plan}</span></span
    >
    <span class="insurer">${insurerName(offer)}</span>
    <span class="price">${priceText(say, offer.price)}</span>
    ${chooseButton(say, offer)}
  </th>`
}

const cardHead = (say: CompareSpeech): PageNode =>
  html`<th scope="col" class="card-column">
    <span class="slot"></span>
    <span class="who"><b>${say("your_card")}</b></span>
    <span class="price own">${say("yours")}</span>
  </th>`

const coverRow = (parts: OffersParts, slug: string): PageNode => {
  const { card, comparison, nameOf, part, say } = parts
  const differs = differsIn(say, comparison, part.visible, slug)
  return html`<tr class=${differs ? "differs" : undefined} data-row>
    <th scope="row">
      <span>${nameOf(slug)}</span
      ><span class="dot" title=${say("differs")}
        ><span class="unseen">${say("differs")}</span></span
      >
    </th>
    ${card === undefined ? null : html`<td class="card-column">${cardCell(say, card, slug)}</td>`}
    ${comparison.offers.map(
      (compared, index) =>
        html`<td
          class=${columnClass(compared, isFirstAt(comparison, index))}
          hidden=${!part.visible.has(index)}
          data-column=${index}
          data-told=${coverText(say, compared.cells.get(slug))}
        >
          ${coverCell(say, compared, slug)}
        </td>`,
    )}
  </tr>`
}

const documentsRow = (parts: OffersParts): PageNode => {
  const { card, comparison, part, say } = parts
  return html`<tr>
    <th scope="row">${say("documents")}</th>
    ${
      card === undefined
        ? null
        : html`<td class="card-column"><span class="label third">${say("ask_bank")}</span></td>`
    }
    ${comparison.offers.map(
      (compared, index) =>
        html`<td
          class=${columnClass(compared, isFirstAt(comparison, index))}
          hidden=${!part.visible.has(index)}
          data-column=${index}
        >
          ${documentLinks(say, compared.offer)}
        </td>`,
    )}
  </tr>`
}

/** Offers side by side, guarantee by guarantee, with the traveller's card beside them. */
export const offersTable = (parts: OffersParts): PageNode => {
  const { card, comparison, say } = parts
  return html`<div
    class="card flush scroll offers"
    tabindex="0"
    role="region"
    aria-label=${say("caption")}
  >
    <table>
      <caption class="unseen">
        ${say(card === undefined ? "caption" : "caption_card")}
      </caption>
      <thead>
        <tr>
          <td class="corner"><span class="dot"></span> ${say("differs")}</td>
          ${card === undefined ? null : cardHead(say)}
          ${comparison.offers.map((compared, index) => offerHead(parts, compared, index))}
        </tr>
      </thead>
      <tbody>
        ${comparison.slugs.map((slug) => coverRow(parts, slug))}${documentsRow(parts)}
      </tbody>
    </table>
  </div>`
}
