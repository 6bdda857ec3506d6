import { signal, useSignal } from "@preact/signals"
import type { JSX } from "preact"
import { call } from "../../kit/call.ts"
import { onEvent } from "../../kit/views.ts"
import { inWords } from "../../kit/language.ts"
import { tell, tellRefusal } from "../../kit/notices.ts"
import { hrefOf } from "../../kit/route.ts"
import { RowLink } from "../../kit/row-link.tsx"
import { session, shownStep } from "../../kit/session.ts"
import { tableTitle } from "../../kit/table-names.ts"
import { casesWords } from "./cases-words.ts"
import type { CaseSuggested, SuggestionsSoFar } from "../../../protocol/cases.ts"
import { submitting } from "../../panels/asking.ts"

const cellText = (text: string): string => (text === "" ? "∅" : `“${text}”`)

const Suggestion = ({ found }: { readonly found: CaseSuggested }): JSX.Element => {
  const words = inWords(casesWords)
  const { example, files, situation } = found
  const { trip } = situation.quote
  const tables = files.map(tableTitle).join(", ")
  const name = useSignal(
    `${trip.countryResidence} to ${trip.arrivalCountries.join(", ")}, ${trip.travellers.map(({ age }) => age).join(" and ")}`,
  )
  const about = useSignal(`notices slips in ${files.join(" and ")}`)
  const keep = async (): Promise<void> => {
    try {
      await shownStep(call("keepCase", { situation, name: name.value, about: about.value }))
      tell(words.kept(name.value))
      dropSuggestion(found.name)
    } catch (cause) {
      tellRefusal(cause)
    }
  }
  const id = found.name.replaceAll(" ", "-")
  return (
    <li class="suggestion">
      <p>
        <b>{words.notices(found.notices, tables)}</b>,{" "}
        {words.slip(cellText(example.to), cellText(example.from))} <RowLink {...example} />
      </p>
      <form onSubmit={submitting(() => void keep())}>
        <div class="field">
          <label for={`name-${id}`}>{words.name}</label>
          <input
            id={`name-${id}`}
            value={name.value}
            required
            onInput={({ currentTarget }) => (name.value = currentTarget.value)}
          />
        </div>
        <div class="field">
          <label for={`about-${id}`}>{words.why}</label>
          <input
            id={`about-${id}`}
            value={about.value}
            required
            onInput={({ currentTarget }) => (about.value = currentTarget.value)}
          />
        </div>
        <p class="actions">
          <button type="submit" class="button small">
            {words.keep}
          </button>
          <a href={hrefOf("traveller", "", { situation: JSON.stringify(situation) })}>
            {words.open}
          </a>
        </p>
      </form>
    </li>
  )
}

const Progress = (): JSX.Element | null => {
  const words = inWords(casesWords)
  const found = suggestions.value
  if (found === null) return isLooking.value ? <p>{words.preparing}</p> : null
  if (wasStopped.value) return <p>{words.stopped}</p>
  if (!isLooking.value) return <p>{words.done(found.tried, found.surviving)}</p>
  return (
    <>
      <progress value={found.tried} max={Math.max(1, found.all)} aria-label={words.suggest} />
      <p>
        {found.tried === 0
          ? words.preparing
          : words.progress(found.tried, found.all, tableTitle(found.file ?? ""))}
      </p>
    </>
  )
}

/** Cases that would notice slips which nothing notices; the look takes minutes and can be stopped. */
export const Suggestions = (): JSX.Element => {
  const words = inWords(casesWords)
  const file = useSignal("")
  const found = suggestions.value
  const tables = (session.value?.tables ?? []).filter(({ kind }) => kind === "decision")
  return (
    <section class="card suggestions" aria-labelledby="suggestions-title">
      <h2 id="suggestions-title">{words.suggest}</h2>
      <p class="second">{words.suggestAbout}</p>
      <div class="field">
        <label for="suggest-file">{words.suggestWhich}</label>
        <select
          id="suggest-file"
          value={file.value}
          onChange={({ currentTarget }) => (file.value = currentTarget.value)}
        >
          <option value="">{words.suggestTouched}</option>
          {tables.map((table) => (
            <option value={table.file}>{tableTitle(table.file)}</option>
          ))}
        </select>
      </div>
      <p class="actions">
        {isLooking.value ? (
          <button type="button" class="button small" onClick={stopLooking}>
            {words.stop}
          </button>
        ) : (
          <button
            type="button"
            class="button small"
            onClick={() => void lookForCases(file.value === "" ? [] : [file.value])}
          >
            {words.start}
          </button>
        )}
      </p>
      <div class="progress-room" role="status">
        <Progress />
      </div>
      {found === null || found.suggested.length === 0 ? (
        <p class="empty">
          {found !== null && !isLooking.value && !wasStopped.value
            ? words.enough
            : words.suggestNone}
        </p>
      ) : (
        <ul>
          {found.suggested.map((one) => (
            <Suggestion key={one.name} found={one} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** What was found so far; null before the first look. It goes on while other screens are shown. */
const suggestions = signal<SuggestionsSoFar | null>(null)

/** Whether slips are tried now. */
const isLooking = signal(false)

/** Whether the last look was stopped before its end. */
const wasStopped = signal(false)

let running: AbortController | undefined

onEvent("suggestions", ({ soFar }) => {
  if (isLooking.value) suggestions.value = soFar
})

/** Looks for cases in the slips of some tables; of those that the change touches where none is named. */
const lookForCases = async (files: ReadonlyArray<string>): Promise<void> => {
  const own = new AbortController()
  running = own
  isLooking.value = true
  wasStopped.value = false
  suggestions.value = null
  try {
    suggestions.value = await call("suggestCases", { files }, own.signal)
  } catch (cause) {
    if (own.signal.aborted) wasStopped.value = true
    else tellRefusal(cause)
  }
  isLooking.value = false
}

/** Stops the look; what was found stays. */
const stopLooking = (): void => running?.abort()

/** Leaves out a suggestion that has been kept. */
const dropSuggestion = (name: string): void => {
  const found = suggestions.value
  if (found === null) return
  suggestions.value = { ...found, suggested: found.suggested.filter((one) => one.name !== name) }
}
