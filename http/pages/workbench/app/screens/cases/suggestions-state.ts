import { signal } from "@preact/signals"
import type { SuggestionsSoFar } from "../../../protocol/cases.ts"
import { call } from "../../kit/call.ts"
import { onEvent } from "../../kit/events.ts"
import { tellRefusal } from "../../kit/notices.ts"

/** What was found so far; null before the first look. It goes on while other screens are shown. */
export const suggestions = signal<SuggestionsSoFar | null>(null)

/** Whether slips are tried now. */
export const isLooking = signal(false)

/** Whether the last look was stopped before its end. */
export const wasStopped = signal(false)

let running: AbortController | undefined

onEvent("suggestions", ({ soFar }) => {
  if (isLooking.value) suggestions.value = soFar
})

/** Looks for cases in the slips of some tables; of those that the change touches where none is named. */
export const lookForCases = async (files: ReadonlyArray<string>): Promise<void> => {
  const own = new AbortController()
  running = own
  isLooking.value = true
  wasStopped.value = false
  suggestions.value = null
  try {
    suggestions.value = await call("suggestCases", { files }, own.signal)
  } catch (cause) {
    if (own.signal.aborted) wasStopped.value = true
    else tellRefusal(cause)
  }
  isLooking.value = false
}

/** Stops the look; what was found stays. */
export const stopLooking = (): void => running?.abort()

/** Leaves out a suggestion that has been kept. */
export const dropSuggestion = (name: string): void => {
  const found = suggestions.value
  if (found === null) return
  suggestions.value = { ...found, suggested: found.suggested.filter((one) => one.name !== name) }
}
