import { useSignal } from "@preact/signals"
import type { JSX } from "preact"
import { useEffect, useRef } from "preact/hooks"
import { call } from "../../kit/call.ts"
import { inWords } from "../../kit/language.ts"
import { tell, tellRefusal } from "../../kit/notices.ts"
import { shownStep } from "../../kit/session.ts"
import { Symbol } from "../../kit/symbols.tsx"
import { followOwnCases, ownCases } from "../../panels/review-state.ts"
import { BilanCard } from "./bilan-card.tsx"
import { NotShownCard } from "./not-shown-card.tsx"
import { OffersCard } from "./offers-card.tsx"
import {
  answers,
  choices,
  followTraveller,
  isAsking,
  showCase,
  unshown,
} from "./traveller-answers.ts"
import { headlineText, isPriceChanged, isReadingChanged } from "./traveller-facts.ts"
import { caseShown, situationOfForm, travellerForm } from "./traveller-form-state.ts"
import { TravellerForm } from "./traveller-form.tsx"
import { travellerWords } from "./traveller-words.ts"
import type { TravellerView } from "../../../../../rules/changes/traveller/traveller-view.ts"
import { submitting } from "../../panels/asking.ts"

const Answers = ({ view }: { readonly view: TravellerView }): JSX.Element => {
  const words = inWords(travellerWords)
  const { offers } = view
  const changed = offers.filter(isPriceChanged).length
  return (
    <>
      <p class="second">
        {offers.length === 0 ? null : `${words.prices(changed, offers.length)} `}
        {isReadingChanged(view) ? words.readingChanges : words.readingStays}
      </p>
      {view.isStale ? (
        <p class="notice warning">
          <Symbol name="warning" />
          <span>{words.stale}</span>
        </p>
      ) : null}
      <div class="traveller-cards">
        <div class="stack">
          <OffersCard view={view} />
          <BilanCard view={view} />
        </div>
        <div class="stack">
          <NotShownCard items={unshown.value} />
        </div>
      </div>
    </>
  )
}

/** One traveller: what is offered and said before and after, why, and why not the rest. */
export const TravellerScreen = (): JSX.Element => {
  const words = inWords(travellerWords)
  useEffect(followTraveller, [])
  useEffect(followOwnCases, [])
  const view = answers.value
  return (
    <div class="traveller">
      <aside aria-label={words.title}>
        <h2>{words.title}</h2>
        {choices.value === null ? null : <TravellerForm choices={choices.value} />}
        <KeepCase />
      </aside>
      <div class="traveller-answers" aria-busy={isAsking.value}>
        <div class={isAsking.value ? "progress-line running" : "progress-line"} />
        <h1 class="display" aria-live="polite">
          {view === null ? words.asking : headlineText(view)}
        </h1>
        {view === null ? null : <Answers view={view} />}
      </div>
    </div>
  )
}

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
      onSubmit={submitting(() => void keep())}
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
const KeepCase = (): JSX.Element => {
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
