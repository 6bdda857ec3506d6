import type { JSX } from "preact"
import { useState } from "preact/hooks"
import type { CommentAnswer, ReviewComment } from "../../../../../rules/changes/reviewed-change.ts"
import { call } from "../../kit/call.ts"
import { inWords } from "../../kit/language.ts"
import { RowLink } from "../../kit/row-link.tsx"
import { tableTitle } from "../../kit/table-names.ts"
import { useAsking } from "../../panels/asking.ts"
import { dayMonthText } from "../../panels/day-words.ts"
import { Fault } from "../../panels/fault.tsx"
import { namedYou, review } from "../../panels/review-state.ts"
import { releaseWords } from "./release-words.ts"

const Said = ({ at, by, text }: CommentAnswer): JSX.Element => (
  <p>
    <b>{by.name}</b> <span class="third label">{dayMonthText(at)}</span>
    <br />
    {text}
  </p>
)

const Answer = ({
  id,
  isSettled,
}: {
  readonly id: string
  readonly isSettled: boolean
}): JSX.Element => {
  const words = inWords(releaseWords).comments
  const { ask, fault, isBusy } = useAsking()
  const [text, setText] = useState("")
  const answer = async (): Promise<void> => {
    review.value = await call("reviewAnswer", { id, text, you: namedYou.value })
    setText("")
  }
  const settle = async (): Promise<void> => {
    review.value = await call("reviewResolve", { id, you: namedYou.value })
  }
  return (
    <form
      class="answer"
      onSubmit={(event) => {
        event.preventDefault()
        ask(answer)
      }}
    >
      <input
        data-comment={id}
        aria-label={words.yourAnswer}
        placeholder={words.yourAnswer}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <button type="submit" class="button small" disabled={isBusy || text.trim() === ""}>
        {words.answer}
      </button>
      {isSettled ? null : (
        <button
          type="button"
          class="button quiet small"
          disabled={isBusy}
          onClick={() => ask(settle)}
        >
          {words.settle}
        </button>
      )}
      <Fault text={fault} />
    </form>
  )
}

/** A comment with what was said of it, and the place to say more. */
export const CommentThread = ({
  comment,
  withPlace,
}: {
  readonly comment: ReviewComment
  readonly withPlace: boolean
}): JSX.Element => {
  const words = inWords(releaseWords).comments
  const { answers, id, isRowChanged, place, resolvedBy } = comment
  return (
    <div class="thread">
      {withPlace && place !== null ? (
        <p class="second label">
          {tableTitle(place.file)} <RowLink {...place} />
          {isRowChanged ? ` ${words.rowChanged}` : ""}
        </p>
      ) : null}
      <Said {...comment} />
      {answers.map((answer) => (
        <div class="reply">
          <Said {...answer} />
        </div>
      ))}
      {resolvedBy === null ? null : <p class="second label">{words.settledBy(resolvedBy.name)}</p>}
      <Answer id={id} isSettled={resolvedBy !== null} />
    </div>
  )
}
