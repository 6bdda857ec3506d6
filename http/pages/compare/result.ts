import { daysInclusive, plusDays, yearsLater } from "../../../core/vocabulary/day.ts"
import { chooseForm, offerCards, type OffersParts, offersTable } from "./offers.ts"
import { carriedFields } from "./search.ts"
import type { CompareSpeech } from "./speech.ts"
import { hiddenFields } from "../kit/controls.ts"
import { explanations } from "../kit/guarantees.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import { stateBadge, symbol } from "../kit/symbols.ts"
import { medicalSlug } from "../../../rules/coach/card/products.ts"
import {
  type ComparisonPrices,
  type NearMissGroup,
  type OfferComparison,
  type OfferFilter,
  offerFilters,
  pageSize,
  type ShownPart,
} from "../../../rules/comparison/offer-comparison.ts"
import type { TravellerCard } from "../../../rules/comparison/traveller-card.ts"
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
interface ResultParts extends OffersParts {
  readonly trip: Trip
  readonly search: TripSearch
  readonly prices: ComparisonPrices
  readonly comparison: OfferComparison
  readonly part: ShownPart
  readonly card: ShownCard | undefined
  readonly nearMisses: ReadonlyArray<NearMissGroup>
  /** The form again, filled in, to change the search. */
  readonly form: PageNode
  /** Whether the page stands in a frame: what is chosen opens beside it then. */
  readonly isFramed: boolean
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
    ${card === undefined ? null : cardPanel(say, card, comparison.benchmark)}
    ${whyBenchmark(say, trip, comparison.benchmark)}
    ${offers(showsFacts(card) ? { ...parts, card: undefined } : parts)}
    ${leftOut(say, prices, nearMisses)} ${smallPrint(parts)} ${carriers(parts)}`
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
const showsFacts = (card: ShownCard | undefined): boolean => card?.answer.bilan.shouldSell === null

/** The reading of a traveller's card, with the sentences that say it. */
export interface ShownCard extends TravellerCard {
  readonly rendered: RenderedBilan
}

const tripLine = (say: CompareSpeech, trip: Trip): PageContent => {
  const ages = say.list(trip.travellers.map(({ age }) => String(age)))
  const facts = [
    say("lives_in", { country: say.country(trip.countryResidence) }),
    say.dateRange(trip.startDate, trip.endDate),
    say("party", { count: trip.travellers.length, ages }),
    say.intent(trip.intent),
    ...(trip.isAnnual ? [say("annual_until", { day: say.date(annualEnd(trip)) })] : []),
  ].join(" · ")
  const { currency, shouldCoverCancellation, tripPrice } = trip
  if (tripPrice === undefined) return facts
  const amount = say.ceiling(tripPrice, currency)
  const told = shouldCoverCancellation
    ? say.text("offers.insured_price", { amount })
    : say("trip_price", { amount })
  return html`${facts} · <b>${told}</b>`
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

const reading = (card: ShownCard, say: CompareSpeech): PageNode => {
  const { answer, rendered } = card
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
                    <p><strong>${label}</strong> ${stateBadge(badge, badgeLabel)}</p>
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
              ${showsFacts(card) ? null : html`<p class="small-text second">${pitch}</p>`}
            </li>`,
        )}
      </ul>
      ${rendered.social === null ? null : html`<p class="small-text second">${rendered.social}</p>`}
      <p class="small-text second">
        ${[rendered.reading, ...rendered.disclosures].filter((each) => each !== undefined).join(" ")}
      </p>
    </div>
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
    ${isEmpty ? null : explanations(say.text, comparison.slugs)}
    ${isEmpty ? null : html`<div class="filters below">${pager(parts)}</div>`}
    <p class="unseen" role="status" data-announce>${say("announced", { count: part.count })}</p>
  </div>`
}

/** The form that shows the same offers otherwise. */
const againForm = "again"

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

/** A text with its values left open, for the script to fill in. */
const rangeTemplate = (say: CompareSpeech): string =>
  say("range", { from: "{from}", to: "{to}", count: "{count}" })

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

const fold = (title: string, lines: ReadonlyArray<string>): PageNode =>
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
