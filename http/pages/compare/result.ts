import { daysInclusive, plusDays, yearsLater } from "../../../core/vocabulary/day.ts"
import { againForm, changeButton, chooseForm, choosing, pager } from "./choosing.ts"
import { keepPanel, type KeptPart } from "./keeping.ts"
import { offerCards, type OffersParts, offersTable } from "./offers.ts"
import { carriedFields } from "./search.ts"
import type { CompareSpeech } from "./speech.ts"
import { hiddenFields } from "../kit/controls.ts"
import { explanations, offerName } from "../kit/offer-words.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import { stateBadge, symbol } from "../kit/symbols.ts"
import { medicalSlug } from "../../../rules/coach/card/products.ts"
import {
  type ComparisonPrices,
  type NearMissGroup,
  type OfferComparison,
} from "../../../rules/comparison/offer-comparison.ts"
import type { TravellerCard } from "../../../rules/comparison/traveller-card.ts"
import { changeFor, type SearchChange } from "../../../rules/comparison/search-change.ts"
import { pageSize, writeShownOffers } from "../../../rules/comparison/shown-offers.ts"
import type { TripSearch } from "../../../rules/comparison/trip-search.ts"
import type { RenderedBilan } from "../../../rules/messages/render.ts"
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
  readonly nearMisses: ReadonlyArray<NearMissGroup>
  /** The form again, filled in, to change the search. */
  readonly form: PageNode
  /** Whether the page stands in a frame: what is chosen opens beside it then. */
  readonly isFramed: boolean
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
    ${card === undefined ? null : cardPanel(say, card, comparison.benchmark)}
    ${whyBenchmark(say, trip, comparison.benchmark)}
    ${offers(showsFacts(card) ? { ...parts, card: undefined } : parts)}
    ${leftOut(say, prices, nearMisses)} ${smallPrint(parts)} ${printNote(parts)} ${carriers(parts)}`
}

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

/** Whether facts alone are shown of a card: then no offer is compared with it. */
export const showsFacts = (card: ShownCard | undefined): boolean =>
  card?.answer.bilan.shouldSell === null

/** The reading of a traveller's card, with the sentences that say it. */
export interface ShownCard extends TravellerCard {
  readonly rendered: RenderedBilan
}

/** A trip in one line: from where, when, for whom and for what, and at last its price where there is one. */
export const tripParts = (say: CompareSpeech, trip: Trip): ReadonlyArray<string> => {
  const ages = say.list(trip.travellers.map(({ age }) => String(age)))
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

/** What the Coach says of the traveller's card: headline, ceiling against benchmark, and the whole reading. */
const cardPanel = (
  say: CompareSpeech,
  card: ShownCard,
  benchmark: RawMoney | undefined,
): PageNode => {
  const { ceiling, gaps, rendered } = card
  const { medical } = rendered
  const isMissing = gaps[medicalSlug]?.badge === "missing"
  const told = isMissing && benchmark !== undefined ? { ...benchmark, value: 0 } : ceiling
  return html`<section class="card coach" aria-label=${say("your_card")}>
    <div class="lead">
      <span class="plate" aria-hidden="true"></span>
      <div lang=${rendered.lang}>
        <h2>${rendered.headline ?? say("your_card")}</h2>
        ${medical === null ? null : html`<p class="small-text second">${medical}</p>`}
      </div>
      ${benchmark === undefined ? null : bar(say, told, benchmark)}
    </div>
    <details>
      <summary>${say("see_reading")}</summary>
      ${reading(card, say)}
    </details>
    ${disclosures(rendered)}
  </section>`
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

/** The width of the bar in units of its drawing. */
const barWidth = 300

const bar = (say: CompareSpeech, ceiling: RawMoney | undefined, target: RawMoney): PageNode => {
  const aim = say.ceiling(target.value, target.currency)
  if (ceiling === undefined) {
    const label = say("meter", { amount: say("ceiling_unverified"), target: aim })
    return html`<div class="meter">
      <p>
        <span>${say("ceiling_unverified")}</span><span>${say("benchmark", { amount: aim })}</span>
      </p>
      <svg role="img" aria-label=${label} viewBox="0 0 300 14" preserveAspectRatio="none">
        <rect class="unverified" x="1" y="2" width="298" height="10" rx="3" />
      </svg>
    </div>`
  }
  const amount = say.ceiling(ceiling.value, ceiling.currency)
  const most = Math.max(ceiling.value, target.value, 1)
  const own = Math.round((ceiling.value / most) * barWidth)
  const mark = Math.round((target.value / most) * barWidth)
  const isEnough = ceiling.value >= target.value
  return html`<div class="meter">
    <p>
      <span>${say("with_card", { amount })}</span><span>${say("benchmark", { amount: aim })}</span>
    </p>
    <svg
      role="img"
      aria-label=${say("meter", { amount, target: aim })}
      viewBox="0 0 300 14"
      preserveAspectRatio="none"
    >
      <defs>
        <pattern
          id="hatch"
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect class="hatch-ground" width="6" height="6" />
          <path class="hatch-line" d="M0 0v6" />
        </pattern>
      </defs>
      ${isEnough ? null : html`<rect x="0" y="1" width=${mark} height="12" rx="3" fill="url(#hatch)" />`}
      <rect class=${isEnough ? "own enough" : "own"} x="0" y="1" width=${own} height="12" rx="3" />
      <rect class="mark" x=${Math.max(0, mark - 3)} y="0" width="2.5" height="14" />
    </svg>
  </div>`
}

/** What has to be told beside any part of a reading, so never folded away: of which day it is, and the rest. */
const disclosures = ({ disclosures: told, lang, reading: day }: RenderedBilan): PageNode =>
  html`<ul class="disclosures label third" lang=${lang}>
    ${[...(day === undefined ? [] : [day]), ...told].map((each) => html`<li>${each}</li>`)}
  </ul>`

const reading = (card: ShownCard, say: CompareSpeech): PageNode => {
  const { answer, rendered } = card
  const isFacts = showsFacts(card)
  // That a cover is too low is a judgement by our benchmark.
  const isTold = (badge: string): boolean => !(isFacts && badge === "insufficient")
  const { detected } = answer.card
  const name =
    detected?.matched?.cardName ??
    [detected?.bank, detected?.brand, detected?.level].filter(Boolean).join(" ")
  return html`<div class="reading">
    ${
      detected === undefined || name === ""
        ? null
        : html`<p class="small-text">${say("recognised", { card: name })}</p>`
    }
    <div lang=${rendered.lang}>
      ${rendered.gapsNote === null ? null : html`<p class="small-text">${rendered.gapsNote}</p>`}
      ${
        rendered.gaps.length === 0
          ? null
          : html`<ul class="gaps">
              ${rendered.gaps.map(
                ({ badge, badgeLabel, label, sentence }) =>
                  html`<li>
                    <p>
                      <strong>${label}</strong>
                      ${isTold(badge) ? stateBadge(badge, badgeLabel) : null}
                    </p>
                    <p class="small-text second">${sentence}</p>
                  </li>`,
              )}
            </ul>`
      }
      <ul class="arguments">
        ${rendered.arguments.map(
          ({ fact, hook, pitch }) =>
            html`<li>
              <p><strong>${hook}</strong></p>
              <p class="small-text">${fact}</p>
              ${isFacts ? null : html`<p class="small-text second">${pitch}</p>`}
            </li>`,
        )}
      </ul>
      ${isFacts || rendered.social === null ? null : html`<p class="small-text second">${rendered.social}</p>`}
    </div>
  </div>`
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
  { redirectOnlyCount, unpriced, unpricedCount }: ComparisonPrices,
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
    offers.map(
      ({ insurer, row }) =>
        `${row.name} ${row.plan} (${insurer.name.replace(/ \(fictional\)$/u, "")})`,
    ),
  )

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
