import type { JSX } from "preact"

/** The screen `traveller`. */
export const TravellerScreen = (): JSX.Element => <h1>traveller</h1>
