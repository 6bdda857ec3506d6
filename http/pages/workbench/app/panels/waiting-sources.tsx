import type { JSX } from "preact"

/** Sources that have grown old. */
export const WaitingSources = (): JSX.Element | null => null
