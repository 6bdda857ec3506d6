import { effect, signal } from "@preact/signals"
import type { SessionView, StepMade } from "../../protocol/session.ts"
import { call } from "./call.ts"
import { hearEvents, showView } from "./views.ts"
import { tellRefusal } from "./notices.ts"

/** How the work stands; null until the server has told. */
export const session = signal<SessionView | null>(null)

/** Begins to follow how the work stands. */
export const followSession = (): void => {
  hearEvents()
  showView("session", {}, { told: (view) => void (session.value = view) })
}

/** What a step came to is not waited for longer: the stream that tells it has broken, and comes back. */
const waitMsMax = 3_000

/** Takes a step, and waits until the page shows what it came to. */
export const shownStep = async <Made extends { readonly revision: number | null }>(
  step: Promise<Made>,
): Promise<Made> => {
  const made = await step
  await isShownAt(made.revision ?? 0)
  return made
}

/** Waits until the page shows the tables as they are at a revision, or later. */
const isShownAt = (revision: number): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      leave()
      resolve()
    }
    const timer = setTimeout(() => done(), waitMsMax)
    const leave = effect(() => {
      // The effect runs once before it can be left.
      if ((session.value?.revision ?? 0) >= revision) queueMicrotask(done)
    })
  })

const taken = (step: Promise<StepMade>): Promise<void> => step.then(() => undefined, tellRefusal)

/** Takes the last step back. */
export const undo = (): Promise<void> => taken(call("undo", {}))

/** Makes the last step again that was taken back. */
export const redo = (): Promise<void> => taken(call("redo", {}))
