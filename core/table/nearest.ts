/** Edit distance (insert, delete, replace) between two words. */
const distance = (left: string, right: string): number => {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= right.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1)
      const deleted = (previous[column] ?? 0) + 1
      const inserted = (current[column - 1] ?? 0) + 1
      current.push(Math.min(replaced, deleted, inserted))
    }
    previous = current
  }
  return previous[right.length] ?? left.length
}

/** So many edits are a likely slip: two, or a third of a longer word. */
const likelyEdits = (word: string): number => Math.max(2, Math.trunc(word.length * 0.34))

/**
 * The allowed words that are close enough to what was written to be a likely slip, ignoring case, the
 * closest first.
 *
 * ```ts
 * import { nearWords } from "../core/table/nearest.ts"
 *
 * nearWords("malt", ["Cuba", "Malta", "Mali"]) // => ["Malta", "Mali"]
 * nearWords("malt", ["Cuba", "Malta", "Mali"], 0) // => []
 * ```
 */
export const nearWords = (
  written: string,
  allowed: Iterable<string>,
  editsMax: number = likelyEdits(written),
): ReadonlyArray<string> => {
  const word = written.toLowerCase()
  const found: Array<{ readonly candidate: string; readonly edits: number }> = []
  for (const candidate of allowed) {
    if (Math.abs(candidate.length - word.length) > editsMax) continue
    const edits = distance(word, candidate.toLowerCase())
    if (edits <= editsMax) found.push({ candidate, edits })
  }
  return found.toSorted((left, right) => left.edits - right.edits).map(({ candidate }) => candidate)
}

/**
 * The allowed word that is closest to what was written, ignoring case; undefined when none is
 * close enough to be a likely slip (more than two edits and more than a third of the word).
 *
 * ```ts
 * import { nearest } from "../core/table/nearest.ts"
 *
 * nearest("premuim", ["entry", "mid", "premium"]) // => "premium"
 * nearest("gold", ["entry", "mid", "premium"]) // => undefined
 * ```
 */
export const nearest = (written: string, allowed: Iterable<string>): string | undefined =>
  nearWords(written, allowed)[0]
