import { signal } from "@preact/signals"

/** The row that a comment is being written on; null for the change as a whole. */
export const commentTarget = signal<{ readonly file: string; readonly line: number } | null>(null)

/** Begins a comment: on a row, or on the change as a whole. */
export const beginComment = (place: typeof commentTarget.value): void => {
  commentTarget.value = place
  const field = document.querySelector<HTMLTextAreaElement>("#new-comment")
  field?.scrollIntoView({ block: "center" })
  field?.focus()
}
