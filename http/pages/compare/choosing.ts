import type { CompareSpeech } from "./speech.ts"
import { html, type PageNode } from "../kit/html.ts"
import { symbol } from "../kit/symbols.ts"
import {
  type OfferComparison,
  type OfferFilter,
  offerFilters,
} from "../../../rules/comparison/offer-comparison.ts"
import {
  type OfferOrder,
  offerOrders,
  pageSize,
  pinsMax,
  type ShownOffers,
  type ShownPart,
  writeShownOffers,
} from "../../../rules/comparison/shown-offers.ts"

/** What the controls over the offers are made of. */
export interface ChoosingParts {
  readonly say: CompareSpeech
  readonly comparison: OfferComparison
  readonly part: ShownPart
}

/** The form that shows the same offers otherwise, which its buttons send by GET. */
export const againForm = "again"

/** The form that takes the choice of an offer, or another search, by POST. */
export const chooseForm = "choose"

/** What offers are in the order of, which of them are shown, and the way to set some side by side. */
export const choosing = (parts: ChoosingParts): PageNode =>
  html`<div class="choosing">${orders(parts)}${filters(parts)}</div>
    <div class="filters">${shownCount(parts)}${pager(parts)}</div>`

/** The steps through pages of offers. */
export const pager = ({ part, say }: ChoosingParts): PageNode => {
  const { count, from, shown } = part
  const step = (offset: number, isPossible: boolean, word: "next" | "previous") =>
    html`<button
      class=${`button small step ${word}`}
      ...${again({ ...shown, offset: Math.max(0, offset) })}
      data-step=${word}
      aria-label=${say(word)}
      disabled=${!isPossible}
    >
      ${symbol("chevron")}
    </button>`
  return html`<div class="pager" hidden=${count <= pageSize}>
    ${step(from - pageSize, from > 0, "previous")}
    <span class="together" data-range=${rangeTemplate(say)}
      >${say("range", { from: Math.min(from + 1, count), to: Math.min(from + pageSize, count), count })}</span
    >
    ${step(from + pageSize, from + pageSize < count, "next")}
  </div>`
}

/** The button that has an offer set side by side with others, or takes it back. */
export const pinButton = (
  say: CompareSpeech,
  shown: ShownOffers,
  offer: { readonly id: number; readonly name: string },
): PageNode => {
  const isPinned = shown.pins.includes(offer.id)
  const pins = isPinned
    ? shown.pins.filter((id) => id !== offer.id)
    : [...shown.pins, offer.id].slice(0, pinsMax)
  return html`<button
    class="button small pin"
    ...${again({ ...shown, pins })}
    data-pin=${offer.id}
    aria-pressed=${String(isPinned)}
    aria-label=${say("pin", { offer: offer.name })}
    disabled=${!isPinned && shown.pins.length >= pinsMax}
  >
    ${symbol("pin")}
  </button>`
}

/** A button of the form that shows the same offers otherwise. */
const again = (shown: ShownOffers) => ({
  form: againForm,
  name: "shown",
  value: writeShownOffers(shown),
})

const orders = ({ part, say }: ChoosingParts): PageNode =>
  html`<div class="chips" role="group" aria-label=${say("sort")}>
    ${offerOrders.map(
      (order) =>
        html`<button
          class="chip"
          ...${again({ ...part.shown, order, offset: 0 })}
          data-order=${order}
          aria-pressed=${String(part.shown.order === order)}
        >
          ${say(orderWords[order])}
        </button>`,
    )}
  </div>`

const orderWords = {
  price: "cheapest_first",
  care: "sort_care",
  value: "sort_value",
} as const satisfies Readonly<Record<OfferOrder, string>>

const filters = (parts: ChoosingParts): PageNode => {
  const { comparison, part, say } = parts
  return html`<div class="chips" role="group" aria-label=${say("filters")}>
    <button
      class="chip"
      ...${again({ ...part.shown, filters: new Set(), offset: 0 })}
      data-filter="all"
      aria-pressed=${String(part.shown.filters.size === 0)}
    >
      <span>${say("filter_all")}</span>
      <span class="third">${comparison.offers.length}</span>
    </button>
    ${offerFilters.map((filter) => filterChip(parts, filter))}
  </div>`
}

/** A filter with what it would leave; where nothing holds a cancellation, the way to one that does. */
const filterChip = (parts: ChoosingParts, filter: OfferFilter): PageNode | null => {
  const { comparison, part, say } = parts
  const label = filterLabel(parts, filter)
  if (label === undefined) return null
  if (filter === "cancellation" && !comparison.offers.some(({ passes }) => passes.has(filter))) {
    return changeButton("cancellation", say("add_cancellation"), "chip")
  }
  const { shown } = part
  const isOn = shown.filters.has(filter)
  const changed = new Set(shown.filters)
  if (isOn) changed.delete(filter)
  else changed.add(filter)
  return html`<button
    class="chip"
    ...${again({ ...shown, filters: changed, offset: 0 })}
    data-filter=${filter}
    aria-pressed=${String(isOn)}
    disabled=${!isOn && part.counts[filter] === 0}
  >
    <span>${label}</span> <span class="third" data-left>${part.counts[filter]}</span>
  </button>`
}

/** A button that sends the search again with one thing changed. */
export const changeButton = (change: string, label: string, look: string): PageNode =>
  html`<button
    class=${look}
    form=${chooseForm}
    formaction="/compare"
    formtarget="_self"
    name="change"
    value=${change}
  >
    ${label}
  </button>`

const filterLabel = (
  { comparison: { benchmark }, say }: ChoosingParts,
  filter: OfferFilter,
): string | undefined => {
  if (filter !== "care") return say(`filter_${filter}`)
  return benchmark === undefined
    ? undefined
    : say("filter_care", { amount: say.ceiling(benchmark.value, benchmark.currency) })
}

const shownCount = ({ comparison, part, say }: ChoosingParts): PageNode => {
  const { count, shown } = part
  const total = comparison.offers.length
  return html`<p class="shown-count">
    <span
      data-count=${say("shown_count", { count: "{count}", total: "{total}" })}
      data-total=${total}
      >${say("shown_count", { count, total })}</span
    >
    <button
      class="button small"
      ...${again({ ...shown, isPinned: true, offset: 0 })}
      data-pinned=${say("pinned_compare", { count: "{count}" })}
      hidden=${shown.pins.length < 2}
    >
      ${say("pinned_compare", { count: shown.pins.length })}
    </button>
  </p>`
}

/** A text with its values left open, for the script to fill in. */
const rangeTemplate = (say: CompareSpeech): string =>
  say("range", { from: "{from}", to: "{to}", count: "{count}" })
