import { effect, type ReadonlySignal, signal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import type { ViewName, Views } from "../../protocol/views.ts"
import { tellRefusal } from "./notices.ts"
import { session } from "./session.ts"
import { type OpenView, showView } from "./views.ts"

/** What the page knows of a view: the last one, and whether a newer one is on its way. */
export interface Awaited<Output> {
  readonly output: Output | null
  readonly isBusy: boolean
}

/** A view that follows the tables and what is asked; the old one stays until the new one is there. */
export interface Following<Name extends ViewName> {
  readonly state: ReadonlySignal<Awaited<Views[Name]["output"]>>
  /** Asks, unless the same was asked last; null asks nothing. */
  readonly ask: (input: Views[Name]["input"] | null) => void
  /** Asks the same once more. */
  readonly again: () => void
  /** Follows it no longer; what is known stays. */
  readonly end: () => void
}

/** Prepares to follow a view. */
export const follow = <Name extends ViewName>(name: Name): Following<Name> => {
  const state = signal<Awaited<Views[Name]["output"]>>({ output: null, isBusy: false })
  let open: OpenView<Name> | undefined
  let asked = ""
  let stopWaiting = (): void => undefined
  let toldAt = -1
  const busy = (): void => {
    if (!state.peek().isBusy) state.value = { ...state.peek(), isBusy: true }
  }
  const begin = (input: Views[Name]["input"]): OpenView<Name> => {
    // Whenever the tables are others, a newer one is on its way.
    stopWaiting = effect(() => {
      if ((session.value?.revision ?? 0) > toldAt) busy()
    })
    return showView(name, input, {
      told: (output, revision) => {
        toldAt = revision
        const isBusy = revision < (session.peek()?.revision ?? 0)
        state.value = { output, isBusy }
      },
      refused: (cause) => {
        state.value = { ...state.peek(), isBusy: false }
        tellRefusal(cause)
      },
    })
  }
  const end = (): void => {
    stopWaiting()
    open?.end()
    open = undefined
    asked = ""
  }
  return {
    state,
    ask: (input) => {
      if (input === null) return end()
      const key = JSON.stringify(input)
      if (key === asked) return
      asked = key
      toldAt = -1
      busy()
      if (open === undefined) open = begin(input)
      else open.ask(input)
    },
    again: () => open?.again(),
    end,
  }
}

/** Follows a view with what is asked now, for as long as a part of the page is shown. */
export const useFollowing = <Name extends ViewName>(
  view: Following<Name>,
  input: Views[Name]["input"] | null,
): void => {
  useEffect(() => view.ask(input), [JSON.stringify(input)])
  useEffect(() => view.end, [])
}
