import { html, type PageContent, type PageNode } from "./html.ts"

/** Shapes of symbols on a ground of 16 by 16; what is filled says so, the rest is drawn in lines. */
const shapes = {
  arrow: html`<path d="M3 8h10M9 4l4 4-4 4" />`,
  chevron: html`<path d="m4 6 4 4 4-4" />`,
  clock: html`<circle cx="8" cy="8" r="6.5" /><path d="M8 4.5V8l2.5 1.5" />`,
  copy: html`<rect x="5.5" y="5.5" width="8" height="8" rx="1.5" /><path
      d="M3 10.5V3.5a1 1 0 0 1 1-1h6.5"
    />`,
  cross: html`<path d="m4 4 8 8m0-8-8 8" />`,
  document: html`<path d="M4 1.8h5l3 3v9.4H4z" /><path d="M6 8h4M6 10.8h4" />`,
  external: html`<path d="M6.5 3.5h-3v9h9v-3M9 2.5h4.5V7M13 3 7.5 8.5" />`,
  info: html`<circle cx="8" cy="8" r="6.5" /><path d="M8 7.4v3.8M8 4.8v.1" />`,
  mail: html`<rect x="1.8" y="3.2" width="12.4" height="9.6" rx="1.5" /><path
      d="m2.2 4.2 5.8 4.6 5.8-4.6"
    />`,
  menu: html`<path d="M2 4h12M2 8h12M2 12h12" />`,
  pin: html`<path d="M5.5 1.8h5M6.3 1.8v5L4.2 9.2h7.6L9.7 6.8v-5M8 9.2v5" />`,
  plus: html`<path d="M8 3v10M3 8h10" />`,
  search: html`<circle cx="7" cy="7" r="4.6" /><path d="m10.4 10.4 3.4 3.4" />`,
  held: html`<circle class="full" cx="8" cy="8" r="7" /><path
      class="over"
      d="m4.8 8.2 2.3 2.3 4.2-4.6"
    />`,
  insufficient: html`<circle cx="8" cy="8" r="6.2" /><path
      class="full"
      d="M1.8 8a6.2 6.2 0 0 0 12.4 0z"
    />`,
  conditional: html`<path d="M8 1.4 14.6 8 8 14.6 1.4 8z" /><path d="M8 5v3.4M8 10.8v.1" />`,
  missing: html`<circle cx="8" cy="8" r="6.2" /><path d="m3.7 12.3 8.6-8.6" />`,
  unverified: html`<circle cx="8" cy="8" r="6.2" stroke-dasharray="2.6 2.2" /><path
      d="M6.3 6.4a1.8 1.8 0 1 1 2.5 1.7c-.5.2-.8.5-.8 1M8 11v.1"
    />`,
  error: html`<path class="full" d="M5.2 1h5.6L15 5.2v5.6L10.8 15H5.2L1 10.8V5.2z" /><path
      class="over"
      d="M8 4.6v4M8 11.2v.1"
    />`,
  warning: html`<path d="M8 1.8 15 14H1z" /><path d="M8 6.2v4M8 12v.1" />`,
} as const

/** The name of a symbol. */
export type SymbolName = keyof typeof shapes

/** A symbol beside a word that says the same; assistive techniques pass it over. */
export const symbol = (name: SymbolName, sizePixels = 16): PageNode =>
  html`<svg
    class="symbol"
    width=${sizePixels}
    height=${sizePixels}
    viewBox="0 0 16 16"
    aria-hidden="true"
  >
    ${shapes[name]}
  </svg>`

const symbols = {
  held: "held",
  insufficient: "insufficient",
  conditional: "conditional",
  missing: "missing",
  unverified: "unverified",
  error: "error",
  warning: "warning",
  info: "info",
  ended: "missing",
} as const satisfies Readonly<Record<string, SymbolName>>

/** What a badge tells: a state of a cover, of a sale, of a key, or of the service. */
export type BadgeState = keyof typeof symbols

/** A state as a shape, a colour and a word, so that none of them stands alone. */
export const stateBadge = (state: BadgeState, word: PageContent): PageNode =>
  html`<span class=${`badge ${state}`}>${symbol(symbols[state], 14)}<span>${word}</span></span>`
