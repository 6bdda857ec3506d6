import type { HyperFunc, VNode } from "@revolist/revogrid"
import { computed } from "@preact/signals"
import type { ReviewComment } from "../../../../../rules/changes/reviewed-change.ts"
import { inWords } from "../../kit/language.ts"
import { tell } from "../../kit/notices.ts"
import { review } from "../../panels/review-state.ts"
import type { GridEdits } from "./grid-edits.ts"
import type { GridState } from "./grid-state.ts"
import { rowCommentWords } from "./row-comment-words.ts"

/** Prepares the comments of colleagues on rows of a grid. */
export const makeCommentedRows = (
  { commented, openFile }: GridState,
  { selectedLines }: GridEdits,
) => {
  /** The open comments on rows of the table that is shown, by line. */
  const rowComments = computed<ReadonlyMap<number, ReadonlyArray<ReviewComment>>>(() => {
    const found = new Map<number, ReadonlyArray<ReviewComment>>()
    for (const comment of review.value?.comments ?? []) {
      const { place, resolvedBy } = comment
      if (place === null || place.file !== openFile.value || resolvedBy !== null) continue
      found.set(place.line, [...(found.get(place.line) ?? []), comment])
    }
    return found
  })

  /** The mark of a row that somebody has commented on, with what was said. */
  const commentMark = (h: HyperFunc<VNode>, line: number): ReadonlyArray<VNode> => {
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

  /** Begins a comment on the row that is selected. */
  const commentOnRow = (): void => {
    const [line] = selectedLines()
    if (line === undefined) tell(inWords(rowCommentWords).chooseRow)
    else commented.value = line
  }

  return { rowComments, commentMark, commentOnRow }
}

/** The comments of colleagues on rows of a grid. */
export type CommentedRows = ReturnType<typeof makeCommentedRows>
