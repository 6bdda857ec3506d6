import type { JSX } from "preact"
import { Symbol } from "../kit/symbols.tsx"

/** Why something was refused, beside what asked for it; keeps still while there is nothing. */
export const Fault = ({ text }: { readonly text: string | null }): JSX.Element => (
  <div role="alert">
    {text === null ? null : (
      <p class="fault">
        <Symbol name="error" size={14} />
        <span class="as-written">{text}</span>
      </p>
    )}
  </div>
)
