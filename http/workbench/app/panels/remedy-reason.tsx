import type { JSX } from "preact"
import { useState } from "preact/hooks"
import { Dialog } from "../kit/dialog.tsx"
import { inWords } from "../kit/language.ts"
import { giveReason, reasonAsked } from "../kit/remedies.ts"
import { Symbol } from "../kit/symbols.tsx"
import { findingsWords } from "./findings-words.ts"

/** Asks for the reason of a remedy that needs one; each screen with remedies shows it once. */
export const RemedyReason = (): JSX.Element | null => {
  const asked = reasonAsked.value
  return asked === null ? null : (
    <ReasonDialog
      subject={inWords(asked.finding.title)}
      close={() => (reasonAsked.value = null)}
      give={giveReason}
    />
  )
}

/** Asks why something is meant. */
const ReasonDialog = ({
  close,
  give,
  subject,
}: {
  readonly subject: string
  readonly close: () => void
  readonly give: (reason: string) => void
}): JSX.Element => {
  const words = inWords(findingsWords)
  const [reason, setReason] = useState("")
  const [isMissing, miss] = useState(false)
  const submit = (event: Event): void => {
    event.preventDefault()
    const text = reason.trim()
    miss(text === "")
    if (text !== "") give(text)
  }
  return (
    <Dialog name={words.reasonTitle} close={close}>
      <form class="dialog-body" onSubmit={submit}>
        <h2>{words.reasonTitle}</h2>
        <p class="second">{subject}</p>
        <div class={isMissing ? "field wrong" : "field"}>
          <label for="reason">{words.reasonLabel}</label>
          <input
            id="reason"
            type="text"
            autoFocus
            autocomplete="off"
            aria-describedby="reason-help"
            aria-invalid={isMissing}
            value={reason}
            onInput={({ currentTarget }) => setReason(currentTarget.value)}
          />
          <p class="help" id="reason-help">
            {words.reasonHelp}
          </p>
          {isMissing ? (
            <p class="fault" role="alert">
              <Symbol name="error" /> {words.reasonMissing}
            </p>
          ) : null}
        </div>
        <div class="actions">
          <button type="submit" class="button main small">
            {words.declare}
          </button>
          <button type="button" class="button small" onClick={close}>
            {words.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
