/**
 * A number with its noun, in the plural unless it is one.
 *
 * ```ts
 * import { counted } from "../http/cli/tables/counted.ts"
 *
 * counted(1, "row") // => "1 row"
 * counted(3, "row") // => "3 rows"
 * ```
 */
export const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? "" : "s"}`
