import { useSignal } from "@preact/signals"
import type { JSX } from "preact"
import { call } from "../../kit/call.ts"
import { inWords } from "../../kit/language.ts"
import { tell, tellRefusal } from "../../kit/notices.ts"
import { session } from "../../kit/session.ts"
import { casesWords } from "./cases-words.ts"

/** Accepts what the chosen cases come to now, with the reason for which it is right. */
export const AcceptForm = ({
  names,
  onAccepted,
}: {
  readonly names: ReadonlyArray<string>
  readonly onAccepted: () => void
}): JSX.Element => {
  const words = inWords(casesWords)
  const reason = useSignal("")
  const accept = async (): Promise<void> => {
    try {
      session.value = await call("acceptCases", { names, reason: reason.value })
      reason.value = ""
      tell(words.accepted(names.length))
      onAccepted()
    } catch (cause) {
      tellRefusal(cause)
    }
  }
  return (
    <form
      class="accept"
      onSubmit={(event) => {
        event.preventDefault()
        void accept()
      }}
    >
      <div class="field">
        <label for="accept-reason">{words.reason}</label>
        <input
          id="accept-reason"
          value={reason.value}
          required
          autocomplete="off"
          aria-describedby="accept-help"
          onInput={({ currentTarget }) => (reason.value = currentTarget.value)}
        />
        <p class="help" id="accept-help">
          {words.reasonHelp}
        </p>
      </div>
      <button type="submit" class="button main small" disabled={names.length === 0}>
        {words.accept(names.length)}
      </button>
      <p class="third" role="status">
        {words.chosen(names.length)}
      </p>
    </form>
  )
}
