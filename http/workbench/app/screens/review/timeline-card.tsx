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
import { useAsking, workingText } from "../../panels/asking.ts"
import { dayMonthText, fullDayText, releasesWords } from "../../panels/releases-words.ts"
import { Fault } from "../../panels/fault.tsx"
import {
  ChangeStep,
  InForceStep,
  type StepState,
  TimelineStep,
} from "../../panels/releases-panel.tsx"
import { namedYou, review } from "../../panels/review-state.ts"
import { releaseWords } from "./release-words.ts"

/** Something that can be done with a release: its button, what it does, and the call. */
interface Deed {
  readonly label: string
  readonly told: string
  readonly run: () => Promise<StepMade>
}

/** Buttons of deeds; each tells what it does before it does it. */
const Deeds = ({ deeds }: { readonly deeds: ReadonlyArray<Deed> }): JSX.Element | null => {
  const chosen = useSignal<number | null>(null)
  const deed = chosen.value === null ? undefined : deeds[chosen.value]
  if (deeds.length === 0) return null
  return (
    <div class="deeds">
      {deed === undefined ? (
        deeds.map(({ label }, index) => (
          <button type="button" class="button small" onClick={() => (chosen.value = index)}>
            {label}
          </button>
        ))
      ) : (
        <ToldDeed deed={deed} leave={() => (chosen.value = null)} />
      )}
    </div>
  )
}

/** What a deed does, to be done or left. */
const ToldDeed = ({
  deed,
  leave,
}: {
  readonly deed: Deed
  readonly leave: () => void
}): JSX.Element => {
  const words = inWords(releaseWords).timeline
  const { ask, fault, isBusy, isWorking } = useAsking()
  const confirm = useRef<HTMLButtonElement>(null)
  useEffect(() => confirm.current?.focus(), [deed.label])
  const run = async (): Promise<void> => {
    await shownStep(deed.run())
    leave()
    tell(words.done)
  }
  return (
    <div class="told" role="group" aria-label={deed.label}>
      <p>{deed.told}</p>
      <button
        type="button"
        class="button main small"
        ref={confirm}
        aria-busy={isWorking}
        disabled={isBusy}
        onClick={() => ask(run)}
      >
        {isWorking ? workingText() : deed.label}
      </button>
      <button type="button" class="button quiet small" onClick={leave}>
        {words.no}
      </button>
      <Fault text={fault} />
    </div>
  )
}

const titles = (files: ReadonlyArray<string>): string => files.map(tableTitle).join(", ")

/** What a release holds: the tables that it changes, and those of one's own that it takes away. */
const contentsOf = ({ removed, tables }: ReleaseEntry): string =>
  [
    ...tables.map(tableTitle),
    ...(removed.length === 0 ? [] : [inWords(releaseWords).timeline.without(titles(removed))]),
  ].join(", ")

const deedsOf = (release: ReleaseEntry, all: ReleasesView): ReadonlyArray<Deed> => {
  const words = inWords(releaseWords).timeline
  const { effectiveFrom, name, state, waitsForApproval, withdrawalWantedBy } = release
  const { needsApproval, rollback } = all
  if (state === "withdrawn") return []
  const you = namedYou.value
  const approve = (told: string): Deed => ({
    label: words.approve,
    told,
    run: () => call("releaseApprove", { name, you }),
  })
  if (withdrawalWantedBy !== null) {
    return [approve(words.told.approveWithdrawal(name, withdrawalWantedBy))]
  }
  const withdraw: Deed = {
    label: words.withdraw,
    told: needsApproval ? words.told.wantWithdrawal(name) : words.told.withdraw(name),
    run: () => call("releaseWithdraw", { name, you }),
  }
  // The day of one that cannot be read is unknown, and it waits for something else.
  if (effectiveFrom !== null && (waitsForApproval || state === "waiting")) {
    const day = dayMonthText(effectiveFrom)
    if (waitsForApproval) {
      return [approve(words.told.approve(name, contentsOf(release), day)), withdraw]
    }
    const now: Deed = {
      label: words.now,
      told: words.told.now(name, contentsOf(release), day),
      run: () => call("releaseNow", { name }),
    }
    return [now, withdraw]
  }
  if (rollback?.name !== name) return [withdraw]
  return [
    {
      label: words.rollback,
      told: needsApproval
        ? words.told.wantWithdrawal(name)
        : words.told.rollback(name, rollback.after ?? words.folder),
      run: () => call("releaseRollback", { you }),
    },
  ]
}

const steps: Readonly<Record<ReleaseEntry["state"], StepState>> = {
  waiting: "waiting",
  inForce: "inForce",
  refused: "past",
  withdrawn: "past",
}

const titleOf = ({ name, state, waitsForApproval }: ReleaseEntry): string => {
  const words = inWords(releasesWords)
  if (waitsForApproval) return words.unapproved(name)
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
  const { approvedBy, author, effectiveFrom, mistakes, reason, undoneBy, withdrawnOn } = release
  const facts = [
    ...(effectiveFrom === null ? [] : [panel.from(fullDayText(effectiveFrom))]),
    ...(withdrawnOn === null ? [] : [words.withdrawnOn(fullDayText(withdrawnOn))]),
    ...(author === null ? [] : [author]),
    approvedBy === null ? panel.notApproved : panel.approvedBy(approvedBy),
    contentsOf(release),
  ]
  return (
    <TimelineStep state={steps[release.state]} title={titleOf(release)} about={facts.join(" · ")}>
      {reason === null ? null : <p class="label">{reason}</p>}
      {(release.waitsForApproval ? [] : mistakes.slice(0, 1)).map((mistake) => (
        <p class="label" lang="en">
          {mistake}
        </p>
      ))}
      {release.withdrawalWantedBy === null ? null : (
        <p class="label">{words.withdrawalWanted(release.withdrawalWantedBy)}</p>
      )}
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
      <p class="label second">{all.needsApproval ? words.required : words.recorded}</p>
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
