import { signal } from "@preact/signals"
import { groupBy } from "../../../../../core/group-by.ts"
import type { GridAside } from "../../../../../rules/changes/grid/grid-view.ts"

/** A comment of the file as a row, or a run of comments that is folded into one. */
export type CommentRow =
  | {
      readonly kind: "comment"
      readonly line: number | null
      readonly text: string
      readonly rowClass: string
    }
  | {
      readonly kind: "fold"
      /** Stays the same while lines above come and go. */
      readonly key: string
      readonly line: number
      readonly lastLine: number
      readonly count: number
      /** The first comment of the run. */
      readonly text: string
      readonly isOpen: boolean
      readonly rowClass: string
    }

/** Keeps which runs of comments are unfolded. */
export const makeCommentFolds = () => {
  /** The runs of comments that are unfolded, by their keys: for each table until the page is left. */
  const unfolded = signal<ReadonlySet<string>>(new Set())

  /** Unfolds a run of comments, or folds it again. */
  const toggleFold = (key: string): void => {
    const open = new Set(unfolded.peek())
    if (!open.delete(key)) open.add(key)
    unfolded.value = open
  }

  const rowsOfRun = (file: string, run: ReadonlyArray<GridAside>): ReadonlyArray<CommentRow> => {
    const rows = run.map(({ comment, line }): CommentRow => ({
      kind: "comment",
      line,
      text: comment ?? "",
      rowClass: "comment",
    }))
    if (run.length <= shownMax) return rows
    const text = run[0]?.comment ?? ""
    const key = `${file}\n${text}`
    const isOpen = unfolded.value.has(key)
    const [line, lastLine] = [run[0]?.line ?? 0, run.at(-1)?.line ?? 0]
    const fold: CommentRow = {
      kind: "fold",
      key,
      line,
      lastLine,
      count: run.length,
      text,
      isOpen,
      rowClass: "comment fold",
    }
    return isOpen ? [fold, ...rows] : [fold]
  }

  /** The rows of all comments, by the line behind which they stand. */
  const commentRows = (
    file: string,
    asides: ReadonlyArray<GridAside>,
  ): ReadonlyMap<number, ReadonlyArray<CommentRow>> => {
    const comments = asides.filter(({ comment }) => comment !== null)
    const runs = groupBy(comments, ({ afterLine }) => afterLine)
    return new Map([...runs].map(([afterLine, run]) => [afterLine, rowsOfRun(file, run)]))
  }

  return { toggleFold, commentRows }
}

/** Runs of comments, folded or not. */
export type CommentFolds = ReturnType<typeof makeCommentFolds>

/** So many comments on end are shown as they are; more are folded. */
const shownMax = 2
