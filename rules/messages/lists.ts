/** How a list is joined, and how what it leaves out is counted. */
export interface ListWords {
  readonly list: (names: ReadonlyArray<string>) => string
  readonly more: (count: number) => string
}

/**
 * A list of as many names as fit, then how many more there are; one name at least.
 *
 * ```ts
 * import { fittingList } from "../rules/messages/lists.ts"
 *
 * const words = { list: (names) => names.join(", "), more: (count) => `${count} more` }
 * fittingList(["baggage", "delay"], 14, words) // => "baggage, delay"
 * fittingList(["baggage", "delay", "rescue"], 21, words) // => "baggage, 2 more"
 * fittingList(["baggage"], 3, words) // => "baggage"
 * ```
 */
export const fittingList = (
  names: ReadonlyArray<string>,
  length: number,
  { list, more }: ListWords,
): string => {
  for (let shown = names.length; shown > 1; shown -= 1) {
    const rest = names.length - shown
    const text = list(rest === 0 ? names : [...names.slice(0, shown), more(rest)])
    if (text.length <= length) return text
  }
  const first = names.slice(0, 1)
  return list(names.length > 1 ? [...first, more(names.length - 1)] : first)
}
