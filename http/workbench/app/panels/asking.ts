import { useState } from "preact/hooks"
import { RefusedCall } from "../kit/call.ts"
import { refusedText } from "../kit/notices.ts"

/** Something that is asked of the server, one at a time, and why it was refused last. */
export interface AskedWork {
  readonly isBusy: boolean
  /** In words; null where the last one was answered. */
  readonly fault: string | null
  readonly ask: (work: () => Promise<void>) => void
}

/** Asks something of the server; why it is refused is kept to be shown beside the button. */
export const useAsking = (): AskedWork => {
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setFault(null)
    try {
      await work()
    } catch (cause) {
      if (!(cause instanceof RefusedCall)) throw cause
      setFault(refusedText(cause))
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, fault, ask: (work) => void run(work) }
}

/** What a form does when it is sent: the page stays, and this is done instead. */
export const submitting =
  (act: () => void): ((event: Event) => void) =>
  (event) => {
    event.preventDefault()
    act()
  }
