/** The one piece in which a text differs from another; offsets from 0. */
export interface TextChange {
  readonly start: number
  readonly before: string
  readonly after: string
}

/**
 * The smallest single piece that turns one text into another.
 *
 * ```ts
 * import { textChange } from "../http/workbench/server/desk/text-change.ts"
 *
 * textChange("age,fare\n18,5\n", "age,fare\n18,7\n") // => { start: 12, before: "5", after: "7" }
 * ```
 */
export const textChange = (before: string, after: string): TextChange => {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start += 1
  let end = 0
  while (
    end < shorter - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  ) {
    end += 1
  }
  return {
    start,
    before: before.slice(start, before.length - end),
    after: after.slice(start, after.length - end),
  }
}

/** A text with a change made in it; undefined where the text does not hold what the change replaces. */
export const changed = (text: string, { after, before, start }: TextChange): string | undefined =>
  text.startsWith(before, start)
    ? text.slice(0, start) + after + text.slice(start + before.length)
    : undefined

/** The change that takes a change back. */
export const reversed = ({ after, before, start }: TextChange): TextChange => ({
  start,
  before: after,
  after: before,
})

const lengthened = ({ after, before }: TextChange): number => after.length - before.length

const moved = (change: TextChange, by: number): TextChange => ({
  ...change,
  start: change.start + by,
})

/**
 * Two changes of one text, each as it is made after the other; undefined where they touch the same
 * piece of it.
 *
 * ```ts
 * import { pastEachOther } from "../http/workbench/server/desk/text-change.ts"
 *
 * const [early, late] = [{ start: 0, before: "a", after: "bcd" }, { start: 4, before: "x", after: "y" }]
 * pastEachOther(early, late)?.[1] // => { start: 6, before: "x", after: "y" }
 * pastEachOther(early, early) // => undefined
 * ```
 */
export const pastEachOther = (
  one: TextChange,
  other: TextChange,
): readonly [one: TextChange, other: TextChange] | undefined => {
  if (one.start + one.before.length <= other.start) return [one, moved(other, lengthened(one))]
  if (other.start + other.before.length <= one.start) return [moved(one, lengthened(other)), other]
  return undefined
}
