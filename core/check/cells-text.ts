import type { NamedCells } from "./finding.ts"

/** Parts as a list with commas, or what stands for none. */
export const listed = (parts: ReadonlyArray<string>, none: string): string =>
  parts.length === 0 ? none : parts.join(", ")

/**
 * Cells by column as one text; `anything` without any.
 *
 * ```ts
 * import { cellsText } from "../core/check/cells-text.ts"
 *
 * cellsText({ zone: "world", age: "" }) // => "zone=world, age=(empty)"
 * cellsText({}) // => "anything"
 * ```
 */
export const cellsText = (cells: NamedCells): string =>
  listed(
    Object.entries(cells).map(([column, cell]) => `${column}=${cell === "" ? "(empty)" : cell}`),
    "anything",
  )
