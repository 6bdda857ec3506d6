/** Keeps which wish for the focus of the keyboard is the last one. */
export const makeFocusWishes = () => {
  let wishes = 0

  /**
   * Wishes the keyboard's focus somewhere: what waits for a cell to be drawn gives way to a newer wish.
   * Gives whether this wish is still the last one.
   */
  const wishFocus = (): (() => boolean) => {
    wishes += 1
    const own = wishes
    return () => own === wishes
  }

  /** Lets a person who goes into a field stay there, whatever waited for the focus. */
  const followFields = (): (() => void) => {
    const keep = ({ target }: FocusEvent): void => {
      if (isField(target)) wishFocus()
    }
    document.addEventListener("focusin", keep)
    return () => document.removeEventListener("focusin", keep)
  }

  return { wishFocus, followFields }
}

/** Who may take the focus of the keyboard. */
export type FocusWishes = ReturnType<typeof makeFocusWishes>

const isField = (target: unknown): boolean =>
  target instanceof Element && target.matches("input, textarea, select")

/** Whether somebody is in a field of the page, which nothing that comes late may take from them. */
export const isInField = (): boolean => {
  const { activeElement } = document
  return isField(activeElement) && activeElement?.closest("dialog") === null
}
