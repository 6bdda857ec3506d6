/**
 * A count, as a text already, with what there is one or several of.
 *
 * ```ts
 * import { counted } from "../http/workbench/app/screens/review/counted.ts"
 *
 * counted("1", "price", "prices") // => "1 price"
 * counted("1,204", "price", "prices") // => "1,204 prices"
 * ```
 */
export const counted = (count: string, one: string, several: string): string =>
  `${count} ${count === "1" ? one : several}`
