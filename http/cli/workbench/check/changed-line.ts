import { textChange } from "../desk/text-change.ts"

/**
 * The line on which a text begins to differ from another; where its end is gone, the last that stays.
 *
 * ```ts
 * import { changedLine } from "../http/cli/workbench/check/changed-line.ts"
 *
 * changedLine("a\n1\n2\n", "a\n1\n3\n") // => 3
 * changedLine("a\n1\n2\n", "a\n1\n") // => 2
 * ```
 */
export const changedLine = (before: string, after: string): number => {
  const { start } = textChange(before, after)
  const lines = after.slice(0, start).split("\n").length
  const last = after.split("\n").length - (after.endsWith("\n") ? 1 : 0)
  return Math.min(lines, last)
}
