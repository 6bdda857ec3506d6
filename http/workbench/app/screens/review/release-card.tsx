import type { ComponentChildren, JSX } from "preact"
import { inWords } from "../../kit/language.ts"
import { Symbol } from "../../kit/symbols.tsx"
import { fullDayText } from "../../panels/day-words.ts"
import { namedYou, nameYou, review } from "../../panels/review-state.ts"
import { ApproveForm } from "./approve-form.tsx"
import { CommitForm } from "./commit-form.tsx"
import { releaseWords } from "./release-words.ts"
import type { ReviewView } from "../../../../../rules/changes/reviewed-change.ts"

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
