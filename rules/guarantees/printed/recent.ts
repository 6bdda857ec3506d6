/**
 * A function that remembers its latest answers, at most so many; for pure functions of texts that
 * come from outside, of which there is no end.
 *
 * ```ts
 * import { remembering } from "../rules/guarantees/printed/recent.ts"
 *
 * const lengths = remembering(2, (text: string) => [text.length])
 * lengths("one") === lengths("one") // => true
 * ```
 */
export const remembering = <Value>(
  entriesMax: number,
  make: (key: string) => Value,
): ((key: string) => Value) => {
  const known = new Map<string, Value>()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined || known.has(key)) return found as Value
    const made = make(key)
    if (known.size >= entriesMax) {
      const [oldest] = known.keys()
      if (oldest !== undefined) known.delete(oldest)
    }
    known.set(key, made)
    return made
  }
}
