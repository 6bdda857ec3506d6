import { signal } from "@preact/signals"
import { useState } from "preact/hooks"
import { RefusedCall } from "../kit/call.ts"
import { inWords } from "../kit/language.ts"
import { refusedText } from "../kit/notices.ts"

/** Something that is asked of the server, one at a time, and why it was refused last. */
export interface AskedWork {
  /** Whether this, or anything else that is asked so, is under way. */
  readonly isBusy: boolean
  /** Whether this is under way, for the button that asks. */
  readonly isWorking: boolean
  /** In words; null where the last one was answered. */
  readonly fault: string | null
  readonly ask: (work: () => Promise<void>) => void
}

/** Whether anything is asked: what is pressed meanwhile would be asked of what is not yet so. */
const isAsked = signal(false)

/** Asks something of the server; why it is refused is kept to be shown beside the button. */
export const useAsking = (): AskedWork => {
  const [isWorking, setWorking] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const run = async (work: () => Promise<void>): Promise<void> => {
    // A second press may come before the button is drawn as pressed.
    if (isAsked.peek()) return
    isAsked.value = true
    setWorking(true)
    setFault(null)
    try {
      await work()
    } catch (cause) {
      if (!(cause instanceof RefusedCall)) throw cause
      setFault(refusedText(cause))
    } finally {
      isAsked.value = false
      setWorking(false)
    }
  }
  return { isBusy: isAsked.value, isWorking, fault, ask: (work) => void run(work) }
}

/** What a button says while what it asks for is under way. */
export const workingText = (): string => inWords(workingWords)

const workingWords = { en: "Working…", fr: "En cours…" }

/** What a form does when it is sent: the page stays, and this is done instead. */
export const submitting =
  (act: () => void): ((event: Event) => void) =>
  (event) => {
    event.preventDefault()
    act()
  }
