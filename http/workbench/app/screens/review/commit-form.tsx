import type { JSX } from "preact"
import { useState } from "preact/hooks"
import type { ReviewFinding, ReviewView } from "../../../../../rules/changes/reviewed-change.ts"
import { call } from "../../kit/call.ts"
import { inWords } from "../../kit/language.ts"
import { tell } from "../../kit/notices.ts"
import { RowLink } from "../../kit/row-link.tsx"
import { useAsking } from "../../panels/asking.ts"
import { Fault } from "../../panels/fault.tsx"
import { namedYou, review } from "../../panels/review-state.ts"
import { releaseWords } from "./release-words.ts"
import { check } from "./report-state.ts"

/** Each warning once, however many rows it is found in. */
const apart = (warnings: ReadonlyArray<ReviewFinding>): ReadonlyArray<ReviewFinding> => [
  ...new Map(warnings.map((warning) => [warning.id, warning])).values(),
]

/** What keeps the author from committing, in words; null where nothing does. */
const blocked = (): string | null => {
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
export const CommitForm = ({ view }: { readonly view: ReviewView }): JSX.Element => {
  const words = inWords(releaseWords).commit
  const { ask, fault, isBusy } = useAsking()
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
  const why = blocked()
  return (
    <form
      class="aside-form"
      aria-label={words.title}
      onSubmit={(event) => {
        event.preventDefault()
        ask(commit)
      }}
    >
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
      <button type="submit" class="button main" disabled={isBusy || why !== null}>
        {words.button}
      </button>
      {why === null ? null : <p class="help">{why}</p>}
      <Fault text={fault} />
    </form>
  )
}
