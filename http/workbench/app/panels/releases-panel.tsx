import type { ComponentChildren, JSX } from "preact"
import type { ReleaseEntry } from "../../protocol/releases.ts"
import type { ReviewView } from "../../../../rules/changes/reviewed-change.ts"
import { inWords } from "../kit/language.ts"
import { hrefOf } from "../kit/route.ts"
import { Symbol } from "../kit/symbols.tsx"
import { checked } from "../kit/table-marks.ts"
import { dayMonthText, fullDayText, releasesWords } from "./releases-words.ts"
import { releases, review, useReview } from "./review-state.ts"

/** How a step of the timeline is drawn; its words say the same. */
export type StepState = "open" | "waiting" | "inForce" | "past"

/** A step of the timeline of releases. */
export const TimelineStep = ({
  about,
  children,
  state,
  title,
}: {
  readonly state: StepState
  readonly title: ComponentChildren
  readonly about: ComponentChildren
  readonly children?: ComponentChildren
}): JSX.Element => (
  <li class={`timeline-step ${state}`}>
    <span class="timeline-mark">
      {state === "inForce" ? <Symbol name="held" size={18} /> : null}
    </span>
    <div>
      <p class="timeline-title">{title}</p>
      <p class="second label">{about}</p>
      {children}
    </div>
  </li>
)

/** How the change stands, as a title and a sentence. */
const changeText = (view: ReviewView, errors: number) => {
  const words = inWords(releasesWords).change
  const { approval, changedTables, uncommitted } = view
  if (errors > 0) return { title: words.open, about: words.errors(errors) }
  if (changedTables.length === 0) return { title: words.none, about: words.noneAbout }
  if (uncommitted.length > 0) {
    return { title: words.open, about: words.openAbout(uncommitted.length) }
  }
  if (approval.state === "approved") {
    const about = words.approvedAbout(fullDayText(approval.from))
    return { title: words.approved(approval.by.name), about }
  }
  return approval.state === "withdrawn"
    ? { title: words.withdrawn, about: words.withdrawnAbout }
    : { title: words.waits, about: words.waitsAbout }
}

/** The change itself, as the first step of the timeline. */
export const ChangeStep = ({ view }: { readonly view: ReviewView }): JSX.Element => {
  const findings = checked.value?.findings ?? []
  const errors = findings.filter(({ severity }) => severity === "error").length
  return <TimelineStep state="open" {...changeText(view, errors)} />
}

const Waiting = ({ approvedBy, effectiveFrom, name }: ReleaseEntry): JSX.Element => {
  const words = inWords(releasesWords)
  const who = approvedBy === null ? words.notApproved : words.approvedBy(approvedBy)
  const day = effectiveFrom === null ? "" : `, ${words.from(dayMonthText(effectiveFrom))}`
  return <TimelineStep state="waiting" title={words.waiting(name)} about={`${who}${day}`} />
}

/** The tables that are in force today. */
export const InForceStep = (): JSX.Element | null => {
  const words = inWords(releasesWords)
  const view = releases.value
  if (view === null) return null
  if (view.inForce === null) {
    return <TimelineStep state="past" title={words.broken} about="" />
  }
  const { hash, release } = view.inForce
  const entry = view.releases.find(({ name }) => name === release)
  const day = entry?.effectiveFrom ?? view.history[0]?.day
  const since = day === undefined ? "" : words.since(fullDayText(day))
  return (
    <TimelineStep
      state="inForce"
      title={
        <>
          {words.inForce} <span class="code">{hash}</span>
        </>
      }
      about={[release, since].filter((part) => part !== null && part !== "").join(", ")}
    />
  )
}

/** The change, the releases that wait, and the one in force. */
export const ReleasesPanel = (): JSX.Element => {
  useReview()
  const words = inWords(releasesWords)
  const [view, all] = [review.value, releases.value]
  const before = all?.history[all.inForce?.release === null ? 1 : 0]
  return (
    <section class="card releases-panel" aria-labelledby="releases-panel">
      <div class="panel-head">
        <h2 id="releases-panel">{words.title}</h2>
        <a href={hrefOf("review", "", { part: "timeline" })}>{words.timeline}</a>
      </div>
      <ol class="timeline">
        {view === null ? null : <ChangeStep view={view} />}
        {all?.releases
          .filter(({ state }) => state === "waiting")
          .toReversed()
          .map((release) => (
            <Waiting {...release} />
          ))}
        <InForceStep />
        {before === undefined ? null : (
          <TimelineStep
            state="past"
            title={
              <span class="second">
                {words.before} <span class="code">{before.commit.slice(0, 12)}</span>
              </span>
            }
            about={
              <>
                {fullDayText(before.day)}.{" "}
                <a href={hrefOf("review", "", { part: "timeline" })}>{words.goBack}</a>
              </>
            }
          />
        )}
      </ol>
    </section>
  )
}
