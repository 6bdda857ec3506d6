import type { CurrencyCode } from "../../../core/vocabulary/codes.ts"
import { daysInclusive } from "../../../core/vocabulary/day.ts"
import type { Guarantee } from "../../../core/vocabulary/guarantee.ts"
import { writtenLanguage } from "../../../core/vocabulary/written-language.ts"
import { chooseForm, pinButton } from "./choosing.ts"
import type { CompareSpeech } from "./speech.ts"
import { toldContent, type ToldDisclosure } from "../kit/disclosures.ts"
import { html, type PageNode } from "../kit/html.ts"
import {
  aboutText,
  documentName,
  excessText,
  explainSign,
  insurerName,
  leftOutText,
  offerName,
} from "../kit/offer-words.ts"
import { symbol, type SymbolName } from "../kit/symbols.ts"
import { medicalSlug } from "../../../rules/coach/card/products.ts"
import type {
  ComparedOffer,
  CoverCell,
  OfferComparison,
} from "../../../rules/comparison/offer-comparison.ts"
import type { OfferRanks, ShownPart } from "../../../rules/comparison/shown-offers.ts"
import {
  type CardCondition,
  cardCover,
  type TravellerCard,
} from "../../../rules/comparison/traveller-card.ts"
import type { Offer, Price } from "../../../rules/pricing/offer.ts"
import { yearsOfText } from "../../../rules/pricing/pricing-tables.ts"
import type { RawMoney } from "../../../rules/coach/response.ts"
import type { Trip } from "../../../rules/trip/trip.ts"

/** The name of a guarantee in the traveller's language. */
type NameCover = (slug: string) => string

/** What a comparison is shown with. */
export interface OffersParts {
  readonly say: CompareSpeech
  readonly comparison: OfferComparison
  readonly part: ShownPart
  readonly ranks: OfferRanks
  readonly trip: Trip
  readonly card: TravellerCard | undefined
  readonly nameOf: NameCover
  /** What the law of the residence asks for. */
  readonly disclosed: {
    /** Above the list. */
    readonly beforeList: ReadonlyArray<ToldDisclosure>
    /** Under each price. */
    readonly besidePrice: ReadonlyArray<ToldDisclosure>
  }
  /** Whether the page stands in a frame: what is chosen opens beside it then. */
  readonly isFramed: boolean
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
          <td class="corner"><span class="dot"></span> <span>${say("differs")}</span></td>
          ${card === undefined ? null : cardHead(say)}
          ${comparison.offers.map((compared, index) => offerHead(parts, compared, index))}
        </tr>
      </thead>
      <tbody>
        ${comparison.slugs.map((slug) => coverRow(parts, slug))}${notCoveredRow(parts)}${documentsRow(parts)}
      </tbody>
    </table>
  </div>`
}

/** Offers one below the other, each with its main guarantees: what narrow windows show. */
export const offerCards = (parts: OffersParts): PageNode =>
  html`<ul class="offer-cards">
    ${parts.comparison.offers.map((compared, index) => offerCard(parts, compared, index))}
  </ul>`

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

const cardHead = (say: CompareSpeech): PageNode =>
  html`<th scope="col" abbr=${say("your_card")} class="card-column">
    <span class="slot"></span>
    <span class="who"><b>${say("your_card")}</b></span>
    <span class="price own">${say("yours")}</span>
  </th>`

const offerHead = (parts: OffersParts, compared: ComparedOffer, index: number): PageNode => {
  const { part, ranks, say } = parts
  const { offer, passes } = compared
  return html`<th
    scope="col"
    abbr=${offerName(offer)}
    aria-label=${offerName(offer)}
    class=${columnClass(compared)}
    hidden=${!part.visible.has(index)}
    data-column=${index}
    data-passes=${[...passes].join(" ")}
    data-ranks=${(ranks.get(offer.id) ?? []).join(" ")}
  >
    <span class="slot">${offerFlag(say, compared)}</span>
    <span class="who"
      >${offerIcon(offer, 32)}<span><b>${offer.name}</b>${offer.plan}</span></span
    >
    <span class="insurer">${insurerName(offer)}</span>
    <span class="price">${priceText(say, offer.price)}</span>
    ${besidePrice(parts)} ${perPerson(parts, offer)}
    <span class="take">${chooseButton(parts, offer)}${pin(parts, offer)}</span>
  </th>`
}

const pin = ({ part, say }: OffersParts, offer: Offer): PageNode =>
  pinButton(say, part.shown, { id: offer.id, name: offerName(offer) })

const besidePrice = ({ disclosed: { besidePrice } }: OffersParts): ReadonlyArray<PageNode> =>
  besidePrice.map(
    (each) =>
      html`<span class="each label third" data-disclosure=${each.text}>${toldContent(each)}</span>`,
  )

/** What of a price falls to each traveller, and to each day of a trip that is paid for as a whole. */
const perPerson = (
  { part: { shown }, say, trip }: OffersParts,
  { price: { amount, currency, period } }: Offer,
): PageNode | null => {
  const travellers = trip.travellers.length
  const days = daysInclusive(trip.startDate, trip.endDate)
  const isByDay = shown.isPinned && period === null
  const lines = [
    ...(travellers > 1
      ? [say("per_person", { amount: say.money(amount / travellers, currency) })]
      : []),
    ...(isByDay
      ? [say("per_day", { amount: say.money(amount / travellers / days, currency) })]
      : []),
  ]
  return lines.length === 0
    ? null
    : html`<span class="each label third">${lines.map((line) => html`<span>${line}</span>`)}</span>`
}

const columnClass = ({ flag }: ComparedOffer): string | undefined =>
  flag === "first_at_benchmark" ? "first" : undefined

/** What stands over an offer: that it is the cheapest, or the cheapest that reaches the benchmark. */
const offerFlag = (say: CompareSpeech, { flag }: ComparedOffer): PageNode | null => {
  if (flag === undefined) return null
  return flag === "cheapest"
    ? html`<span class="flag">${say("cheapest")}</span>`
    : html`<span class="flag reached">${symbol("held", 12)} ${say("first_at_benchmark")}</span>`
}

/** The pictogram of an offer; its name stands beside it. */
const offerIcon = ({ insurer }: Offer, sizePixels: number): PageNode | null =>
  insurer.logoUrl === null
    ? null
    : html`<img src=${insurer.logoUrl} alt="" width=${sizePixels} height=${sizePixels} />`

/** The button that takes an offer; one that opens a window says so. */
const chooseButton = ({ isFramed, say }: OffersParts, offer: Offer): PageNode => {
  const label = say("choose_offer", { offer: offerName(offer), price: priceText(say, offer.price) })
  return html`<button
    class="button small"
    form=${chooseForm}
    name="offer"
    value=${offer.id}
    aria-label=${isFramed ? say("new_window", { label }) : label}
  >
    ${say("choose")} ${isFramed ? symbol("external", 14) : null}
  </button>`
}

const coverRow = (parts: OffersParts, slug: string): PageNode => {
  const { card, nameOf, say } = parts
  const differs = differsIn(parts, slug)
  return html`<tr class=${differs ? "differs" : undefined} data-row>
    <th scope="row" abbr=${nameOf(slug)} aria-label=${nameOf(slug)}>
      <span>${nameOf(slug)} ${explainSign(say.text, slug)}</span
      ><span class="dot" title=${say("differs")}
        ><span class="unseen">${say("differs")}</span></span
      >
    </th>
    ${card === undefined ? null : html`<td class="card-column">${cardCell(say, card, slug)}</td>`}
    ${offerCells(
      parts,
      (compared) => coverCell(parts, compared, slug),
      (compared) => coverText(parts, compared.cells.get(slug)),
    )}
  </tr>`
}

/** A cell for each offer; `told` is what the page's script takes for its text. */
const offerCells = (
  { comparison, part }: OffersParts,
  content: (compared: ComparedOffer) => PageNode,
  told?: (compared: ComparedOffer) => string,
): ReadonlyArray<PageNode> =>
  comparison.offers.map(
    (compared, index) =>
      html`<td
        class=${columnClass(compared)}
        hidden=${!part.visible.has(index)}
        data-column=${index}
        data-told=${told?.(compared)}
      >
        ${content(compared)}
      </td>`,
  )

/** Whether the offers that are shown differ in a guarantee. */
const differsIn = (parts: OffersParts, slug: string): boolean =>
  new Set(
    parts.comparison.offers.flatMap(({ cells }, index) =>
      parts.part.visible.has(index) ? coverText(parts, cells.get(slug)) : [],
    ),
  ).size > 1

type WithTrip = Pick<OffersParts, "say" | "trip">

/** How an offer stands to a guarantee, in words alone. */
export const coverText = ({ say, trip }: WithTrip, cell: CoverCell | undefined): string => {
  switch (cell?.kind) {
    case "held":
      return [heldText(say, cell, trip), excessText(say.text, cell.guarantee, cell.currency) ?? []]
        .flat()
        .join(", ")
    case "absent":
      return say.text("offers.not_available")
    case "optional":
      return say.text("offers.optional")
    default:
      return say.text("offers.not_stated")
  }
}

/** What is held, in words of the traveller's language. */
const heldText = (
  say: CompareSpeech,
  {
    currency,
    guarantee,
  }: { readonly currency: CurrencyCode; readonly guarantee: Pick<Guarantee, "state" | "value"> },
  trip?: Trip,
): string => {
  const { state, value } = guarantee
  // The traveller's own price, as it was typed: no insurer's currency makes another figure of it.
  if (state === "trip_price" && value !== null && trip?.tripPrice !== undefined) {
    return say.ceiling(trip.tripPrice, trip.currency)
  }
  // In a column of amounts nobody needs to read "up to" in each cell.
  return value === null || state === "per_day"
    ? say.cover(guarantee, currency)
    : say.ceiling(value, currency)
}

/** How the traveller's card stands to a guarantee, as far as the Coach knows it. */
const cardCell = (say: CompareSpeech, card: TravellerCard, slug: string): PageNode => {
  const cover = cardCover(card, slug)
  if (cover.kind === "other") return noted("unstated", "missing", say("card_other"))
  if (cover.kind !== "held") {
    return cover.kind === "missing"
      ? noted("absent", "missing", say("card_missing"))
      : noted("unstated", "unverified", say("card_unverified"))
  }
  const { conditions, currency, guarantee, short } = cover
  const told = conditions.map((condition) => conditionText(say, condition, currency))
  const text = heldText(say, cover)
  return html`${guarantee.value === null ? html`<span class="told">${text}</span>` : html`<strong>${text}</strong>`}
  ${short === undefined || short === "conditional" ? null : shortNote(say, short)}
  ${noted("note cond", "conditional", told.length === 0 ? say("card_conditional") : told.join(", "))}`
}

/** A condition of a card's cover, in a few words. */
const conditionText = (
  say: CompareSpeech,
  { amount, term }: CardCondition,
  currency: CurrencyCode,
): string =>
  say(`term_${term}`, {
    count: amount ?? 0,
    amount:
      term === "deductible" ? say.ceiling(amount ?? 0, currency) : say.text.number(amount ?? 0),
  })

/** A state as a shape and words. */
export const noted = (kind: string, name: SymbolName, text: string): PageNode =>
  html`<span class=${`state ${kind}`}>${symbol(name, 13)}<span>${text}</span></span>`

/** What is said beside a card's cover that falls short. */
const shortNote = (say: CompareSpeech, short: RawMoney): PageNode =>
  noted(
    "note warn",
    "insufficient",
    say("benchmark", { amount: say.ceiling(short.value, short.currency) }),
  )

/** How an offer stands to a guarantee: shape and words, and for care how it stands to the benchmark. */
const coverCell = (
  parts: WithTrip,
  { cells, inTripCurrency, reachesBenchmark }: ComparedOffer,
  slug: string,
): PageNode => {
  const { say, trip } = parts
  const cell = cells.get(slug)
  switch (cell?.kind) {
    case "held": {
      const { currency, guarantee } = cell
      const text = heldText(say, cell, trip)
      const beside = besideHeld(parts, guarantee, currency, inTripCurrency)
      const isCare = slug === medicalSlug && reachesBenchmark !== undefined
      if (!isCare) return html`<span class="told">${text}</span>${beside}`
      return reachesBenchmark
        ? html`<span class="told reached">${text}</span
            >${beside}${noted("note ok", "held", say("above"))}`
        : html`<span class="told">${text}</span>${beside}<span class="state note"
              ><span>${say("below")}</span></span
            >`
    }
    case "absent":
      return noted("absent", "missing", coverText(parts, cell))
    case "optional":
      return noted("optional", "plus", coverText(parts, cell))
    default:
      return noted("unstated", "unverified", coverText(parts, cell))
  }
}

/** What stands under a cover: its amount in the trip's currency, and what each claim leaves to the traveller. */
const besideHeld = (
  { say, trip }: WithTrip,
  guarantee: Guarantee,
  currency: CurrencyCode,
  inTripCurrency: ComparedOffer["inTripCurrency"],
): PageNode => {
  const about = aboutText(say, guarantee, trip, inTripCurrency)
  const excess = excessText(say.text, guarantee, currency)
  return html`${about === undefined ? null : html`<small class="sub">${about}</small>`}${
    excess === undefined ? null : html`<small class="sub">${excess}</small>`
  }`
}

/** What offers leave out, with the traveller's own figures beside it. */
const notCoveredRow = (parts: OffersParts): PageNode => {
  const { card, say } = parts
  return html`<tr>
    <th scope="row">${say.text("offers.not_covered")}</th>
    ${card === undefined ? null : html`<td class="card-column"></td>`}
    ${offerCells(parts, (compared) => leftOutList(say, compared))}
  </tr>`
}

const leftOutList = (say: CompareSpeech, { notCovered }: ComparedOffer): PageNode =>
  html`<ul class="left">
    ${notCovered.leftOut.map((each) => html`<li>${leftOutText(say.text, each)}</li>`)}
  </ul>`

const documentsRow = (parts: OffersParts): PageNode => {
  const { card, say } = parts
  return html`<tr>
    <th scope="row">${say("documents")}</th>
    ${
      card === undefined
        ? null
        : html`<td class="card-column"><span class="label third">${say("ask_bank")}</span></td>`
    }
    ${offerCells(parts, (compared) => documentLinks(say, compared.offer))}
  </tr>`
}

/** Links to an offer's documents, in a page of their own; where there is none, that is said. */
const documentLinks = (say: CompareSpeech, offer: Offer): PageNode => {
  const { cgvUrl, ipidUrl } = offer.documents
  const query = `?lang=${writtenLanguage(say.language)}`
  const link = (url: string | null, word: "ipid" | "terms", none: "no_ipid" | "no_terms") =>
    url === null
      ? html`<span class="third">${say(none)}</span>`
      : html`<a
          href=${`${url}${query}`}
          target="_blank"
          rel="noopener"
          aria-label=${say("documents_of", {
            document: documentName(say.text, say(word)),
            offer: offerName(offer),
          })}
          >${documentName(say.text, say(word))}</a
        >`
  return html`<span class="documents"
    >${link(cgvUrl, "terms", "no_terms")}${link(ipidUrl, "ipid", "no_ipid")}</span
  >`
}

/** At least so many guarantees lead, and all that were asked for. */
const leadingCount = 3

/** The guarantees that stand for an offer where there is little room: care, what was asked for, and others. */
export const leadingCovers = (
  { shouldCoverCancellation, shouldCoverExtremeSports }: Trip,
  slugs: ReadonlyArray<string>,
): ReadonlyArray<string> => {
  const asked = [
    ...(shouldCoverCancellation ? ["cancelTrip"] : []),
    ...(shouldCoverExtremeSports ? ["extremeSports"] : []),
  ]
  return [medicalSlug, ...asked, "suitcaseInsurance", "privateRc"]
    .filter((slug) => slugs.includes(slug))
    .slice(0, Math.max(leadingCount, 1 + asked.length))
}

const offerCard = (parts: OffersParts, compared: ComparedOffer, index: number): PageNode => {
  const { comparison, part, say, trip } = parts
  const { offer, passes, reachesBenchmark } = compared
  const { slugs } = comparison
  const leading = leadingCovers(trip, slugs)
  const others = slugs.filter((slug) => !leading.includes(slug))
  return html`<li
    class=${`card offer${reachesBenchmark === true ? " reaches" : ""}`}
    hidden=${!part.visible.has(index)}
    data-column=${index}
    data-passes=${[...passes].join(" ")}
  >
    ${offerFlag(say, compared)}
    <div class="top">
      ${offerIcon(offer, 38)}
      <div>
        <h2><b>${offer.name}</b> ${offer.plan}</h2>
        <p class="label third">${insurerName(offer)}</p>
      </div>
      <p class="price">${priceText(say, offer.price)}</p>
      ${besidePrice(parts)} ${perPerson(parts, offer)}
    </div>
    ${coverLines(parts, compared, leading)}
    <h3>${say.text("offers.not_covered")}</h3>
    ${leftOutList(say, compared)}
    <div class="actions take">${chooseButton(parts, offer)}${pin(parts, offer)}</div>
    <details>
      <summary>${say("all_covers")}</summary>
      ${coverLines(parts, compared, others)} ${documentLinks(say, offer)}
    </details>
  </li>`
}

const coverLines = (
  parts: OffersParts,
  compared: ComparedOffer,
  slugs: ReadonlyArray<string>,
): PageNode => {
  const { card, nameOf, say } = parts
  return html`<dl>
    ${slugs.map(
      (slug) =>
        html`<div>
          <dt>${nameOf(slug)} ${explainSign(say.text, slug)}</dt>
          <dd>
            ${coverCell(parts, compared, slug)}
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
}
