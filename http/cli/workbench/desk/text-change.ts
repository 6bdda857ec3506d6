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
 * import { textChange } from "../http/cli/workbench/desk/text-change.ts"
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

/** What becomes of a file: one piece of its text, or the whole of a file that comes or goes. */
export type FileChange =
  | TextChange
  | { readonly whole: { readonly before: string | undefined; readonly after: string | undefined } }

/** The smallest change between two states of a file; undefined is a file that is not there. */
export const fileChange = (before: string | undefined, after: string | undefined): FileChange =>
  before === undefined || after === undefined
    ? { whole: { before, after } }
    : textChange(before, after)

/** A file with a change made in it; undefined where it does not hold what the change replaces. */
export const changed = (
  text: string | undefined,
  change: FileChange,
): { readonly text: string | undefined } | undefined => {
  if ("whole" in change) {
    return text === change.whole.before ? { text: change.whole.after } : undefined
  }
  const { after, before, start } = change
  return text?.startsWith(before, start) === true
    ? { text: text.slice(0, start) + after + text.slice(start + before.length) }
    : undefined
}

/** The change that takes a change back. */
export const reversed = (change: FileChange): FileChange => {
  if ("whole" in change) {
    return { whole: { before: change.whole.after, after: change.whole.before } }
  }
  const { after, before, start } = change
  return { start, before: after, after: before }
}
