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
export const nearest = (written: string, allowed: Iterable<string>): string | undefined => {
  const word = written.toLowerCase()
  const edits = Math.max(2, Math.trunc(word.length * 0.34))
  let best: string | undefined
  let bestDistance = edits + 1
  for (const candidate of allowed) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue
    const found = distance(word, candidate.toLowerCase())
    if (found < bestDistance) {
      best = candidate
      bestDistance = found
    }
  }
  return best
}
