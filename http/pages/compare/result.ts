import { cardPanel } from "./card-panel.ts"
import type { NamedCardReading } from "./card.ts"
import { type OfferComparison, pageSize, type ShownPart } from "./comparison.ts"
import { hiddenFields } from "./form-fields.ts"
import { type NearMissGroup, nearMissText } from "./near-misses.ts"
import { offerCards } from "./offer-cards.ts"
import { chooseForm } from "./offer-head.ts"
import { type OffersParts, offersTable } from "./offers-table.ts"
import type { HousePrices } from "./prices.ts"
import { carriedFields, type OfferFilter, offerFilters, type TripSearch } from "./search.ts"
import type { CompareSpeech } from "./speech.ts"
import { html, type PageNode } from "../kit/html.ts"
import { symbol } from "../kit/symbols.ts"
import type { RawMoney } from "../../../rules/coach/response.ts"
import type { CatalogueOffer } from "../../../rules/pricing/catalogue.ts"
import type { Trip } from "../../../rules/trip/trip.ts"

/** What a page of offers is made of. */
interface ResultParts extends OffersParts {
  readonly trip: Trip
  readonly search: TripSearch
  readonly prices: HousePrices
  readonly comparison: OfferComparison
  readonly part: ShownPart
  readonly card: NamedCardReading | undefined
  readonly nearMisses: ReadonlyArray<NearMissGroup>
  /** The form again, filled in, to change the search. */
  readonly form: PageNode
  /** Whether the page stands in a frame: what is chosen opens beside it then. */
  readonly isFramed: boolean
}

/** The form that shows the same offers otherwise. */
const againForm = "again"

/** How many offers there are for which places. */
export const resultTitle = (say: CompareSpeech, trip: Trip, count: number): string =>
  say("result", { count, places: say.list(trip.arrivalCountries.map(say.country)) })

const tripLine = (say: CompareSpeech, trip: Trip): string => {
  const ages = say.list(trip.travellers.map(({ age }) => String(age)))
  return [
    say("lives_in", { country: say.country(trip.countryResidence) }),
    say.dateRange(trip.startDate, trip.endDate),
    say("party", { count: trip.travellers.length, ages }),
    say.intent(trip.intent),
  ].join(" · ")
}

const filterLabel = (
  say: CompareSpeech,
  filter: OfferFilter,
  benchmark: RawMoney | undefined,
): string | undefined => {
  if (filter !== "care") return say(`filter_${filter}`)
  return benchmark === undefined
    ? undefined
    : say("filter_care", { amount: say.ceiling(benchmark.value, benchmark.currency) })
}

const chips = ({ comparison, part, say }: ResultParts): PageNode =>
  html`<div class="chips" role="group" aria-label=${say("filters")}>
    ${offerFilters.map((filter) => {
      const label = filterLabel(say, filter, comparison.benchmark)
      return label === undefined
        ? null
        : html`<button
            class="chip"
            form=${againForm}
            name="shown"
            value=${`${filter} 0`}
            data-filter=${filter}
            aria-pressed=${String(part.filter === filter)}
          >
            <span>${label}</span> <span class="third">${comparison.counts[filter]}</span>
          </button>`
    })}
  </div>`

/** A text with its values left open, for the script to fill in. */
const rangeTemplate = (say: CompareSpeech): string =>
  say("range", { from: "{from}", to: "{to}", count: "{count}" })

const pager = ({ part, say }: ResultParts): PageNode => {
  const { count, filter, from } = part
  const step = (offset: number, isPossible: boolean, word: "next" | "previous") =>
    html`<button
      class=${`button small step ${word}`}
      form=${againForm}
      name="shown"
      value=${`${filter} ${Math.max(0, offset)}`}
      data-step=${word}
      aria-label=${say(word)}
      disabled=${!isPossible}
    >
      ${symbol("chevron")}
    </button>`
  return html`<div class="pager" hidden=${count <= pageSize}>
    <span class="second order">${say("cheapest_first")}</span>
    ${step(from - pageSize, from > 0, "previous")}
    <span class="together" data-range=${rangeTemplate(say)}
      >${say("range", { from: Math.min(from + 1, count), to: Math.min(from + pageSize, count), count })}</span
    >
    ${step(from + pageSize, from + pageSize < count, "next")}
  </div>`
}

const offers = (parts: ResultParts): PageNode => {
  const { comparison, part, say } = parts
  const isEmpty = comparison.offers.length === 0
  return html`<div
    class="offers-part"
    data-page-size=${pageSize}
    data-filter-now=${part.filter}
    data-from=${part.from}
  >
    ${isEmpty ? html`<p class="card">${say("no_offer")}</p>` : null}
    ${isEmpty ? null : html`<div class="filters">${chips(parts)}${pager(parts)}</div>`}
    <p class="card" data-none hidden=${isEmpty || part.count > 0}>${say("none_left")}</p>
    ${isEmpty ? null : html`<div data-some hidden=${part.count === 0}>${offersTable(parts)}${offerCards(parts)}</div>`}
    ${isEmpty ? null : html`<div class="filters below">${pager(parts)}</div>`}
    <p class="unseen" role="status" data-announce>${say("announced", { count: part.count })}</p>
  </div>`
}

const smallPrint = ({ comparison, prices, say, trip }: ResultParts): PageNode => {
  const isConverted = comparison.offers.some(
    ({ offer: { price } }) => price.currency !== price.insurerCurrency,
  )
  const isMixed = comparison.offers.some(({ offer }) => offer.price.currency !== trip.currency)
  return html`<p class="small-print label third">
    ${[
      say("fictional"),
      ...(isConverted
        ? [say("rates_day", { day: say.date(prices.rates.dayOf(trip.currency)) })]
        : []),
      ...(isMixed ? [say("mixed", { currency: trip.currency })] : []),
      say("caveat"),
    ].join(" ")}
  </p>`
}

const carriers = ({ isFramed, say, search }: ResultParts): PageNode => {
  const carried = [...carriedFields(search), ["lang", say.language] as const]
  return html`<form id=${againForm} method="post" action="/compare" data-again>
      ${hiddenFields(carried)}
    </form>
    <form
      id=${chooseForm}
      method="post"
      action="/compare/choose"
      target=${isFramed ? "_blank" : undefined}
      rel=${isFramed ? "noopener" : undefined}
    >
      ${hiddenFields(carried)}
    </form>`
}

/** The offers of a search, and all that is told about them. */
export const resultBody = (parts: ResultParts): PageNode => {
  const { card, comparison, form, nearMisses, prices, say, trip } = parts
  return html`<div class="trip">
      <div>
        <h1 class="display headline">${resultTitle(say, trip, comparison.offers.length)}</h1>
        <p class="small-text second">${tripLine(say, trip)}</p>
      </div>
    </div>
    <details class="card change" open=${comparison.offers.length === 0}>
      <summary>${say("change")}</summary>
      ${form}
    </details>
    ${card === undefined ? null : cardPanel(say, card, comparison.benchmark)} ${offers(parts)}
    ${leftOut(say, prices, nearMisses)} ${smallPrint(parts)} ${carriers(parts)}`
}

/** The names of offers, with those of their insurers. */
const namesOf = (say: CompareSpeech, offers: ReadonlyArray<CatalogueOffer>): string =>
  say.list(
    offers.map(
      ({ insurer, row }) =>
        `${row.name} ${row.plan} (${insurer.name.replace(/ \(fictional\)$/u, "")})`,
    ),
  )

const fold = (title: string, lines: ReadonlyArray<string>): PageNode =>
  html`<details class="card">
    <summary>${symbol("info")}<span>${title}</span>${symbol("chevron")}</summary>
    <ul>
      ${lines.map((line) => html`<li>${line}</li>`)}
    </ul>
  </details>`

/** What was left out of a comparison, and why: offers that nearly fit, and those without a price. */
const leftOut = (
  say: CompareSpeech,
  { redirectOnlyCount, unpriced, unpricedCount }: HousePrices,
  nearMisses: ReadonlyArray<NearMissGroup>,
): PageNode | null => {
  const nearCount = nearMisses.reduce((count, { offers }) => count + offers.length, 0)
  const folds = [
    nearCount === 0
      ? []
      : fold(
          say("near", { count: nearCount }),
          nearMisses.map((group) => nearMissText(say, group, namesOf(say, group.offers))),
        ),
    unpricedCount + redirectOnlyCount === 0
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
  return folds.length === 0 ? null : html`<div class="left-out">${folds}</div>`
}
