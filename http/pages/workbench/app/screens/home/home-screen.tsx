import type { JSX } from "preact"

/** The screen `home`. */
export const HomeScreen = (): JSX.Element => <h1>home</h1>
