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

/** Calls back on a press outside an element; gives what ends that. */
export const followPressElsewhere = (
  inside: () => Element | null | undefined,
  leave: () => void,
): (() => void) => {
  const elsewhere = ({ target }: Event): void => {
    if (target instanceof Node && inside()?.contains(target) !== true) leave()
  }
  document.addEventListener("pointerdown", elsewhere, true)
  return () => document.removeEventListener("pointerdown", elsewhere, true)
}

/** Who may take the focus of the keyboard. */
export type FocusWishes = ReturnType<typeof makeFocusWishes>

/**
 * Gives a grid the keys that are pressed while nothing has the focus, where the grid had it last: rows that
 * are drawn anew lose it for a frame or two, and fingers do not wait for them. Gives what ends that.
 */
export const followLostKeys = (
  host: HTMLElement,
  keys: (event: KeyboardEvent) => void,
): (() => void) => {
  let isOurs = false
  const taken = ({ target }: Event): void => {
    isOurs = target instanceof Node && host.contains(target)
  }
  const lost = (event: KeyboardEvent): void => {
    const { activeElement, body } = document
    const isLost = activeElement === null || activeElement === body
    if (isOurs && isLost && event.target === body) keys(event)
  }
  document.addEventListener("focusin", taken)
  document.addEventListener("pointerdown", taken, true)
  document.addEventListener("keydown", lost)
  return () => {
    document.removeEventListener("focusin", taken)
    document.removeEventListener("pointerdown", taken, true)
    document.removeEventListener("keydown", lost)
  }
}

const isField = (target: unknown): boolean =>
  target instanceof Element && target.matches("input, textarea, select")

/** Whether somebody is in a field of the page, which nothing that comes late may take from them. */
export const isInField = (): boolean => {
  const { activeElement } = document
  return isField(activeElement) && activeElement?.closest("dialog") === null
}
