import type { JSX } from "preact"

/** Own cases that change. */
export const WaitingCases = (): JSX.Element | null => null
