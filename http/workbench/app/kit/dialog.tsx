import type { ComponentChildren, JSX } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"

/** What a dialog is opened with. */
export interface DialogOpened {
  /** The name of the dialog, as those hear it who do not see its heading. */
  readonly name: string
  readonly class?: string
  readonly close: () => void
  readonly children: ComponentChildren
}

/**
 * A dialog over the page, shown for as long as it is rendered. Escape and a press beside it close it;
 * the focus goes back to where it was.
 */
export const Dialog = ({ children, class: own, close, name }: DialogOpened): JSX.Element => {
  const element = useRef<HTMLDialogElement>(null)
  // At once: keys that follow the one that opened it are for what is in it.
  useLayoutEffect(() => {
    const before = document.activeElement
    const dialog = element.current
    dialog?.showModal()
    return () => {
      dialog?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={element}
      class={own === undefined ? "dialog" : `dialog ${own}`}
      aria-label={name}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onClick={(event) => {
        if (event.target === element.current) close()
      }}
    >
      {children}
    </dialog>
  )
}
