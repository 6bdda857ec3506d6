import { html, type PageContent, type PageNode } from "./html.ts"
import { symbol, type SymbolName } from "./symbols.ts"

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
