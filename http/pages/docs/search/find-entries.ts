import type { SearchEntry } from "./search-entries.ts"

/** So many results are shown. */
export const resultsMax = 12

/** A text without case and accents. */
const plain = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/\p{Mark}/gu, "")
    .toLowerCase()

const weightOf = (entry: SearchEntry, words: ReadonlyArray<string>): number => {
  const [page, section, text] = [entry.page, entry.section, entry.text].map(plain)
  const weights = words.map((word): number => {
    if (section?.includes(word) === true) return 4
    if (page?.includes(word) === true) return 2
    return text?.includes(word) === true ? 1 : 0
  })
  return weights.some((weight) => weight === 0) ? 0 : weights.reduce((sum, one) => sum + one, 0)
}

/**
 * The entries that have every word of a question, those with it in a heading first. `docs.js` finds
 * the same in the browser.
 *
 * ```ts
 * import { findEntries } from "../http/pages/docs/search/find-entries.ts"
 *
 * const entries = [
 *   { page: "Errors", section: "", href: "/e", text: "Every refusal" },
 *   { page: "Quotas", section: "Réserve", href: "/q", text: "a day" },
 * ]
 * findEntries(entries, "RESERVE day").map(({ href }) => href) // => ["/q"]
 * findEntries(entries, " ") // => []
 * ```
 */
export const findEntries = (
  entries: ReadonlyArray<SearchEntry>,
  question: string,
): ReadonlyArray<SearchEntry> => {
  const words = plain(question).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return entries
    .map((entry) => ({ entry, weight: weightOf(entry, words) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((left, right) => right.weight - left.weight)
    .slice(0, resultsMax)
    .map(({ entry }) => entry)
}
