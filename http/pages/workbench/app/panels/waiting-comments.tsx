import type { JSX } from "preact"

/** Comments that wait for an answer. */
export const WaitingComments = (): JSX.Element | null => null
