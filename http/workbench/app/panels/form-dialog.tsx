import type { ComponentChildren, JSX } from "preact"
import { Dialog } from "../kit/dialog.tsx"
import { type AskedWork, submitting, workingText } from "./asking.ts"

/** What a form in a dialog is opened with. */
export interface FormDialogOpened {
  /** Its heading, which is its name as well. */
  readonly title: string
  readonly class?: string
  readonly close: () => void
  /** What its main button says and does; it waits for as long as `isReady` is false. */
  readonly main: { readonly label: string; readonly work: () => void; readonly isReady: boolean }
  /** What the button says that closes it. */
  readonly leave: string
  /** What is under way, and why it was refused; where nothing was, `told` stands in its place. */
  readonly asked?: Pick<AskedWork, "fault" | "isBusy" | "isWorking">
  readonly told?: string
  /** Buttons between the two. */
  readonly besides?: ComponentChildren
  readonly children: ComponentChildren
}

/** A dialog that is a form: a heading, fields, what is wrong with them, and the buttons below. */
export const FormDialog = ({
  asked,
  besides,
  children,
  class: own,
  close,
  leave,
  main,
  title,
  told,
}: FormDialogOpened): JSX.Element => {
  const fault = asked?.fault ?? null
  return (
    <Dialog name={title} {...(own === undefined ? {} : { class: own })} close={close}>
      <form
        class="dialog-body"
        onSubmit={submitting(() => {
          if (main.isReady) main.work()
        })}
      >
        <h2>{title}</h2>
        {children}
        {asked === undefined ? null : (
          <p class={fault === null ? "help" : "fault"} role="status">
            {fault ?? told ?? ""}
          </p>
        )}
        <div class="actions">
          <button
            type="submit"
            class="button main small"
            disabled={!main.isReady || asked?.isBusy === true}
          >
            {asked?.isWorking === true ? workingText() : main.label}
          </button>
          {besides}
          <button type="button" class="button small" onClick={close}>
            {leave}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
