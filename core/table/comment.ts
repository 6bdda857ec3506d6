import * as Result from "effect/Result"
import { readCsv } from "./csv.ts"

/**
 * A comment line as it was written before a spreadsheet cut it at its commas, quoted its cells and
 * filled the line up.
 *
 * ```ts
 * import { wholeComment } from "../core/table/comment.ts"
 *
 * wholeComment("# a, b,,") // => "# a, b"
 * wholeComment('"# Fictional, all of it",') // => "# Fictional, all of it"
 * wholeComment('"# he said ""no""", twice,') // => '# he said "no", twice'
 * wholeComment('# "as it is", written') // => '# "as it is", written'
 * ```
 */
export const wholeComment = (line: string): string => {
  const filled = line.replace(/,+$/, "")
  if (!filled.includes('"')) return filled
  // A hash makes a line a comment, which a mark before it does not.
  const read = readCsv(`-${filled.startsWith('"') ? "," : ""}${filled}`)
  const texts = Result.isSuccess(read) && read.success.length === 1 ? read.success[0]?.texts : []
  if (texts === undefined || texts.length === 0) return filled
  return filled.startsWith('"') ? texts.slice(1).join(",") : texts.join(",").slice(1)
}
