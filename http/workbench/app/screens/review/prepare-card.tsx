import type { JSX } from "preact"
import { useState } from "preact/hooks"
import type { ReleaseEntry, ReleasesView } from "../../../protocol/releases.ts"
import type { ReviewView } from "../../../../../rules/changes/reviewed-change.ts"
import { call } from "../../kit/call.ts"
import { inWords } from "../../kit/language.ts"
import { tell } from "../../kit/notices.ts"
import { shownStep } from "../../kit/session.ts"
import { tableTitle } from "../../kit/table-names.ts"
import { useAsking, submitting, workingText } from "../../panels/asking.ts"
import { dayMonthText } from "../../panels/releases-words.ts"
import { Fault } from "../../panels/fault.tsx"
import { namedYou } from "../../panels/review-state.ts"
import { releaseWords } from "./release-words.ts"

const titles = (files: ReadonlyArray<string>): string => files.map(tableTitle).join(", ")

/** What another release that waits has to do with this one, in a sentence. */
const besides = (
  { effectiveFrom, name, removed, tables }: ReleaseEntry,
  day: string,
  files: ReadonlyArray<string>,
): string => {
  const words = inWords(releaseWords).prepare
  const all = [...tables, ...removed]
  const both = all.filter((file) => files.includes(file))
  if (both.length === 0) return words.later(name, titles(all))
  return (effectiveFrom ?? "") >= day
    ? words.overlap(name, titles(both))
    : words.undoes(name, titles(both))
}

/** Prepares a release: a name and a day are suggested, and what else waits is told. */
export const PrepareCard = ({
  all,
  view,
}: {
  readonly all: ReleasesView
  readonly view: ReviewView
}): JSX.Element => {
  const words = inWords(releaseWords).prepare
  const { ask, fault, isBusy, isWorking } = useAsking()
  const [given, setGiven] = useState<{
    readonly name?: string
    readonly day?: string
    readonly reason?: string
  }>({})
  const files = all.edited
  const day = given.day ?? all.nextMonth
  const suggested = all.suggestedName.replace(/^\d{4}-\d\d/, day.slice(0, 7))
  const name = given.name ?? suggested
  const reason = given.reason ?? view.reason ?? ""
  const prepare = async (): Promise<void> => {
    const author = namedYou.value?.name ?? null
    await shownStep(call("releasePrepare", { name, effectiveFrom: day, reason, author }))
    setGiven({})
    tell(words.done(name))
  }
  const others = all.releases.filter(({ state }) => state === "waiting")
  const [waiting] = others
  return (
    <section class="card aside-card" aria-labelledby="prepare">
      <h2 id="prepare">{words.title}</h2>
      {files.length === 0 ? (
        <p class="help">{waiting === undefined ? words.nothing : words.waits(waiting.name)}</p>
      ) : (
        <form class="aside-form" onSubmit={submitting(() => ask(prepare))}>
          <p class="help">{words.about(files.length)}</p>
          <div class="field">
            <label for="release-day">{words.day}</label>
            <input
              id="release-day"
              type="date"
              required
              min={all.today}
              value={day}
              onInput={({ currentTarget }) => setGiven({ ...given, day: currentTarget.value })}
            />
          </div>
          <div class="field">
            <label for="release-name">{words.name}</label>
            <input
              id="release-name"
              class="code"
              required
              value={name}
              onInput={({ currentTarget }) => setGiven({ ...given, name: currentTarget.value })}
            />
          </div>
          <div class="field">
            <label for="release-reason">{words.reason}</label>
            <input
              id="release-reason"
              required
              value={reason}
              onInput={({ currentTarget }) => setGiven({ ...given, reason: currentTarget.value })}
            />
          </div>
          {others.map((other) => (
            <p class="help">{besides(other, day, files)}</p>
          ))}
          <button
            type="submit"
            class="button"
            aria-busy={isWorking}
            disabled={isBusy || day === ""}
          >
            {isWorking ? workingText() : words.button(day === "" ? "…" : dayMonthText(day))}
          </button>
          <Fault text={fault} />
          <p class="help">{words.atOnce}</p>
        </form>
      )}
    </section>
  )
}
