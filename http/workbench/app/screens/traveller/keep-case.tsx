import { useSignal } from "@preact/signals"
import type { JSX } from "preact"
import { useRef } from "preact/hooks"
import { call } from "../../kit/call.ts"
import { inWords } from "../../kit/language.ts"
import { tell, tellRefusal } from "../../kit/notices.ts"
import { shownStep } from "../../kit/session.ts"
import { ownCases } from "../../panels/own-cases.ts"
import { showCase } from "./traveller-answers.ts"
import { caseShown, situationOfForm, travellerForm } from "./traveller-form-state.ts"
import { travellerWords } from "./traveller-words.ts"

const KeepForm = ({ onDone }: { readonly onDone: () => void }): JSX.Element => {
  const words = inWords(travellerWords)
  const name = useRef<HTMLInputElement>(null)
  const about = useRef<HTMLInputElement>(null)
  const keep = async (): Promise<void> => {
    const kept = { name: name.current?.value ?? "", about: about.current?.value ?? "" }
    try {
      await shownStep(
        call("keepCase", {
          situation: situationOfForm(travellerForm.value),
          ...kept,
        }),
      )
      caseShown.value = kept.name.trim()
      tell(words.kept(kept.name.trim()))
      onDone()
    } catch (cause) {
      tellRefusal(cause)
    }
  }
  return (
    <form
      class="keep"
      onSubmit={(event) => {
        event.preventDefault()
        void keep()
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") onDone()
      }}
    >
      <div class="field">
        <label for="keep-name">{words.keepName}</label>
        <input id="keep-name" ref={name} required autofocus autocomplete="off" />
      </div>
      <div class="field">
        <label for="keep-about">{words.keepAbout}</label>
        <input id="keep-about" ref={about} required autocomplete="off" />
      </div>
      <div class="actions">
        <button type="submit" class="button main small">
          {words.keepNow}
        </button>
        <button type="button" class="button quiet small" onClick={onDone}>
          {words.cancel}
        </button>
      </div>
    </form>
  )
}

/** Keeps the traveller as a case of one's own, or shows the next case that the change touches. */
export const KeepCase = (): JSX.Element => {
  const words = inWords(travellerWords)
  const isAsked = useSignal(false)
  const opener = useRef<HTMLButtonElement>(null)
  const changing = (ownCases.value?.cases ?? []).filter(({ changes }) => changes)
  const [first] = changing
  const swap = (): void => {
    const place = changing.findIndex(({ name }) => name === caseShown.value)
    const next = changing[(place + 1) % Math.max(1, changing.length)]
    if (next !== undefined) void showCase(next.name)
  }
  return (
    <div class="keep-case">
      <button
        type="button"
        class="button small"
        ref={opener}
        aria-expanded={isAsked.value}
        onClick={() => (isAsked.value = !isAsked.value)}
      >
        {words.keep}
      </button>
      {isAsked.value ? (
        <KeepForm
          onDone={() => {
            isAsked.value = false
            opener.current?.focus()
          }}
        />
      ) : null}
      <button
        type="button"
        class="button quiet small"
        disabled={changing.length === 0}
        aria-describedby="swap-help"
        onClick={swap}
      >
        {words.swap}
      </button>
      <p class="help" id="swap-help">
        {ownCases.value === null
          ? ""
          : first === undefined
            ? words.swapNone
            : words.changing(changing.length, first.name)}
      </p>
      <p class="help" role="status">
        {caseShown.value === "" ? "" : words.shownCase(caseShown.value)}
      </p>
    </div>
  )
}
