import { signal } from "@preact/signals"

/** The dialog of the frame that is open. */
export const openDialog = signal<"keys" | "search" | null>(null)

/** Closes the dialog of the frame. */
export const closeDialog = (): void => {
  openDialog.value = null
}
