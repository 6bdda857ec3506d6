import type { JSX } from "preact"

/** The change, the releases that wait, and the one in force. */
export const ReleasesPanel = (): JSX.Element | null => null
