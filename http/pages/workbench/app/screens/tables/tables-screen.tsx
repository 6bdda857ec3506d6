import type { JSX } from "preact"

/** The screen `tables`. */
export const TablesScreen = (): JSX.Element => <h1>tables</h1>
