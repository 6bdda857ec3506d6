import { changed, reversed, type TextChange, textChange } from "./text-change.ts"

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
export const changedFile = (
  text: string | undefined,
  change: FileChange,
): { readonly text: string | undefined } | undefined => {
  if ("whole" in change) {
    return text === change.whole.before ? { text: change.whole.after } : undefined
  }
  const made = text === undefined ? undefined : changed(text, change)
  return made === undefined ? undefined : { text: made }
}

/** The change of a file that takes a change back. */
export const reversedFile = (change: FileChange): FileChange =>
  "whole" in change
    ? { whole: { before: change.whole.after, after: change.whole.before } }
    : reversed(change)
