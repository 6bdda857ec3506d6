import * as Result from "effect/Result"
import { readCsv } from "./csv.ts"

/**
 * A comment line as it was written before a spreadsheet cut it at its commas, quoted its cells and
 * filled the line up.
 *
 * ```ts
 * import { wholeComment } from "../core/table/directives.ts"
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

/** A condition of a directive: a column and a cell, with the place of the cell. */
export interface DirectiveCondition {
  readonly column: string
  readonly cell: string
  /** From 1, within the line. */
  readonly character: number
}

/**
 * What a comment line can declare: a gap that is meant, `# gap tariff=team zone=not(europe) : why`, or
 * a value that is, `# meant column=rate code=TRY : why`.
 */
type DirectiveWord = "gap" | "meant"

/** A comment line that declares something as meant. */
export interface Directive {
  readonly line: number
  /** Where the directive starts in its line, from 1. */
  readonly character: number
  readonly conditions: ReadonlyArray<DirectiveCondition>
  /** Why it is meant; empty where no reason is given. */
  readonly why: string
}

/** A comment as it stands in the text. */
interface Comment {
  readonly line: number
  readonly character: number
  readonly text: string
}

const plainComment = (line: string): Omit<Comment, "line"> | undefined => {
  if (!/^"?#/.test(line)) return undefined
  const text = wholeComment(line.replace(/\r$/, ""))
  return { character: line.startsWith('"') ? 2 : 1, text }
}

/** The comments of a CSV text; a line inside of a quoted field is none. */
const commentsIn = (source: string): ReadonlyArray<Comment> => {
  const comments: Array<Comment> = []
  let quoted = false
  for (const [index, line] of source.split("\n").entries()) {
    const comment = quoted ? undefined : plainComment(line)
    if (comment !== undefined) comments.push({ line: index + 1, ...comment })
    else if (line.split('"').length % 2 === 0) quoted = !quoted
  }
  return comments
}

const openings: Readonly<Record<DirectiveWord, RegExp>> = {
  gap: /^#\s*gap\s+(?=[^\s=:]+=)/,
  meant: /^#\s*meant\s+(?=[^\s=:]+=)/,
}

const conditionsIn = (text: string, offset: number): ReadonlyArray<DirectiveCondition> => {
  const starts = [...text.matchAll(/(?:^|\s)([^\s=]+)=/g)]
  return starts.map((start, index) => {
    const from = start.index + start[0].length
    const cell = text.slice(from, starts[index + 1]?.index).trimEnd()
    return { column: start[1] ?? "", cell, character: offset + from + 1 }
  })
}

const directiveIn = (
  { character, line, text }: Comment,
  opening: RegExp,
): ReadonlyArray<Directive> => {
  const start = opening.exec(text)?.[0]
  if (start === undefined) return []
  const rest = text.slice(start.length)
  const colon = /\s+:(?:\s|$)|:\s|:$/.exec(rest)
  const conditions = rest.slice(0, colon?.index)
  const why = colon === null ? "" : rest.slice(colon.index + colon[0].length).trim()
  const offset = character - 1 + start.length
  return [{ line, character, conditions: conditionsIn(conditions, offset), why }]
}

/**
 * Reads what a table declares as meant from the comments in its text. A comment is a directive when
 * its word and a condition `column=cell` open it; a cell ends where the next condition, or ` : ` and
 * the reason, begin. Commas that fill the line up do not count.
 *
 * ```ts
 * import { readDirectives } from "../core/table/directives.ts"
 *
 * const [gap] = readDirectives("gap", "a,b\n# gap a=not(x|y) b=>=3 : no such product,\n")
 * gap?.line // => 2
 * gap?.conditions.map(({ column, cell }) => [column, cell]) // => [["a", "not(x|y)"], ["b", ">=3"]]
 * gap?.why // => "no such product"
 * readDirectives("gap", "# gap years count as study\n") // => []
 * readDirectives("meant", "# meant column=rate : it fell\n").length // => 1
 * ```
 */
export const readDirectives = (word: DirectiveWord, source: string): ReadonlyArray<Directive> =>
  new RegExp(`#\\s*${word}\\s`).test(source)
    ? commentsIn(source).flatMap((comment) => directiveIn(comment, openings[word]))
    : []
