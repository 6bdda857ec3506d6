import type { JSX } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"
import { call } from "../../kit/call.ts"
import { Dialog } from "../../kit/dialog.tsx"
import { addKeys } from "../../kit/keys.ts"
import { inWords } from "../../kit/language.ts"
import { tell } from "../../kit/notices.ts"
import { hrefOf } from "../../kit/route.ts"
import { tableTitle } from "../../kit/table-names.ts"
import { useAsking, submitting } from "../../panels/asking.ts"
import { Fault } from "../../panels/fault.tsx"
import { followReview, namedYou, review } from "../../panels/review-state.ts"
import { rowCommentWords } from "./row-comment-words.ts"
import { type ScreenGrid, useGrid } from "./grid.ts"

const Writing = ({ file, line }: { readonly file: string; readonly line: number }): JSX.Element => {
  const words = inWords(rowCommentWords)
  const { commented, focusBehindDialog, rowComments } = useGrid()
  const { ask, fault, isBusy } = useAsking()
  const [text, setText] = useState("")
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const close = (): void => {
    commented.value = null
    void focusBehindDialog()
  }
  const add = async (): Promise<void> => {
    const place = { file, line }
    review.value = await call("reviewComment", { text, place, you: namedYou.value })
    tell(words.added(line))
    close()
  }
  return (
    <Dialog name={words.title(line)} close={close}>
      <form class="row-comment" onSubmit={submitting(() => ask(add))}>
        <h2>{words.title(line)}</h2>
        <p class="help">
          {tableTitle(file)}. {words.about}
        </p>
        {(rowComments.value.get(line) ?? []).map(({ answers, by, id, text: said }) => (
          <p key={id}>
            <b>{by.name}</b>: {said} <span class="third">{words.answers(answers.length)}</span>{" "}
            <a href={hrefOf("review", "", { comment: id })}>{words.answer}</a>
          </p>
        ))}
        <div class="field">
          <label for="row-comment">{words.yours}</label>
          <textarea
            ref={field}
            id="row-comment"
            rows={3}
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </div>
        <Fault text={fault} />
        <p class="buttons">
          <button type="button" class="button quiet" onClick={close}>
            {words.leave}
          </button>
          <button type="submit" class="button main" disabled={isBusy || text.trim() === ""}>
            {words.add}
          </button>
        </p>
      </form>
    </Dialog>
  )
}

const followComments = ({ commented, commentOnRow }: ScreenGrid): (() => void) => {
  const ends = [
    followReview(),
    addKeys({
      title: { en: rowCommentWords.en.group, fr: rowCommentWords.fr.group },
      bindings: [
        {
          keys: "Alt C",
          words: { en: rowCommentWords.en.menu, fr: rowCommentWords.fr.menu },
          matches: ({ altKey, code, ctrlKey, metaKey }) =>
            altKey && !ctrlKey && !metaKey && code === "KeyC" && commented.peek() === null,
          run: commentOnRow,
        },
      ],
    }),
  ]
  return () => {
    commented.value = null
    for (const end of ends) end()
  }
}

/** Comments on rows of the open table: their key, their marks, and the place to write one. */
export const RowComments = (): JSX.Element | null => {
  const grid = useGrid()
  useEffect(() => followComments(grid), [])
  const { commented, openFile } = grid
  const line = commented.value
  return line === null ? null : <Writing file={openFile.value} line={line} />
}
