import { signal } from "@preact/signals"
import type { InLanguages } from "./language.ts"

/** A key that does something, as the list of keys shows it. */
export interface KeyBinding {
  /** As people read it, such as `Ctrl Z`. */
  readonly keys: string
  readonly words: InLanguages<string>
  /** Whether a press is this key; left out where an element of its own takes it. */
  readonly matches?: (event: KeyboardEvent) => boolean
  readonly run?: () => void
}

/** Keys of one part of the page. */
export interface KeyGroup {
  readonly title: InLanguages<string>
  readonly bindings: ReadonlyArray<KeyBinding>
}

/** The keys that do something on the page as it is now. */
export const keyGroups = signal<ReadonlyArray<KeyGroup>>([])

/** Adds keys for as long as a part of the page is shown; gives what takes them away. */
export const addKeys = (group: KeyGroup): (() => void) => {
  keyGroups.value = [...keyGroups.value, group]
  return () => {
    keyGroups.value = keyGroups.value.filter((each) => each !== group)
  }
}

/** Whether somebody is writing, so that letters are text and no commands. */
export const isWriting = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ["INPUT", "SELECT", "TEXTAREA"].includes(target.tagName))

/** Whether Ctrl, or Cmd on a Mac, is held with a letter. */
export const isCommand = (event: KeyboardEvent, letter: string): boolean =>
  (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === letter

addEventListener("keydown", (event) => {
  const bindings = keyGroups.value.flatMap((group) => group.bindings)
  const found = bindings.find(({ matches }) => matches?.(event) === true)
  if (found?.run === undefined) return
  event.preventDefault()
  found.run()
})
