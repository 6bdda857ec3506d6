import type { HyperFunc, VNode } from "@revolist/revogrid"
import { computed, signal } from "@preact/signals"
import type { JSX } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"
import type { ReviewComment } from "../../../../../rules/changes/reviewed-change.ts"
import { call } from "../../kit/call.ts"
import { Dialog } from "../../kit/dialog.tsx"
import { addKeys } from "../../kit/keys.ts"
import { inWords } from "../../kit/language.ts"
import { tell } from "../../kit/notices.ts"
import { hrefOf } from "../../kit/route.ts"
import { tableTitle } from "../../kit/table-names.ts"
import { useAsking } from "../../panels/asking.ts"
import { Fault } from "../../panels/fault.tsx"
import { followReview, namedYou, review } from "../../panels/review-state.ts"
import { selectedLines } from "./grid-edits.ts"
import { focusBehindDialog } from "./grid-selection.ts"
import { openFile } from "./grid-state.ts"
import { rowCommentWords } from "./row-comment-words.ts"

/** The open comments on rows of the table that is shown, by line. */
export const rowComments = computed<ReadonlyMap<number, ReadonlyArray<ReviewComment>>>(() => {
  const found = new Map<number, ReadonlyArray<ReviewComment>>()
  for (const comment of review.value?.comments ?? []) {
    const { place, resolvedBy } = comment
    if (place === null || place.file !== openFile.value || resolvedBy !== null) continue
    found.set(place.line, [...(found.get(place.line) ?? []), comment])
  }
  return found
})

/** The mark of a row that somebody has commented on, with what was said. */
export const commentMark = (h: HyperFunc<VNode>, line: number): ReadonlyArray<VNode> => {
  const said = rowComments.value.get(line)
  if (said === undefined) return []
  const title = said.map(({ by, text }) => `${by.name}: ${text}`).join("\n")
  return [
    h(
      "svg",
      {
        class: "symbol mark comment-mark",
        width: "14",
        height: "14",
        viewBox: "0 0 16 16",
        role: "img",
        "aria-label": `${inWords(rowCommentWords).mark} ${title}`,
      },
      h("path", { d: "M2 3h12v8H8l-3.500 3v-3H2z" }),
    ),
  ]
}

/** The line whose comment is being written; null where none is. */
const commented = signal<number | null>(null)

/** Begins a comment on the row that is selected. */
export const commentOnRow = (): void => {
  const [line] = selectedLines()
  if (line === undefined) tell(inWords(rowCommentWords).chooseRow)
  else commented.value = line
}

const Writing = ({ file, line }: { readonly file: string; readonly line: number }): JSX.Element => {
  const words = inWords(rowCommentWords)
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
      <form
        class="row-comment"
        onSubmit={(event) => {
          event.preventDefault()
          ask(add)
        }}
      >
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

const followComments = (): (() => void) => {
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
  useEffect(followComments, [])
  const line = commented.value
  return line === null ? null : <Writing file={openFile.value} line={line} />
}
