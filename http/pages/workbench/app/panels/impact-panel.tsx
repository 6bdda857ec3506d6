import type { JSX } from "preact"

/** What the change does to customers, beside the grid. */
export const ImpactPanel = (): JSX.Element | null => null
