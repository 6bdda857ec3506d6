import type { JSX } from "preact"

/** The screen `sources`. */
export const SourcesScreen = (): JSX.Element => <h1>sources</h1>
