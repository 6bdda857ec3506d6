import type { JSX } from "preact"
import { inWords } from "../../kit/language.ts"
import { Symbol, type SymbolName } from "../../kit/symbols.tsx"
import { travellerWords } from "./traveller-words.ts"

const symbols: Readonly<Record<string, SymbolName>> = {
  held: "held",
  insufficient: "insufficient",
  conditional: "conditional",
  missing: "missing",
  unverified: "unverified",
}

/** The state of a cover: its shape and its word. */
export const StateBadge = ({ state }: { readonly state: string }): JSX.Element => (
  <span class={`badge ${state}`}>
    <Symbol name={symbols[state] ?? "unverified"} size={14} />
    {inWords(travellerWords).badges[state] ?? state}
  </span>
)
