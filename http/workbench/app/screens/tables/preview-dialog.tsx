import type { ComponentChildren, JSX } from "preact"
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"
import { RefusedCall } from "../../kit/call.ts"
import { inWords } from "../../kit/language.ts"
import { refusedText } from "../../kit/notices.ts"
import type { MadeStep } from "../../kit/session.ts"
import { Symbol } from "../../kit/symbols.tsx"
import { submitting } from "../../panels/asking.ts"
import { useGrid } from "./grid.ts"

/** What a change would come to, as far as the server has told it. */
export interface Preview<Done> {
  /** What it came to last; null where nothing is asked, or nothing is answered yet. */
  readonly found: Done | null
  /** Why it was refused last, in words; empty where it was answered. */
  readonly fault: string
}

/** Asks what a change would come to; the signal stops the work on it. */
type AskPreview<Done> = (stop: AbortSignal) => Promise<Done>

/** How long somebody may go on typing before the server is asked. */
const askAfterMs = 150

/**
 * Asks what a change would come to whenever something else of it is `chosen`. `asks` are made one after the
 * other, a quick one before one that takes longer and tells more; where there are none, nothing is shown.
 * `isKept` leaves the last answer there until the next one has come.
 */
export const usePreview = <Done,>(
  asks: ReadonlyArray<AskPreview<Done>>,
  chosen: ReadonlyArray<unknown>,
  { isKept = false }: { readonly isKept?: boolean } = {},
): Preview<Done> => {
  const [found, setFound] = useState<Done | null>(null)
  const [fault, setFault] = useState("")
  useEffect(() => {
    const isNothing = asks.length === 0
    if (isNothing || !isKept) setFound(null)
    if (isNothing) return setFault("")
    const stop = new AbortController()
    const show = async (): Promise<void> => {
      try {
        for (const ask of asks) {
          const done = await ask(stop.signal)
          if (stop.signal.aborted) return
          setFound(done)
          setFault("")
        }
      } catch (cause) {
        if (stop.signal.aborted) return
        if (!(cause instanceof RefusedCall)) throw cause
        setFault(refusedText(cause))
      }
    }
    const timer = setTimeout(() => void show(), askAfterMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, chosen)
  return { found, fault }
}

/** The id of what a preview dialog says is wrong, for the fields that describe themselves by it. */
export const faultOf = (id: string): string => `${id}-fault`

/** A dialog that shows what a change would come to, and makes it. */
interface PreviewDialogOpened<Done extends MadeStep> {
  /** What the ids of its parts begin with. */
  readonly id: string
  readonly title: string
  readonly isWide?: boolean
  /** What is chosen: its fields. */
  readonly children: ComponentChildren
  readonly fault: string
  /** What the change would come to; null where that is not known. */
  readonly preview: JSX.Element | null
  /** What the button says that makes the change. */
  readonly act: string
  /** Whether there is something to change, and nothing against it but the fault. */
  readonly isReady: boolean
  /** Makes the change. */
  readonly write: () => Promise<Done>
  /** Takes the dialog off the page, once it is closed. */
  readonly close: () => void
}

/** The frame of a dialog with a preview: it closes itself when the change is made, or left. */
export const PreviewDialog = <Done extends MadeStep>({
  act,
  children,
  close,
  fault,
  id,
  isReady,
  isWide = false,
  preview,
  title,
  write,
}: PreviewDialogOpened<Done>): JSX.Element => {
  const { attempt, focusBehindDialog } = useGrid()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => dialog.current?.showModal(), [])
  const closed = (): void => {
    close()
    void focusBehindDialog()
  }
  const make = async (): Promise<void> => {
    const done = await attempt(write)
    if (done !== undefined) dialog.current?.close()
  }
  const titleId = `${id}-title`
  return (
    <dialog
      ref={dialog}
      class={isWide ? "card wide-dialog" : "card"}
      aria-labelledby={titleId}
      onClose={closed}
    >
      <form class="stack" onSubmit={submitting(() => void make())}>
        <h2 id={titleId}>{title}</h2>
        {children}
        <p id={faultOf(id)} class="fault" role="status">
          {fault === "" ? null : (
            <>
              <Symbol name="error" size={14} /> {fault}
            </>
          )}
        </p>
        <div class="preview-room">{preview}</div>
        <div class="actions">
          <button type="submit" class="button main small" disabled={fault !== "" || !isReady}>
            {act}
          </button>
          <button type="button" class="button small" onClick={() => dialog.current?.close()}>
            {inWords(leaveWords)}
          </button>
        </div>
      </form>
    </dialog>
  )
}

const leaveWords = { en: "Leave them as they are", fr: "Les laisser telles quelles" }
