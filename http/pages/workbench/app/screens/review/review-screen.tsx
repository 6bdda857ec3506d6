import type { JSX } from "preact"

/** The screen `review`. */
export const ReviewScreen = (): JSX.Element => <h1>review</h1>
