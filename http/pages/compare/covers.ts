import type { Gap } from "../../../rules/coach/response.ts"
import { html, type PageNode } from "../kit/html.ts"
import { symbol, type SymbolName } from "../kit/symbols.ts"
import {
  type Cover,
  coverOf,
  isHeld,
  isKnown,
  medicalSlug,
  shownState,
} from "../../../rules/coach/card/products.ts"
import type { NamedCardReading } from "../../../rules/coach/traveller-card.ts"
import type {
  ComparedOffer,
  OfferComparison,
  CoverCell,
} from "../../../rules/pricing/comparison.ts"
import type { CompareSpeech } from "./speech.ts"

const noted = (kind: string, name: SymbolName, text: string): PageNode =>
  html`<span class=${`state ${kind}`}>${symbol(name, 13)}<span>${text}</span></span>`

/** What is held, in words of the traveller's language. */
const heldText = (
  say: CompareSpeech,
  { currency, guarantee }: Extract<CoverCell, { readonly kind: "held" }>,
): string => {
  const { state, value } = guarantee
  // In a column of amounts nobody needs to read "up to" in each cell.
  return value === null || state === "per_day"
    ? say.cover(guarantee, currency)
    : say.ceiling(value, currency)
}

/** How an offer stands to a guarantee, in words alone. */
export const coverText = (say: CompareSpeech, cell: CoverCell | undefined): string => {
  switch (cell?.kind) {
    case "held":
      return heldText(say, cell)
    case "absent":
      return say.text("offers.not_available")
    case "optional":
      return say.text("offers.optional")
    default:
      return say.text("offers.not_stated")
  }
}

/** How an offer stands to a guarantee: shape and words, and for care how it stands to the benchmark. */
export const coverCell = (
  say: CompareSpeech,
  { cells, reachesBenchmark }: ComparedOffer,
  slug: string,
): PageNode => {
  const cell = cells.get(slug)
  const text = coverText(say, cell)
  switch (cell?.kind) {
    case "held": {
      const isCare = slug === medicalSlug && reachesBenchmark !== undefined
      if (!isCare) return html`<span class="told">${text}</span>`
      return reachesBenchmark
        ? html`<span class="told reached">${text}</span>${noted("note ok", "held", say("above"))}`
        : html`<span class="told">${text}</span
            ><span class="state note"><span>${say("below")}</span></span>`
    }
    case "absent":
      return noted("absent", "missing", text)
    case "optional":
      return noted("optional", "plus", text)
    default:
      return noted("unstated", "unverified", text)
  }
}

const amountOf = (say: CompareSpeech, { product }: NamedCardReading, cover: Cover): PageNode => {
  const guarantee = { state: shownState(cover), value: cover.value }
  const text = heldText(say, { kind: "held", guarantee, currency: product.currency })
  return cover.value === null
    ? html`<span class="told">${text}</span>`
    : html`<strong>${text}</strong>`
}

/** What the Coach holds against a cover, where it is more than the cover itself says. */
const gapNote = (say: CompareSpeech, { badge, recommendedValue }: Gap, currency: string) => {
  if (badge === "conditional") return noted("note cond", "conditional", say("card_conditional"))
  if (badge !== "insufficient" || recommendedValue === null) return null
  const amount = say.ceiling(recommendedValue, currency)
  return noted("note warn", "insufficient", say("benchmark", { amount }))
}

/** How the traveller's card stands to a guarantee, as far as the Coach knows it. */
export const cardCell = (say: CompareSpeech, card: NamedCardReading, slug: string): PageNode => {
  const cover = coverOf(card.product, slug)
  const gap = Object.hasOwn(card.gaps, slug) ? card.gaps[slug] : undefined
  if (!isKnown(cover)) return noted("unstated", "unverified", say("card_unverified"))
  if (!isHeld(cover)) return noted("absent", "missing", say("card_missing"))
  return html`${amountOf(say, card, cover)}
  ${gap === undefined ? null : gapNote(say, gap, card.product.currency)}`
}

/** The name of a guarantee in the traveller's language. */
export type NameCover = (slug: string) => string

/** Whether the offers that are shown differ in a guarantee. */
export const differsIn = (
  say: CompareSpeech,
  { offers }: OfferComparison,
  visible: ReadonlySet<number>,
  slug: string,
): boolean =>
  new Set(
    offers.flatMap(({ cells }, index) =>
      visible.has(index) ? coverText(say, cells.get(slug)) : [],
    ),
  ).size > 1
