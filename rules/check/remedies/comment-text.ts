import type { CommentEdit } from "../../protocol/check.ts"

/**
 * A text with a comment written above a line, or with that of a line taken away; all else stays as it
 * is. A line behind the last one is the end of the text.
 *
 * ```ts
 * import { commented } from "../http/workbench/server/check/comment-text.ts"
 *
 * const add = { _tag: "Add", aboveLine: 2, text: "# gap a=1 : " } as const
 * commented("a,b\n2,3\n", add, "why") // => "a,b\n# gap a=1 : why\n2,3\n"
 * commented("a,b\n# x\n2,3\n", { _tag: "Remove", line: 2 }, "") // => "a,b\n2,3\n"
 * ```
 */
export const commented = (source: string, comment: CommentEdit, reason: string): string => {
  const lines = source.split("\n")
  if (comment._tag === "Remove") return lines.toSpliced(comment.line - 1, 1).join("\n")
  const end = lines.at(-1) === "" ? lines.length - 1 : lines.length
  return lines
    .toSpliced(Math.min(comment.aboveLine - 1, end), 0, `${comment.text}${reason}`)
    .join("\n")
}
