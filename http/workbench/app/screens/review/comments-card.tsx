import type { JSX } from "preact"
import { useEffect, useState } from "preact/hooks"
import type { ReviewView } from "../../../../../rules/changes/reviewed-change.ts"
import { call } from "../../kit/call.ts"
import { inWords } from "../../kit/language.ts"
import { route } from "../../kit/route.ts"
import { tableTitle } from "../../kit/table-names.ts"
import { useAsking } from "../../panels/asking.ts"
import { Fault } from "../../panels/fault.tsx"
import { namedYou, review } from "../../panels/review-state.ts"
import { commentTarget } from "./comment-target.ts"
import { CommentThread } from "./comment-thread.tsx"
import { releaseWords } from "./release-words.ts"

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
    <form
      class="aside-form"
      onSubmit={(event) => {
        event.preventDefault()
        ask(add)
      }}
    >
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
