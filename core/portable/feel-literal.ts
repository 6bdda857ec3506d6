import { isCalendarDay } from "../vocabulary/day.ts"
import { unquoted } from "../table/cell.ts"

/** A literal of FEEL that a cell can hold. */
export type FeelLiteral =
  | { readonly _tag: "Text"; readonly text: string }
  /** Digits as cells write them. */
  | { readonly _tag: "Number"; readonly digits: string }
  | { readonly _tag: "Truth"; readonly value: boolean }
  /** `YYYY-MM-DD`. */
  | { readonly _tag: "Day"; readonly day: string }
  | { readonly _tag: "Null" }

const numberPattern = /^(-?)\s*(\d*)(?:\.(\d+))?$/

const digitsOf = (text: string): string | undefined => {
  const parts = numberPattern.exec(text)
  if (parts === null) return undefined
  const [, sign = "", whole = "", fraction] = parts
  if (whole === "" && fraction === undefined) return undefined
  return `${sign}${whole === "" ? "0" : whole}${fraction === undefined ? "" : `.${fraction}`}`
}

const dayPattern = /^(?:date\(\s*("[^"]*")\s*\)|@("[^"]*"))$/

const dayOf = (text: string): string | undefined => {
  const parts = dayPattern.exec(text)
  const day = parts === null ? undefined : unquoted(parts[1] ?? parts[2] ?? "")
  return day !== undefined && isCalendarDay(day) ? day : undefined
}

/** A text of FEEL between quotes; it may write a line break as it is. */
const textOf = (text: string): string | undefined => {
  if (!/^"(?:[^"\\]|\\.)*"$/s.test(text)) return undefined
  return unquoted(
    text
      .replaceAll("\r\n", "\n")
      .replaceAll("\n", "\\n")
      .replaceAll("\t", "\\t")
      .replaceAll("\\'", "'"),
  )
}

/**
 * Reads one literal: a text, a number, `true` or `false`, a day or `null`; undefined for anything
 * else, such as a name or an expression.
 *
 * ```ts
 * import { readFeelLiteral } from "../core/portable/feel-literal.ts"
 *
 * readFeelLiteral('"VERY LOW"') // => { _tag: "Text", text: "VERY LOW" }
 * readFeelLiteral("-.5") // => { _tag: "Number", digits: "-0.5" }
 * readFeelLiteral('date("2016-10-01")') // => { _tag: "Day", day: "2016-10-01" }
 * readFeelLiteral("price * 2") // => undefined
 * ```
 */
export const readFeelLiteral = (written: string): FeelLiteral | undefined => {
  const source = written.trim()
  if (source === "null") return { _tag: "Null" }
  if (source === "true" || source === "false") return { _tag: "Truth", value: source === "true" }
  const digits = digitsOf(source)
  if (digits !== undefined) return { _tag: "Number", digits }
  const day = dayOf(source)
  if (day !== undefined) return { _tag: "Day", day }
  const text = textOf(source)
  return text === undefined ? undefined : { _tag: "Text", text }
}

/**
 * A day as the number that condition columns compare: `YYYYMMDD`.
 *
 * ```ts
 * import { dayNumber } from "../core/portable/feel-literal.ts"
 *
 * dayNumber("2016-10-01") // => "20161001"
 * ```
 */
export const dayNumber = (day: string): string => day.replaceAll("-", "")

const quotedText = String.raw`"(?:[^"\\]|\\.)*"`
const ending = String.raw`(?:${quotedText}|\w{1,40}\([^()]*\)|[^"()[\],])*?`

/** What a list is cut by, and what it is not cut inside of: texts and ranges, whose ends may differ. */
const listSigns = new RegExp(
  String.raw`${quotedText}|[([\]]${ending}\.\.${ending}[)\][]|[(),]`,
  "gs",
)

/**
 * The parts of a list of FEEL, cut at the commas outside of texts, ranges and parentheses.
 *
 * ```ts
 * import { listParts } from "../core/portable/feel-literal.ts"
 *
 * listParts('"a, b", (1..2[, not(3, 4)') // => ['"a, b"', "(1..2[", "not(3, 4)"]
 * ```
 */
export const listParts = (source: string): ReadonlyArray<string> => {
  const parts: Array<string> = []
  let depth = 0
  let start = 0
  for (const { 0: sign, index } of source.matchAll(listSigns)) {
    if (sign === "(") depth += 1
    if (sign === ")") depth -= 1
    if (sign !== "," || depth > 0) continue
    parts.push(source.slice(start, index).trim())
    start = index + 1
  }
  parts.push(source.slice(start).trim())
  return parts
}
