// Runs before the rest of the page has come: who opens the workbench and presses Ctrl K at once finds
// the search open, with what was typed after it, once the page is there.
import type { TakeEarlyKeys } from "./kit/early-keys.ts"

let isSearch = false
let text = ""

const keep = (event: KeyboardEvent): void => {
  const { altKey, key } = event
  const isCommand = (event.ctrlKey || event.metaKey) && !altKey
  const isPlain = !isCommand && !altKey
  if (isCommand && key.toLowerCase() === "k") isSearch = true
  else if (isSearch && isPlain && key.length === 1) text += key
  else if (isSearch && isPlain && key === "Backspace") text = text.slice(0, -1)
  else return
  event.preventDefault()
}

const take: TakeEarlyKeys = () => {
  removeEventListener("keydown", keep)
  return isSearch ? text : undefined
}

addEventListener("keydown", keep)
window.takeEarlyKeys = take
