import { signal } from "@preact/signals"
import type { JSX } from "preact"
import { useEffect, useState } from "preact/hooks"
import { call } from "../../kit/call.ts"
import { inWords } from "../../kit/language.ts"
import { route } from "../../kit/route.ts"
import { RowLink } from "../../kit/row-link.tsx"
import { tableTitle } from "../../kit/table-names.ts"
import { useAsking, submitting } from "../../panels/asking.ts"
import { Fault } from "../../panels/fault.tsx"
import { dayMonthText } from "../../panels/releases-words.ts"
import { namedYou, review } from "../../panels/review-state.ts"
import { releaseWords } from "./release-words.ts"
import type {
  CommentAnswer,
  ReviewComment,
  ReviewView,
} from "../../../../../rules/changes/reviewed-change.ts"

const NewComment = (): JSX.Element => {
  const words = inWords(releaseWords).comments
  const { ask, fault, isBusy } = useAsking()
  const [text, setText] = useState("")
  const place = commentTarget.value
  const add = async (): Promise<void> => {
    review.value = await call("reviewComment", { text, place, you: namedYou.value })
    setText("")
    commentTarget.value = null
  }
  return (
    <form class="aside-form" onSubmit={submitting(() => ask(add))}>
      <div class="field">
        <label for="new-comment">{words.new}</label>
        <p class="help">
          {place === null ? words.onChange : words.on(tableTitle(place.file), place.line)}{" "}
          {place === null ? null : (
            <button
              type="button"
              class="button quiet small"
              onClick={() => (commentTarget.value = null)}
            >
              {words.toChange}
            </button>
          )}
        </p>
        <textarea
          id="new-comment"
          rows={2}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </div>
      <div>
        <button type="submit" class="button small" disabled={isBusy || text.trim() === ""}>
          {words.add}
        </button>
      </div>
      <Fault text={fault} />
    </form>
  )
}

/** Brings the comment that the address names into view, ready to be answered. */
const useNamedComment = (view: ReviewView): void => {
  const id = route.value.query.get("comment")
  const isThere = view.comments.some((comment) => comment.id === id)
  useEffect(() => {
    if (!isThere) return
    const fields = document.querySelectorAll<HTMLInputElement>("#comments-card input[data-comment]")
    const field = [...fields].find(({ dataset }) => dataset["comment"] === id)
    field?.scrollIntoView({ block: "center" })
    field?.focus()
  }, [id, isThere])
}

/** What was said of the change, and the place to say more. */
export const CommentsCard = ({ view }: { readonly view: ReviewView }): JSX.Element => {
  const words = inWords(releaseWords).comments
  useNamedComment(view)
  const open = view.comments.filter(({ resolvedBy }) => resolvedBy === null)
  const settled = view.comments.filter(({ resolvedBy }) => resolvedBy !== null)
  return (
    <section class="card review-card" id="comments-card" aria-labelledby="comments">
      <div class="panel-head">
        <h2 id="comments">{words.title}</h2>
      </div>
      {view.comments.length === 0 ? <p class="empty">{words.none}</p> : null}
      {open.map((comment) => (
        <CommentThread key={comment.id} comment={comment} withPlace />
      ))}
      {settled.length === 0 ? null : (
        <details>
          <summary>{words.settled(settled.length)}</summary>
          {settled.map((comment) => (
            <CommentThread key={comment.id} comment={comment} withPlace />
          ))}
        </details>
      )}
      {view.problem === null ? <NewComment /> : null}
    </section>
  )
}

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
    <form class="answer" onSubmit={submitting(() => ask(answer))}>
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

/** The row that a comment is being written on; null for the change as a whole. */
const commentTarget = signal<{ readonly file: string; readonly line: number } | null>(null)

/** Begins a comment: on a row, or on the change as a whole. */
export const beginComment = (place: typeof commentTarget.value): void => {
  commentTarget.value = place
  const field = document.querySelector<HTMLTextAreaElement>("#new-comment")
  field?.scrollIntoView({ block: "center" })
  field?.focus()
}
