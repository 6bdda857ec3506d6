import { type ReadonlySignal, signal } from "@preact/signals"
import type { CallName, Calls } from "../../protocol/calls.ts"
import { call } from "./call.ts"
import { tellRefusal } from "./notices.ts"
import { session } from "./session.ts"

/** What the page knows of an answer: the last one, and whether a newer one is on its way. */
export interface Awaited<Output> {
  readonly output: Output | null
  readonly isBusy: boolean
}

/** An answer that follows the tables and what is asked; the old one stays until the new one is there. */
export interface Following<Name extends CallName> {
  readonly state: ReadonlySignal<Awaited<Calls[Name]["output"]>>
  /** Asks, unless the same was asked of the same tables last. */
  readonly ask: (input: Calls[Name]["input"]) => void
}

/** Prepares to follow the answers to a call. */
export const follow = <Name extends CallName>(name: Name): Following<Name> => {
  const state = signal<Awaited<Calls[Name]["output"]>>({ output: null, isBusy: false })
  let asked = ""
  return {
    state,
    ask: (input) => {
      const key = `${session.value?.revision} ${JSON.stringify(input)}`
      if (key === asked) return
      asked = key
      state.value = { ...state.value, isBusy: true }
      call(name, input).then(
        (output) => {
          if (key === asked) state.value = { output, isBusy: false }
        },
        (cause: unknown) => {
          if (key !== asked) return
          asked = ""
          state.value = { ...state.value, isBusy: false }
          tellRefusal(cause)
        },
      )
    },
  }
}
