import type { JSX } from "preact"
import { useState } from "preact/hooks"
import type { ReviewView } from "../../../../../rules/changes/reviewed-change.ts"
import { call } from "../../kit/call.ts"
import { inWords } from "../../kit/language.ts"
import { tell } from "../../kit/notices.ts"
import { useAsking } from "../../panels/asking.ts"
import { dayMonthText } from "../../panels/day-words.ts"
import { Fault } from "../../panels/fault.tsx"
import { namedYou, releases, review } from "../../panels/review-state.ts"
import { beginComment } from "./comment-target.ts"
import { releaseWords } from "./release-words.ts"

/** Why nobody can approve here now; null where somebody can. The server decides, this explains. */
const blocked = ({ authors, changedTables, uncommitted, you }: ReviewView): string | null => {
  const words = inWords(releaseWords).approve
  if (changedTables.length === 0) return words.nothing
  if (uncommitted.length > 0) return words.commitFirst
  const mail = you?.mail.toLowerCase()
  const own = authors.find((author) => author.mail.toLowerCase() === mail)
  return own === undefined ? null : words.own(own.name)
}

/** A second person's approval, for a day. */
export const ApproveForm = ({ view }: { readonly view: ReviewView }): JSX.Element => {
  const words = inWords(releaseWords).approve
  const { ask, fault, isBusy } = useAsking()
  const [chosen, setChosen] = useState("")
  const all = releases.value
  const day = chosen === "" ? (all?.nextMonth ?? "") : chosen
  const why = blocked(view)
  const approve = async (): Promise<void> => {
    review.value = await call("reviewApprove", { from: day, you: namedYou.value })
    tell(words.done)
  }
  return (
    <form
      class="aside-form"
      aria-label={words.title}
      onSubmit={(event) => {
        event.preventDefault()
        ask(approve)
      }}
    >
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
      <button type="submit" class="button main" disabled={isBusy || why !== null || day === ""}>
        {words.button(day === "" ? "…" : dayMonthText(day))}
      </button>
      {why === null ? null : <p class="help">{why}</p>}
      <button type="button" class="button quiet small" onClick={() => beginComment(null)}>
        {words.askChange}
      </button>
      <Fault text={fault} />
    </form>
  )
}
