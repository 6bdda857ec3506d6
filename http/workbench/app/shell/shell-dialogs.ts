import { signal } from "@preact/signals"

/** The dialog of the frame that is open. */
export const openDialog = signal<"keys" | "search" | null>(null)

/** What the search begins with. */
export const searchBegun = signal("")

/** Opens the search, with a text that was typed already. */
export const openSearch = (text = ""): void => {
  searchBegun.value = text
  openDialog.value = "search"
}

/** Closes the dialog of the frame. */
export const closeDialog = (): void => {
  openDialog.value = null
}
