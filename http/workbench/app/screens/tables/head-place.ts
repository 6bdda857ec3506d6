const edgePx = 8
const leastPx = 240

/** Puts what belongs to a column below its head, within the page. */
export const placeBelowHead = (box: HTMLElement | null, column: string): void => {
  const head = document
    .querySelector(`[data-filter="${CSS.escape(column)}"]`)
    ?.closest(".rgHeaderCell")
  const host = box?.parentElement
  if (box === null || host === null || host === undefined) return
  const around = host.getBoundingClientRect()
  const at = head?.getBoundingClientRect()
  const left = (at?.left ?? around.left) - around.left
  box.style.insetInlineStart = `${Math.max(0, Math.min(left, around.width - box.offsetWidth - edgePx))}px`
  box.style.top = `${(at?.bottom ?? around.top) - around.top}px`
  box.style.maxHeight = `${Math.max(leastPx, innerHeight - (at?.bottom ?? around.top) - edgePx)}px`
}
