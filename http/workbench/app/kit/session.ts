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
  addEventListener("beforeunload", (event) => {
    if (isUnwritten.peek() || isDrafted.peek() || stepsUnderWay.peek() > 0) event.preventDefault()
  })
  showView("session", {}, { told: (view) => void (session.value = view) })
}

/** What a step came to is not waited for longer: the stream that tells it has broken, and comes back. */
const waitMsMax = 3_000

/** What a step came to: the revision of the tables that it made; null where it left them. */
export interface MadeStep {
  readonly revision: number | null
}

/** Takes a step, and waits until the page shows what it came to. */
export const shownStep = async <Made extends MadeStep>(step: Promise<Made>): Promise<Made> => {
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

/** Whether something was typed that is not on its way to a file: who closes the page is asked first. */
export const isUnwritten = signal(false)

/** Whether a form holds answers that are added to no table yet. */
export const isDrafted = signal(false)

let last: Promise<unknown> = Promise.resolve()

/** How many steps of this page are under way, or wait for their turn. */
export const stepsUnderWay = signal(0)

/** Takes a step once all that this page began before it are taken: steps keep the order of the hands. */
export const inTurn = <Made>(step: () => Promise<Made>): Promise<Made> => {
  stepsUnderWay.value += 1
  const taken = last.then(step).finally(() => {
    stepsUnderWay.value -= 1
  })
  last = taken.catch(() => undefined)
  return taken
}

const shownInTurn = (step: () => Promise<StepMade>): Promise<void> =>
  shownStep(inTurn(step)).then(() => undefined, tellRefusal)

/** Takes the last step back, and waits until that is shown. */
export const undo = (): Promise<void> => shownInTurn(() => call("undo", {}))

/** Makes the last step again that was taken back, and waits until that is shown. */
export const redo = (): Promise<void> => shownInTurn(() => call("redo", {}))
