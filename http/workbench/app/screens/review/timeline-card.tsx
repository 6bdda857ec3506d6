import { useSignal } from "@preact/signals"
import type { JSX } from "preact"
import { useEffect, useRef } from "preact/hooks"
import type { EarlierTables, ReleaseEntry, ReleasesView } from "../../../protocol/releases.ts"
import type { StepMade } from "../../../protocol/session.ts"
import { call } from "../../kit/call.ts"
import { inWords } from "../../kit/language.ts"
import { tell } from "../../kit/notices.ts"
import { route } from "../../kit/route.ts"
import { shownStep } from "../../kit/session.ts"
import { tableTitle } from "../../kit/table-names.ts"
import { useAsking } from "../../panels/asking.ts"
import { dayMonthText, fullDayText, releasesWords } from "../../panels/releases-words.ts"
import { Fault } from "../../panels/fault.tsx"
import {
  ChangeStep,
  InForceStep,
  type StepState,
  TimelineStep,
} from "../../panels/releases-panel.tsx"
import { review } from "../../panels/review-state.ts"
import { releaseWords } from "./release-words.ts"

/** Something that can be done with a release: its button, what it does, and the call. */
interface Deed {
  readonly label: string
  readonly told: string
  readonly run: () => Promise<StepMade>
}

/** Buttons of deeds; each tells what it does before it does it. */
const Deeds = ({ deeds }: { readonly deeds: ReadonlyArray<Deed> }): JSX.Element | null => {
  const words = inWords(releaseWords).timeline
  const { ask, fault, isBusy } = useAsking()
  const chosen = useSignal<number | null>(null)
  const confirm = useRef<HTMLButtonElement>(null)
  const deed = chosen.value === null ? undefined : deeds[chosen.value]
  useEffect(() => confirm.current?.focus(), [deed?.label])
  if (deeds.length === 0) return null
  const run = async (): Promise<void> => {
    if (deed === undefined) return
    await shownStep(deed.run())
    chosen.value = null
    tell(words.done)
  }
  return (
    <div class="deeds">
      {deed === undefined ? (
        deeds.map(({ label }, index) => (
          <button type="button" class="button small" onClick={() => (chosen.value = index)}>
            {label}
          </button>
        ))
      ) : (
        <div class="told" role="group" aria-label={deed.label}>
          <p>{deed.told}</p>
          <button
            type="button"
            class="button main small"
            ref={confirm}
            disabled={isBusy}
            onClick={() => ask(run)}
          >
            {deed.label}
          </button>
          <button type="button" class="button quiet small" onClick={() => (chosen.value = null)}>
            {words.no}
          </button>
          <Fault text={fault} />
        </div>
      )}
    </div>
  )
}

const titles = (files: ReadonlyArray<string>): string => files.map(tableTitle).join(", ")

const deedsOf = (release: ReleaseEntry, { rollback }: ReleasesView): ReadonlyArray<Deed> => {
  const words = inWords(releaseWords).timeline
  const { effectiveFrom, name, state, tables } = release
  if (state === "withdrawn") return []
  const withdraw: Deed = {
    label: words.withdraw,
    told: words.told.withdraw(name),
    run: () => call("releaseWithdraw", { name }),
  }
  if (state === "waiting") {
    const day = dayMonthText(effectiveFrom ?? "")
    const now: Deed = {
      label: words.now,
      told: words.told.now(name, titles(tables), day),
      run: () => call("releaseNow", { name }),
    }
    return [now, withdraw]
  }
  if (rollback?.name !== name) return [withdraw]
  return [
    {
      label: words.rollback,
      told: words.told.rollback(name, rollback.after ?? words.folder),
      run: () => call("releaseRollback", {}),
    },
  ]
}

const steps: Readonly<Record<ReleaseEntry["state"], StepState>> = {
  waiting: "waiting",
  inForce: "inForce",
  refused: "past",
  withdrawn: "past",
}

const titleOf = ({ name, state }: ReleaseEntry): string => {
  const words = inWords(releasesWords)
  if (state === "waiting") return words.waiting(name)
  if (state === "refused") return words.refused(name)
  return state === "withdrawn" ? words.gone(name) : words.past(name)
}

const ReleaseStep = ({
  all,
  release,
}: {
  readonly all: ReleasesView
  readonly release: ReleaseEntry
}): JSX.Element => {
  const words = inWords(releaseWords).timeline
  const panel = inWords(releasesWords)
  const { approvedBy, author, effectiveFrom, mistakes, reason, tables, undoneBy, withdrawnOn } =
    release
  const facts = [
    ...(effectiveFrom === null ? [] : [panel.from(fullDayText(effectiveFrom))]),
    ...(withdrawnOn === null ? [] : [words.withdrawnOn(fullDayText(withdrawnOn))]),
    ...(author === null ? [] : [author]),
    approvedBy === null ? panel.notApproved : panel.approvedBy(approvedBy),
    titles(tables),
  ]
  return (
    <TimelineStep state={steps[release.state]} title={titleOf(release)} about={facts.join(" · ")}>
      {reason === null ? null : <p class="label">{reason}</p>}
      {mistakes.slice(0, 1).map((mistake) => (
        <p class="label" lang="en">
          {mistake}
        </p>
      ))}
      {undoneBy.map(({ by, file }) => (
        <p class="label second">{words.undoneBy(by, tableTitle(file))}</p>
      ))}
      <Deeds key={release.state} deeds={deedsOf(release, all)} />
    </TimelineStep>
  )
}

const EarlierStep = ({ commit, day, subject }: EarlierTables): JSX.Element => {
  const words = inWords(releaseWords).timeline
  const short = commit.slice(0, 12)
  const deed: Deed = {
    label: words.restore,
    told: words.told.restore(short, fullDayText(day)),
    run: () => call("releaseRestore", { commit }),
  }
  return (
    <TimelineStep
      state="past"
      title={
        <>
          <span class="code">{short}</span> {subject}
        </>
      }
      about={fullDayText(day)}
    >
      <Deeds deeds={[deed]} />
    </TimelineStep>
  )
}

/** All releases in time, the newest first, with what can be done with each. */
export const TimelineCard = ({ all }: { readonly all: ReleasesView }): JSX.Element => {
  const words = inWords(releaseWords).timeline
  const card = useRef<HTMLElement>(null)
  const part = route.value.query.get("part")
  useEffect(() => {
    if (part === "timeline") card.current?.scrollIntoView()
  }, [part])
  const [newest, ...earlier] = all.history
  return (
    <section class="card review-card" ref={card} aria-labelledby="timeline">
      <div class="panel-head">
        <h2 id="timeline">{words.title}</h2>
      </div>
      <ol class="timeline">
        {review.value === null ? null : <ChangeStep view={review.value} />}
        {all.releases.toReversed().map((release) => (
          <ReleaseStep key={release.name} all={all} release={release} />
        ))}
        <InForceStep />
        {earlier.map((tables) => (
          <EarlierStep key={tables.commit} {...tables} />
        ))}
      </ol>
      {all.releases.length === 0 && newest === undefined ? <p class="empty">{words.none}</p> : null}
    </section>
  )
}
