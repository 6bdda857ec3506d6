/** What somebody did while keys were held: a press, or what was put on or taken from the clipboard. */
type Held =
  | { readonly _tag: "Press"; readonly event: KeyboardEvent }
  | { readonly _tag: "Paste"; readonly text: string; readonly isCopied: boolean }
  | { readonly _tag: "Copy"; readonly type: "copy" | "cut" }

/** The works that hold keys. */
const holders = new Set<symbol>()

const held: Array<Held> = []

/** What was copied while keys were held; the clipboard of the machine learns of it late. */
let copied = ""
let copiesUnderWay = 0

/**
 * Does some work whose outcome decides what the next keys mean. Keys that are pressed meanwhile wait, and are
 * pressed again once it is done, in their order: fingers are quicker than a file. Nothing is held while
 * somebody is in a dialog.
 */
export const heldKeys = async (work: () => Promise<unknown>): Promise<void> => {
  const holder = Symbol("holder")
  if (!isReplaying) for (const type of types) addEventListener(type, hold, true)
  holders.add(holder)
  try {
    await work()
  } finally {
    holders.delete(holder)
    if (holders.size === 0 && !isReplaying) await replay()
  }
}

const types = ["keydown", "paste", "copy", "cut"] as const

let isReplaying = false

const hold = (event: Event): void => {
  if (!event.isTrusted || document.querySelector("dialog[open]") !== null) return
  if (event instanceof KeyboardEvent) {
    if (!isHeldKey(event)) return
    held.push({ _tag: "Press", event })
  } else if (event instanceof ClipboardEvent) {
    if (event.type === "paste") {
      const isCopied = copiesUnderWay > 0 || held.some(({ _tag }) => _tag === "Copy")
      const text = event.clipboardData?.getData("text/plain") ?? ""
      held.push({ _tag: "Paste", text, isCopied })
    } else held.push({ _tag: "Copy", type: event.type === "cut" ? "cut" : "copy" })
  }
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** Whether a key is one of a table's: others are the browser's, and copying and pasting are told by events. */
const isHeldKey = ({ altKey, ctrlKey, key, metaKey }: KeyboardEvent): boolean => {
  if (["Shift", "Control", "Alt", "Meta", "F5", "F6", "F11", "F12"].includes(key)) return false
  const isCommand = ctrlKey || metaKey
  if (!isCommand || altKey) return !(altKey && key === "Tab")
  return /^(?:[adyz]|Enter|Home|End|Arrow.*)$/i.test(key)
}

/** Presses what was held, one after the other; what holds keys again ends it until that is done. */
const replay = async (): Promise<void> => {
  isReplaying = true
  try {
    for (let next = held.shift(); next !== undefined; next = held.shift()) {
      press(next, await focused())
      // What the press has drawn, and where it has put the focus, is there after this.
      await new Promise((resolve) => setTimeout(resolve))
      while (holders.size > 0) await new Promise((resolve) => setTimeout(resolve, 4))
    }
  } finally {
    isReplaying = false
    for (const type of types) removeEventListener(type, hold, true)
  }
}

/** What has the focus; rows that are being drawn anew get it back within a frame or two. */
const focused = async (): Promise<Element> => {
  for (let frames = 0; frames < 6; frames += 1) {
    const { activeElement } = document
    if (activeElement !== null && activeElement !== document.body) return activeElement
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
  return document.body
}

const press = (next: Held, target: Element): void => {
  if (next._tag === "Press") {
    const { event } = next
    const again = new KeyboardEvent("keydown", {
      ...modifiersOf(event),
      key: event.key,
      code: event.code,
      bubbles: true,
      cancelable: true,
    })
    if (target.dispatchEvent(again)) typeInto(target, event)
    return
  }
  const clipboardData = new DataTransfer()
  if (next._tag === "Paste") {
    clipboardData.setData("text/plain", next.isCopied ? copied : next.text)
  }
  const type = next._tag === "Paste" ? "paste" : next.type
  target.dispatchEvent(new ClipboardEvent(type, { clipboardData, bubbles: true, cancelable: true }))
  if (next._tag === "Paste") return
  copied = clipboardData.getData("text/plain")
  copiesUnderWay += 1
  const isWritten = navigator.clipboard?.writeText(copied) ?? Promise.resolve()
  void isWritten.then(copyIsWritten, copyIsWritten)
}

const copyIsWritten = (): void => {
  copiesUnderWay -= 1
}

const modifiersOf = ({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent) => ({
  altKey,
  ctrlKey,
  metaKey,
  shiftKey,
})

/** Does in a field what the browser does there with a key of a person. */
const typeInto = (target: Element, { altKey, ctrlKey, key, metaKey }: KeyboardEvent): void => {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  if (!isField || altKey || ctrlKey || metaKey) return
  const [start, end] = [target.selectionStart ?? 0, target.selectionEnd ?? 0]
  const { length } = target.value
  const to = caretAfter(key, { start, end, length })
  if (to !== undefined) return target.setSelectionRange(to, to)
  if (key === "Backspace" || key === "Delete") {
    const isNone = start === end
    const from = key === "Backspace" && isNone ? Math.max(0, start - 1) : start
    target.setRangeText("", from, key === "Delete" && isNone ? end + 1 : end, "end")
  } else if (key.length === 1) target.setRangeText(key, start, end, "end")
  else return
  target.dispatchEvent(new InputEvent("input", { bubbles: true }))
}

const caretAfter = (
  key: string,
  { end, length, start }: { readonly start: number; readonly end: number; readonly length: number },
): number | undefined => {
  const isNone = start === end
  switch (key) {
    case "Home":
      return 0
    case "End":
      return length
    case "ArrowLeft":
      return isNone ? Math.max(0, start - 1) : start
    case "ArrowRight":
      return isNone ? Math.min(length, end + 1) : end
    default:
      return undefined
  }
}
