import type { Part } from "./part.ts"

/** Every part, in the order in which they run. */
export const parts: ReadonlyArray<Part> = []
