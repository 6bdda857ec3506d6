import type { JSX } from "preact"

/** The screen `impact`. */
export const ImpactScreen = (): JSX.Element => <h1>impact</h1>
