import type { JSX } from "preact"

/** What the change does, in one sentence of money. */
export const ImpactHeadline = (): JSX.Element | null => null
