import { saidIn } from "../../../rules/pricing/notice.ts"
import { daysInclusive, plusDays, yearsLater } from "../../../core/vocabulary/day.ts"
import { againForm, changeButton, chooseForm, choosing, pager } from "./choosing.ts"
import { cardPanel, type ShownCard, showsFacts, unknownPanel } from "./card-panel.ts"
import { keepPanel, type KeptPart } from "./keeping.ts"
import { offerCards, type OffersParts, offersTable } from "./offers.ts"
import { carriedFields } from "./search.ts"
import type { CompareSpeech } from "./speech.ts"
import { hiddenFields } from "../kit/controls.ts"
import { explanations, offerName, plainInsurer } from "../kit/offer-words.ts"
import { toldContent, type ToldDisclosure } from "../kit/disclosures.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import { symbol } from "../kit/symbols.ts"
import {
  type ComparisonPrices,
  type NearMissGroup,
  type OfferComparison,
} from "../../../rules/comparison/offer-comparison.ts"
import type { UnknownCard } from "../../../rules/comparison/traveller-card.ts"
import { changeFor, type SearchChange } from "../../../rules/comparison/search-change.ts"
import { pageSize, writeShownOffers } from "../../../rules/comparison/shown-offers.ts"
import type { TripSearch } from "../../../rules/comparison/trip-search.ts"
import { saidAges } from "../../../rules/comparison/typed-ages.ts"
import { yearsBegun } from "../../../rules/pricing/pricing-tables.ts"
import type { CatalogueOffer } from "../../../rules/pricing/catalogue.ts"
import type { Trip } from "../../../rules/trip/trip.ts"
import type { RawMoney } from "../../../rules/coach/response.ts"

/** How many offers there are for which places. */
export const resultTitle = (say: CompareSpeech, trip: Trip, count: number): string =>
  say("result", { count, places: say.list(trip.arrivalCountries.map(say.country)) })

/** What a page of offers is made of. */
export interface ResultParts extends OffersParts {
  readonly search: TripSearch
  readonly prices: ComparisonPrices
  readonly comparison: OfferComparison
  readonly card: ShownCard | undefined
  /** The card that was typed and is not known. */
  readonly unknownCard: UnknownCard | undefined
  readonly nearMisses: ReadonlyArray<NearMissGroup>
  /** The form again, filled in, to change the search. */
  readonly form: PageNode
  readonly kept: KeptPart
  /** What has become of the prices since they were seen last, in a sentence; null where nothing has. */
  readonly change: PageNode | null
}

/** The offers of a search, and all that is told about them. */
export const resultBody = (parts: ResultParts): PageNode => {
  const { card, change, comparison, form, kept, nearMisses, prices, say, trip } = parts
  return html`<div class="trip">
      <div>
        <h1 class="display headline">${resultTitle(say, trip, comparison.offers.length)}</h1>
        <p class="small-text second">${tripLine(say, trip)}</p>
      </div>
    </div>
    ${change} ${keepPanel(say, kept)}
    <details class="card change" open=${comparison.offers.length === 0}>
      <summary>${say("change")}</summary>
      ${form}
    </details>
    ${card === undefined ? null : cardPanel(say, card, comparison.benchmark, parts.search)}
    ${parts.unknownCard === undefined ? null : unknownPanel(say, parts.unknownCard)}
    ${whyBenchmark(say, trip, comparison.benchmark)} ${beforeList(parts.disclosed.beforeList)}
    ${offers(showsFacts(card) ? { ...parts, card: undefined } : parts)}
    ${leftOut(say, prices, nearMisses)} ${smallPrint(parts)} ${printNote(parts)} ${carriers(parts)}`
}

/** What stands above the list of offers: what the law of the residence asks for. */
const beforeList = (texts: ReadonlyArray<ToldDisclosure>): PageNode | null =>
  texts.length === 0
    ? null
    : html`<ul class="before-list small-text second">
        ${texts.map((each) => html`<li data-disclosure=${each.text}>${toldContent(each)}</li>`)}
      </ul>`

const bound = /^(?<sign><=|>=)(?<value>\d{1,4})$/

/** What would let the offers of a group through, in a sentence. */
export const nearMissText = (
  say: CompareSpeech,
  { cell, condition }: Omit<NearMissGroup, "offers">,
  offers: string,
): string => {
  const { sign = "", value = "" } = bound.exec(cell)?.groups ?? {}
  const values = { offers, count: Number(value), age: Number(value) }
  switch (`${condition} ${sign === "" ? cell : sign}`) {
    case "days <=":
      return say("near_days", values)
    case "youngest_age >=":
      return say("near_youngest", values)
    case "oldest_age <=":
      return say("near_oldest", values)
    case "annual true":
      return say("near_annual", values)
    case "annual false":
      return say("near_single", values)
    case "cancellation false":
      return say("near_cancellation", values)
    case "extreme_sports false":
      return say("near_sports", values)
    case "domestic false":
      return say("near_domestic", values)
    case "excluded false":
      return say("near_excluded", values)
    case "all_schengen true":
      return say("near_schengen", values)
    default:
      return say("near_other", values)
  }
}

/** A trip in one line: from where, when, for whom and for what, and at last its price where there is one. */
export const tripParts = (say: CompareSpeech, trip: Trip): ReadonlyArray<string> => {
  const ages = say.list(saidAges(trip.travellers.map(({ age }) => age)))
  const { currency, shouldCoverCancellation, tripPrice } = trip
  const facts = [
    say("lives_in", { country: say.country(trip.countryResidence) }),
    say.dateRange(trip.startDate, trip.endDate),
    say("party", { count: trip.travellers.length, ages }),
    say.intent(trip.intent),
    ...(trip.isAnnual ? [say("annual_until", { day: say.date(annualEnd(trip)) })] : []),
  ]
  if (tripPrice === undefined) return facts
  const amount = say.ceiling(tripPrice, currency)
  return [
    ...facts,
    shouldCoverCancellation
      ? say.text("offers.insured_price", { amount })
      : say("trip_price", { amount }),
  ]
}

const tripLine = (say: CompareSpeech, trip: Trip): PageContent => {
  const parts = tripParts(say, trip)
  if (trip.tripPrice === undefined) return parts.join(" · ")
  return html`${parts.slice(0, -1).join(" · ")} · <b>${parts.at(-1)}</b>`
}

/** The last day of an annual cover: the one before it is a year, or years, since departure. */
const annualEnd = ({ endDate, startDate }: Trip): string => {
  const years = yearsBegun(daysInclusive(startDate, endDate))
  return plusDays(yearsLater(startDate, years), -1) ?? endDate
}

/** What the benchmark is, why it is so high, and whose judgement it is. */
const whyBenchmark = (
  say: CompareSpeech,
  { arrivalCountries }: Trip,
  benchmark: RawMoney | undefined,
): PageNode | null => {
  if (benchmark === undefined) return null
  const amount = say.ceiling(benchmark.value, benchmark.currency)
  return html`<details class="card why">
    <summary>
      ${symbol("info")}<span>${say("why_benchmark", { amount })}</span>${symbol("chevron")}
    </summary>
    <p>
      ${[
        say("benchmark_what", { amount }),
        ...(arrivalCountries.includes("US") ? [say("benchmark_us")] : []),
        say("benchmark_whose"),
      ].join(" ")}
    </p>
  </details>`
}

const offers = (parts: ResultParts): PageNode => {
  const { comparison, part, say } = parts
  const isEmpty = comparison.offers.length === 0
  if (isEmpty) return html`<p class="card">${say("no_offer")}</p>`
  return html`<div
    class="offers-part"
    data-page-size=${pageSize}
    data-shown=${writeShownOffers({ ...part.shown, offset: part.from })}
  >
    ${choosing(parts)}
    <p class="card" data-none hidden=${part.count > 0}>${say("none_left")}</p>
    <div data-some hidden=${part.count === 0}>${offersTable(parts)}${offerCards(parts)}</div>
    ${explanations(say.text, comparison.slugs)}
    <div class="filters below">${pager(parts)}</div>
    <p class="unseen" role="status" data-announce>${say("announced", { count: part.count })}</p>
  </div>`
}

/** What was left out of a comparison, and why: offers that nearly fit, and those without a price. */
const leftOut = (
  say: CompareSpeech,
  { redirectOnlyCount, said = [], unpriced, unpricedCount }: ComparisonPrices,
  nearMisses: ReadonlyArray<NearMissGroup>,
): PageNode | null => {
  const nearCount = nearMisses.reduce((count, { offers }) => count + offers.length, 0)
  const folds = [
    nearCount === 0
      ? []
      : fold(
          say("near", { count: nearCount }),
          nearMisses.map((group) => {
            const change = changeFor(group)
            const text = nearMissText(say, group, namesOf(say, group.offers))
            return change === undefined
              ? text
              : html`<span>${text}</span>
                  ${changeButton(change, changeText(say, change), "button small")}`
          }),
        ),
    unpriced.size + redirectOnlyCount === 0
      ? []
      : fold(
          unpricedCount === 0
            ? say("redirected", { count: redirectOnlyCount })
            : say("unpriced", { count: unpricedCount }),
          [
            ...[...unpriced].map(([reason, offers]) =>
              say(reason, { offers: namesOf(say, offers) }),
            ),
            ...(redirectOnlyCount === 0 ? [] : [say("redirected", { count: redirectOnlyCount })]),
          ],
        ),
  ].flat()
  const { language, sentences } = saidIn(said, say.language)
  const kept = sentences.map((each) => html`<p class="card" lang=${language}>${each}</p>`)
  if (folds.length + kept.length === 0) return null
  return html`<div class="left-out">${kept} ${folds}</div>`
}

/** What a button changes of the search, in a verb. */
const changeText = (say: CompareSpeech, change: SearchChange): string => {
  switch (change) {
    case "annual":
      return say("change_annual")
    case "no-annual":
      return say("change_single")
    case "cancellation":
      return say("add_cancellation")
    case "no-cancellation":
      return say("change_no_cancellation")
    case "no-sports":
      return say("change_no_sports")
    case "sports":
      return say("sports")
    default:
      return say("change_days", { count: Number(change.slice("days-".length)) })
  }
}

const fold = (title: string, lines: ReadonlyArray<PageContent>): PageNode =>
  html`<details class="card">
    <summary>${symbol("info")}<span>${title}</span>${symbol("chevron")}</summary>
    <ul>
      ${lines.map((line) => html`<li>${line}</li>`)}
    </ul>
  </details>`

/** The names of offers, with those of their insurers. */
const namesOf = (say: CompareSpeech, offers: ReadonlyArray<CatalogueOffer>): string =>
  say.list(
    offers.map(({ insurer, row }) => `${row.name} ${row.plan} (${plainInsurer(insurer.name)})`),
  )

const smallPrint = (parts: ResultParts): PageNode =>
  html`<p class="small-print label third">${smallPrintText(parts)}</p>`

/** That all is made up, by which rates amounts were converted, and what binds. */
export const smallPrintText = ({
  comparison,
  prices,
  say,
  trip,
}: Pick<ResultParts, "comparison" | "prices" | "say" | "trip">): string => {
  const isConverted = comparison.offers.some(
    ({ offer: { price } }) => price.currency !== price.insurerCurrency,
  )
  const isMixed = comparison.offers.some(({ offer }) => offer.price.currency !== trip.currency)
  return [
    say("fictional"),
    ...(isConverted
      ? [say("rates_day", { day: say.date(prices.rates.dayOf(trip.currency)) })]
      : []),
    ...(isMixed ? [say("mixed", { currency: trip.currency })] : []),
    say("caveat"),
  ].join(" ")
}

/** What stands on paper alone: when prices were reckoned, where the page is, and where the terms are. */
export const printNote = ({ comparison, kept, say }: ResultParts): PageNode => {
  const terms = comparison.offers.flatMap(({ offer }) => {
    const { cgvUrl, ipidUrl } = offer.documents
    const addresses = [cgvUrl, ipidUrl].flatMap((path) =>
      path === null ? [] : new URL(path, kept.address).href,
    )
    return addresses.length === 0 ? [] : [`${offerName(offer)}: ${addresses.join(" , ")}`]
  })
  return html`<div class="on-paper">
    <p>${say("keep_about", { day: say.date(kept.until) })} ${kept.address}</p>
    <p><b>${say("documents")}</b></p>
    <ul>
      ${terms.map((line) => html`<li>${line}</li>`)}
    </ul>
  </div>`
}

/** The forms that the buttons of a page of offers send. */
export const carriers = ({ isFramed, kept, say, search }: ResultParts): PageNode =>
  html`<form id=${againForm} method="get" action=${kept.path} data-again>
      ${hiddenFields([["lang", say.language]])}
    </form>
    <form
      id=${chooseForm}
      method="post"
      action="/compare/choose"
      target=${isFramed ? "_blank" : undefined}
      rel=${isFramed ? "noopener" : undefined}
    >
      ${hiddenFields([...carriedFields(search), ["lang", say.language]])}
    </form>`
