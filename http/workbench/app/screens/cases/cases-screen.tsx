import { useSignal } from "@preact/signals"
import type { JSX } from "preact"
import { useEffect } from "preact/hooks"
import { call } from "../../kit/call.ts"
import { inWords } from "../../kit/language.ts"
import { tell, tellRefusal } from "../../kit/notices.ts"
import { shownStep } from "../../kit/session.ts"
import { Symbol } from "../../kit/symbols.tsx"
import { areCasesTried, followOwnCases, ownCases } from "../../panels/review-state.ts"
import { CaseItem } from "./case-item.tsx"
import { casesWords } from "./cases-words.ts"
import { Suggestions } from "./suggestions.tsx"
import type { CasesView, CaseView } from "../../../../../rules/changes/cases-view.ts"
import { submitting } from "../../panels/asking.ts"

type Shown = "all" | "failing" | "passing"

const isFailing = ({ differences }: CaseView): boolean => differences.length > 0

const matches = ({ about, name }: CaseView, written: string): boolean =>
  `${name} ${about}`.toLowerCase().includes(written.trim().toLowerCase())

const ShownSwitch = ({
  counts,
  onShow,
  shown,
}: {
  readonly counts: Readonly<Record<Shown, number>>
  readonly shown: Shown
  readonly onShow: (shown: Shown) => void
}): JSX.Element => {
  const words = inWords(casesWords)
  const labels: Readonly<Record<Shown, string>> = {
    failing: words.shownFailing(counts.failing),
    passing: words.shownPassing(counts.passing),
    all: words.shownAll(counts.all),
  }
  return (
    <div class="segments" role="group" aria-label={words.show}>
      {(["failing", "passing", "all"] as const).map((each) => (
        <button type="button" aria-pressed={each === shown} onClick={() => onShow(each)}>
          {labels[each]}
        </button>
      ))}
    </div>
  )
}

const CaseList = ({ view }: { readonly view: CasesView }): JSX.Element => {
  const words = inWords(casesWords)
  const failing = view.cases.filter(isFailing)
  const shown = useSignal<Shown>("failing")
  const written = useSignal("")
  const chosen = useSignal<ReadonlySet<string>>(new Set())
  const listed = view.cases
    .filter((each) => shown.value === "all" || isFailing(each) === (shown.value === "failing"))
    .filter((each) => matches(each, written.value))
  const names = failing.map(({ name }) => name).filter((name) => chosen.value.has(name))
  const choose = (name: string, isChosen: boolean): void => {
    const others = [...chosen.value].filter((each) => each !== name)
    chosen.value = new Set(isChosen ? [...others, name] : others)
  }
  return (
    <section class="card cases-list" aria-labelledby="cases-title">
      <h2 id="cases-title" class="unseen">
        {words.title}
      </h2>
      <div class="cases-tools">
        <ShownSwitch
          counts={{
            failing: failing.length,
            passing: view.cases.length - failing.length,
            all: view.cases.length,
          }}
          shown={shown.value}
          onShow={(next) => (shown.value = next)}
        />
        <input
          type="search"
          aria-label={words.search}
          placeholder={words.search}
          value={written.value}
          onInput={({ currentTarget }) => (written.value = currentTarget.value)}
        />
        {failing.length === 0 ? null : (
          <button
            type="button"
            class="button small"
            onClick={() => (chosen.value = new Set(failing.map(({ name }) => name)))}
          >
            {words.chooseAll}
          </button>
        )}
      </div>
      {failing.length === 0 ? null : (
        <AcceptForm names={names} onAccepted={() => (chosen.value = new Set())} />
      )}
      {listed.length === 0 ? (
        <p class="empty">{written.value === "" ? words.noneFail : words.noneFound}</p>
      ) : (
        <ul>
          {listed.map((each) => (
            <CaseItem
              key={each.name}
              view={each}
              isChosen={chosen.value.has(each.name)}
              onChoose={(isChosen) => choose(each.name, isChosen)}
            />
          ))}
        </ul>
      )}
      {view.gone.length === 0 ? null : <p class="second">{words.gone(view.gone.join(", "))}</p>}
    </section>
  )
}

/** The analysts' own cases: which pass, what differs in others, and what else deserves a case. */
export const CasesScreen = (): JSX.Element => {
  const words = inWords(casesWords)
  useEffect(followOwnCases, [])
  const view = ownCases.value
  const failing = view?.cases.filter(isFailing).length ?? 0
  return (
    <div class="cases-screen" aria-busy={areCasesTried.value}>
      <div class={areCasesTried.value ? "progress-line running" : "progress-line"} />
      <h1 class="display">
        {view === null
          ? words.trying
          : failing === 0
            ? words.allPass(view.cases.length)
            : words.failing(failing, view.cases.length)}
      </h1>
      <p class="second">{words.about}</p>
      {view?.isStale === true ? (
        <p class="notice warning">
          <Symbol name="warning" />
          <span>{words.stale}</span>
        </p>
      ) : null}
      <div class="cases-columns">
        {view === null ? <div /> : <CaseList view={view} />}
        <Suggestions />
      </div>
    </div>
  )
}

/** Accepts what the chosen cases come to now, with the reason for which it is right. */
const AcceptForm = ({
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
      await shownStep(call("acceptCases", { names, reason: reason.value }))
      reason.value = ""
      tell(words.accepted(names.length))
      onAccepted()
    } catch (cause) {
      tellRefusal(cause)
    }
  }
  return (
    <form class="accept" onSubmit={submitting(() => void accept())}>
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
