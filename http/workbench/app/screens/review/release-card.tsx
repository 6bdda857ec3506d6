import type { ComponentChildren, JSX } from "preact"
import { useState } from "preact/hooks"
import { call } from "../../kit/call.ts"
import { inWords } from "../../kit/language.ts"
import { tell } from "../../kit/notices.ts"
import { RowLink } from "../../kit/row-link.tsx"
import { Symbol } from "../../kit/symbols.tsx"
import { submitting, useAsking, workingText } from "../../panels/asking.ts"
import { Fault } from "../../panels/fault.tsx"
import { dayMonthText, fullDayText } from "../../panels/releases-words.ts"
import { namedYou, nameYou, releases, review } from "../../panels/review-state.ts"
import { beginComment } from "./comments-card.tsx"
import { releaseWords } from "./release-words.ts"
import { check } from "./report-state.ts"
import type { ReviewFinding, ReviewView } from "../../../../../rules/changes/reviewed-change.ts"

const Fact = ({
  children,
  name,
}: {
  readonly name: string
  readonly children: ComponentChildren
}): JSX.Element => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)

const stateOf = ({ approval, changedTables, uncommitted }: ReviewView) => {
  const words = inWords(releaseWords).release
  if (changedTables.length === 0 && uncommitted.length === 0) {
    return { kind: "info", text: words.nothing } as const
  }
  if (uncommitted.length > 0) return { kind: "warning", text: words.uncommitted } as const
  switch (approval.state) {
    case "approved":
      return { kind: "held", text: words.approved(approval.by.name) } as const
    case "withdrawn":
      return { kind: "warning", text: words.withdrawn(approval.by.name) } as const
    case "own":
      return { kind: "warning", text: words.own } as const
    case "none":
      return { kind: "warning", text: words.waits } as const
  }
}

/** How the change stands, and the next step with it: commit, then approve. */
export const ReleaseCard = ({ view }: { readonly view: ReviewView }): JSX.Element => {
  const words = inWords(releaseWords)
  const { authors, branch, committedAt, problem, reason } = view
  const state = stateOf(view)
  const by = [
    authors.map(({ name }) => name).join(", "),
    committedAt === null ? "" : fullDayText(committedAt),
  ].filter((part) => part !== "")
  return (
    <section class="card aside-card" aria-labelledby="release">
      <h2 id="release">{words.release.title}</h2>
      {problem === null ? null : (
        <p class="notice warning">
          <Symbol name="warning" />
          <span>{words.missing[problem]}</span>
        </p>
      )}
      <dl class="facts">
        {problem === null || branch !== null ? (
          <Fact name={words.release.branch}>
            <span class="code">{branch ?? words.release.noBranch}</span>
          </Fact>
        ) : null}
        {by.length === 0 ? null : <Fact name={words.release.by}>{by.join(", ")}</Fact>}
        {reason === null ? null : <Fact name={words.release.forWhat}>{reason}</Fact>}
        <Fact name={words.release.state}>
          <span class={`badge ${state.kind}`}>
            {state.kind === "info" ? null : <Symbol name={state.kind} size={14} />}
            {state.text}
          </span>
        </Fact>
      </dl>
      {problem === null ? (
        <>
          <WhoFields />
          {view.uncommitted.length > 0 ? <CommitForm view={view} /> : null}
          <ApproveForm view={view} />
        </>
      ) : null}
    </section>
  )
}

/** Asks who works here where git does not know; says it where git does. */
const WhoFields = (): JSX.Element | null => {
  const words = inWords(releaseWords).you
  const view = review.value
  if (view === null || view.problem !== null) return null
  if (view.you !== null) return <p class="help">{words.as(view.you.name)}</p>
  const named = namedYou.value ?? { name: "", mail: "" }
  return (
    <fieldset class="who">
      <legend>{words.title}</legend>
      <p class="help">{words.about}</p>
      <label>
        {words.name}
        <input
          autocomplete="name"
          value={named.name}
          onInput={({ currentTarget }) => nameYou({ ...named, name: currentTarget.value })}
        />
      </label>
      <label>
        {words.mail}
        <input
          type="email"
          autocomplete="email"
          value={named.mail}
          onInput={({ currentTarget }) => nameYou({ ...named, mail: currentTarget.value })}
        />
      </label>
    </fieldset>
  )
}

/** Why nobody can approve here now; null where somebody can. The server decides, this explains. */
const unapprovable = ({ authors, changedTables, uncommitted, you }: ReviewView): string | null => {
  const words = inWords(releaseWords).approve
  if (changedTables.length === 0) return words.nothing
  if (uncommitted.length > 0) return words.commitFirst
  const mail = you?.mail.toLowerCase()
  const own = authors.find((author) => author.mail.toLowerCase() === mail)
  return own === undefined ? null : words.own(own.name)
}

/** A second person's approval, for a day. */
const ApproveForm = ({ view }: { readonly view: ReviewView }): JSX.Element => {
  const words = inWords(releaseWords).approve
  const { ask, fault, isBusy, isWorking } = useAsking()
  const [chosen, setChosen] = useState("")
  const all = releases.value
  const day = chosen === "" ? (all?.nextMonth ?? "") : chosen
  const why = unapprovable(view)
  const approve = async (): Promise<void> => {
    review.value = await call("reviewApprove", { from: day, you: namedYou.value })
    tell(words.done)
  }
  return (
    <form class="aside-form" aria-label={words.title} onSubmit={submitting(() => ask(approve))}>
      <div class="field">
        <label for="approve-from">{words.from}</label>
        <input
          id="approve-from"
          type="date"
          required
          min={all?.today}
          value={day}
          onInput={({ currentTarget }) => setChosen(currentTarget.value)}
        />
      </div>
      <button
        type="submit"
        class="button main"
        aria-busy={isWorking}
        disabled={isBusy || why !== null || day === ""}
      >
        {isWorking ? workingText() : words.button(day === "" ? "…" : dayMonthText(day))}
      </button>
      {why === null ? null : <p class="help">{why}</p>}
      <button type="button" class="button quiet small" onClick={() => beginComment(null)}>
        {words.askChange}
      </button>
      <Fault text={fault} />
    </form>
  )
}

/** Each warning once, however many rows it is found in. */
const apart = (warnings: ReadonlyArray<ReviewFinding>): ReadonlyArray<ReviewFinding> => [
  ...new Map(warnings.map((warning) => [warning.id, warning])).values(),
]

/** What keeps the author from committing, in words; null where nothing does. */
const unready = (): string | null => {
  const words = inWords(releaseWords).commit
  const errors = check.value?.errors.length ?? 0
  return errors > 0 ? words.errors(errors) : null
}

const Reason = ({
  finding,
  onInput,
  value,
}: {
  readonly finding: ReviewFinding
  readonly value: string
  readonly onInput: (reason: string) => void
}): JSX.Element => (
  <div class="field">
    <label for={`warning-${finding.id}`}>{inWords(releaseWords).commit.warning}</label>
    <p class="help">
      <b>{inWords(finding.title)}</b> <RowLink {...finding} /> {inWords(finding.detail)}
    </p>
    <input
      id={`warning-${finding.id}`}
      value={value}
      onInput={({ currentTarget }) => onInput(currentTarget.value)}
    />
  </div>
)

/** The author's side: a name, a sentence, reasons for warnings, and one button. */
const CommitForm = ({ view }: { readonly view: ReviewView }): JSX.Element => {
  const words = inWords(releaseWords).commit
  const { ask, fault, isBusy, isWorking } = useAsking()
  const [name, setName] = useState("")
  // A release that was prepared is for what its change is for.
  const [reason, setReason] = useState(
    view.uncommitted.some((file) => file.includes("releases/")) ? (view.reason ?? "") : "",
  )
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(view.keptWarnings.map((kept) => [kept.id, kept.reason])),
  )
  const commit = async (): Promise<void> => {
    const warnings = Object.entries(reasons).map(([id, why]) => ({ id, reason: why }))
    review.value = await call("reviewCommit", { name, reason, warnings, you: namedYou.value })
    setReason("")
    tell(words.done)
  }
  const why = unready()
  return (
    <form class="aside-form" aria-label={words.title} onSubmit={submitting(() => ask(commit))}>
      <p class="help">{words.about}</p>
      {view.needsBranch ? (
        <div class="field">
          <label for="change-name">{words.name}</label>
          <input
            id="change-name"
            required
            value={name}
            aria-describedby="change-name-help"
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
          <p class="help" id="change-name-help">
            {words.nameHelp}
          </p>
        </div>
      ) : null}
      <div class="field">
        <label for="change-reason">{words.reason}</label>
        <input
          id="change-reason"
          required
          value={reason}
          onInput={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </div>
      {apart(check.value?.warnings ?? []).map((finding) => (
        <Reason
          key={finding.id}
          finding={finding}
          value={reasons[finding.id] ?? ""}
          onInput={(text) => setReasons({ ...reasons, [finding.id]: text })}
        />
      ))}
      <details>
        <summary class="label">{words.files(view.uncommitted.length)}</summary>
        <ul class="label code files">
          {view.uncommitted.map((file) => (
            <li>{file}</li>
          ))}
        </ul>
      </details>
      <button
        type="submit"
        class="button main"
        aria-busy={isWorking}
        disabled={isBusy || why !== null}
      >
        {isWorking ? workingText() : words.button}
      </button>
      {why === null ? null : <p class="help">{why}</p>}
      <Fault text={fault} />
    </form>
  )
}
