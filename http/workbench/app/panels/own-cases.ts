import { computed } from "@preact/signals"
import { follow } from "../kit/follow.ts"

const cases = follow("cases")

/** The analysts' own cases, as they stood when they were last tried; null before. */
export const ownCases = computed(() => cases.state.value.output)

/** Whether the cases are being tried. */
export const areCasesTried = computed(() => cases.state.value.isBusy)

/** Follows how the cases stand for as long as somebody looks; gives what ends that. */
export const followOwnCases = (): (() => void) => {
  cases.ask({})
  return cases.end
}
