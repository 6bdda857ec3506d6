import { signal } from "@preact/signals"
import { earlySearch } from "../kit/early-keys.ts"
import { addKeys, isCommand, isWriting, type KeyBinding } from "../kit/keys.ts"
import type { InLanguages } from "../kit/language.ts"
import { go } from "../kit/route.ts"
import { redo, undo } from "../kit/session.ts"
import { shellWords } from "./shell-words.ts"

type Words = (typeof shellWords)["en"]

const words = (pick: (words: Words) => string): InLanguages<string> => ({
  en: pick(shellWords.en),
  fr: pick(shellWords.fr),
})

/** Whether a press is for the page: nobody writes, and no dialog is open. */
const isFree = (event: KeyboardEvent): boolean =>
  !isWriting(event) && document.querySelector("dialog[open]") === null

/** A letter alone, without Ctrl, Cmd or Alt. */
const isLetter = (event: KeyboardEvent, letter: string): boolean =>
  !event.ctrlKey && !event.metaKey && !event.altKey && event.key === letter

/** Goes to the next part of the screen that can be worked in; parts say so by `data-region`. */
const nextRegion = (): void => {
  const regions = [...document.querySelectorAll<HTMLElement>("[data-region]")].filter(
    (region) => region.offsetParent !== null,
  )
  const all = regions.length > 0 ? regions : [...document.querySelectorAll<HTMLElement>("#main")]
  const now = all.findIndex((region) => region.contains(document.activeElement))
  const next = all[(now + 1) % all.length]
  if (next === undefined) return
  // A part takes the focus itself, or has a place that Tab leads to, as a grid has its cell.
  const target = next.matches("[tabindex], button, a, input")
    ? next
    : (next.querySelector<HTMLElement>('[tabindex="0"]') ??
      next.querySelector<HTMLElement>("button, a, input"))
  target?.focus()
}

const screenLetters = {
  h: "home",
  t: "tables",
  s: "shape",
  i: "impact",
  v: "traveller",
  c: "cases",
  o: "sources",
  r: "review",
} as const

/** A second letter counts so long after `g`. */
const sequenceMs = 1_500

const screenBindings = (): ReadonlyArray<KeyBinding> => {
  let startedAt = Number.NEGATIVE_INFINITY
  const begins = (event: KeyboardEvent): boolean => {
    if (isFree(event) && isLetter(event, "g")) startedAt = event.timeStamp
    return false
  }
  return Object.entries(screenLetters).map(([letter, screen], index) => ({
    keys: `g ${letter}`,
    words: words(({ tabs }) => tabs[screen]),
    matches: (event) => {
      if (index === 0) begins(event)
      return (
        isFree(event) &&
        isLetter(event, letter) &&
        event.timeStamp > startedAt &&
        event.timeStamp - startedAt < sequenceMs
      )
    },
    run: () => {
      startedAt = Number.NEGATIVE_INFINITY
      go(screen)
    },
  }))
}

const shellBindings: ReadonlyArray<KeyBinding> = [
  {
    keys: "Ctrl K",
    words: words(({ keysOf }) => keysOf.search),
    matches: (event) => isCommand(event, "k") && document.querySelector("dialog[open]") === null,
    run: () => openSearch(),
  },
  {
    keys: "Ctrl Z",
    words: words(({ keysOf }) => keysOf.undo),
    matches: (event) => isFree(event) && isCommand(event, "z") && !event.shiftKey,
    run: () => void undo(),
  },
  {
    keys: "Ctrl Y",
    words: words(({ keysOf }) => keysOf.redo),
    matches: (event) =>
      isFree(event) && (isCommand(event, "y") || (isCommand(event, "z") && event.shiftKey)),
    run: () => void redo(),
  },
  {
    keys: "F6",
    words: words(({ keysOf }) => keysOf.regions),
    matches: (event) => event.key === "F6" && document.querySelector("dialog[open]") === null,
    run: nextRegion,
  },
  {
    keys: "?",
    words: words(({ keysOf }) => keysOf.keys),
    matches: (event) => isFree(event) && event.key === "?",
    run: () => (openDialog.value = "keys"),
  },
]

/** Adds the keys that work on every screen; gives what takes them away. */
export const addShellKeys = (): (() => void) => {
  const leave = [
    addKeys({ title: words(({ keysShell }) => keysShell), bindings: shellBindings }),
    addKeys({ title: words(({ keysScreens }) => keysScreens), bindings: screenBindings() }),
  ]
  const typed = earlySearch()
  if (typed !== undefined) openSearch(typed)
  return () => {
    for (const each of leave) each()
  }
}

/** The dialog of the frame that is open. */
export const openDialog = signal<"base" | "keys" | "search" | null>(null)

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
