import type { JSX } from "preact"

/** The screen `shape`. */
export const ShapeScreen = (): JSX.Element => <h1>shape</h1>
