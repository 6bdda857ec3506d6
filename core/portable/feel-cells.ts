import * as Result from "effect/Result"
import type { PortableOutput } from "./portable-table.ts"
import { printWord, readNumberTest, unquoted } from "../table/cell.ts"
import { isCalendarDay } from "../vocabulary/day.ts"

/** What a condition column of a portable table compares. */
export type ConditionType = "words" | "number" | "day" | "boolean"

/**
 * The cell that says what unary tests of S-FEEL say; or what they would need.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { cellOfTests } from "../core/portable/feel-cells.ts"
 *
 * const cell = (type: "words" | "number" | "boolean", tests: string) => Result.getOrElse(cellOfTests(type, tests), (refusal) => refusal.needs)
 * cell("number", "< 18, [60 .. 65[") // => "<18|[60..65)"
 * cell("words", 'not("LOW", "VERY LOW")') // => 'not(LOW|"VERY LOW")'
 * cell("boolean", "-") // => ""
 * cell("number", "limit + 1") // => "a literal: names and expressions are not evaluated in cells"
 * ```
 */
export const cellOfTests = (
  type: ConditionType,
  tests: string,
): Result.Result<string, NotRepresentable> => {
  const source = tests.trim()
  if (source === "" || source === "-") return Result.succeed("")
  const inner = negation.exec(source)?.[1]
  const unlike = inner === undefined ? /^!=\s*(.+)$/s.exec(source)?.[1] : undefined
  const list = inner ?? unlike ?? source
  const cells = listParts(list).map((part) => itemOf(type, part))
  const found: Array<string> = []
  for (const cell of cells) {
    if (Result.isFailure(cell)) return cell
    found.push(cell.success)
  }
  const distinct = [...new Set(found)]
  if (type === "boolean" && distinct.length > 1) {
    return refused(source, "a cell for what is known, whether true or false; there is none")
  }
  const isNegated = inner !== undefined || unlike !== undefined
  return Result.succeed(isNegated ? turned(type, distinct) : distinct.join("|"))
}

/**
 * The unary tests that say what a cell says, given its words or figures as they are written.
 *
 * ```ts
 * import { testsOfCell } from "../core/portable/feel-cells.ts"
 *
 * testsOfCell("words", { negated: true, items: ["LOW", "VERY LOW"] }) // => 'not("LOW", "VERY LOW")'
 * testsOfCell("number", { negated: false, items: ["<18", "[60..65)"] }) // => "< 18, [60..65)"
 * testsOfCell("boolean", { negated: false, items: [] }) // => "-"
 * ```
 */
export const testsOfCell = (
  type: ConditionType,
  { items, negated }: { readonly items: ReadonlyArray<string>; readonly negated: boolean },
): string => {
  if (items.length === 0) return "-"
  const tests = items
    .map((item) => {
      if (type === "words") return JSON.stringify(item)
      return feelItem(type, item).replace(/^(<=|>=|<|>)/, "$1 ")
    })
    .join(", ")
  return negated ? `not(${tests})` : tests
}

/** A literal of FEEL that a cell can hold. */
export type FeelLiteral =
  | { readonly _tag: "Text"; readonly text: string }
  /** Digits as cells write them. */
  | { readonly _tag: "Number"; readonly digits: string }
  | { readonly _tag: "Truth"; readonly value: boolean }
  /** `YYYY-MM-DD`. */
  | { readonly _tag: "Day"; readonly day: string }
  | { readonly _tag: "Null" }

/**
 * Reads one literal: a text, a number, `true` or `false`, a day or `null`; undefined for anything
 * else, such as a name or an expression.
 *
 * ```ts
 * import { readFeelLiteral } from "../core/portable/feel-cells.ts"
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
 * import { dayNumber } from "../core/portable/feel-cells.ts"
 *
 * dayNumber("2016-10-01") // => "20161001"
 * ```
 */
export const dayNumber = (day: string): string => day.replaceAll("-", "")

/**
 * The parts of a list of FEEL, cut at the commas outside of texts, ranges and parentheses.
 *
 * ```ts
 * import { listParts } from "../core/portable/feel-cells.ts"
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

/** What a literal is as a result. */
export const resultTypes: Readonly<
  Record<Exclude<FeelLiteral["_tag"], "Null">, PortableOutput["type"]>
> = { Text: "text", Number: "number", Day: "day", Truth: "boolean" }

/**
 * A literal as the cell of a result: nothing is an empty cell, an empty text stands in quotes.
 *
 * ```ts
 * import { resultCell } from "../core/portable/feel-cells.ts"
 *
 * resultCell({ _tag: "Text", text: "VERY LOW" }) // => "VERY LOW"
 * resultCell({ _tag: "Text", text: "" }) // => '""'
 * resultCell({ _tag: "Null" }) // => ""
 * ```
 */
export const resultCell = (literal: FeelLiteral): string => {
  switch (literal._tag) {
    case "Null":
      return ""
    case "Text": {
      const { text } = literal
      // A hash would begin a comment, and a quote is one of the cell's own.
      const isPlain = text !== "" && text === text.trim() && !/^["#]/.test(text)
      return isPlain ? text : JSON.stringify(text)
    }
    case "Number":
      return literal.digits
    case "Day":
      return literal.day
    case "Truth":
      return String(literal.value)
  }
}

/** Why unary tests cannot be a cell here, and what they would need. */
interface NotRepresentable {
  readonly _tag: "NotRepresentable"
  readonly written: string
  readonly needs: string
}

const negation = /^not\s*\((.*)\)$/s

/** One test of a list; `!=` turns a whole cell over, so that it is read apart. */
const itemOf = (type: ConditionType, written: string): Result.Result<string, NotRepresentable> => {
  const isOrdered = type === "number" || type === "day"
  const compared = comparison.exec(written)
  if (compared !== null) {
    const [, operator = "", operand = ""] = compared
    const cell = cellOf(type, operand)
    if (operator === "=" || Result.isFailure(cell)) return cell
    if (operator === "!=") return refused(written, "not(…) around all tests of the cell")
    return isOrdered
      ? Result.succeed(`${operator}${cell.success}`)
      : refused(written, `an order of ${type}; only numbers and days have one here`)
  }
  const between = range.exec(written)
  if (between === null) return cellOf(type, written)
  if (!isOrdered)
    return refused(written, `an order of ${type}; only numbers and days have one here`)
  const [, opening = "", from = "", to = "", closing = ""] = between
  const [low, high] = [cellOf(type, from), cellOf(type, to)]
  if (Result.isFailure(low)) return low
  if (Result.isFailure(high)) return high
  const cell = `${opening === "[" ? "[" : "("}${low.success}..${high.success}${closing === "]" ? "]" : ")"}`
  return Result.isSuccess(readNumberTest(cell))
    ? Result.succeed(cell)
    : refused(written, "a range that holds something")
}

const comparison = /^(<=|>=|<|>|!=|=)\s*(.+)$/s

/** A literal as a cell of a column writes it. */
const cellOf = (type: ConditionType, written: string): Result.Result<string, NotRepresentable> => {
  const literal = readFeelLiteral(written)
  if (literal === undefined) {
    return refused(written, "a literal: names and expressions are not evaluated in cells")
  }
  if (literal._tag === "Null")
    return refused(written, "a cell for what is unknown alone; there is none")
  if (kinds[literal._tag] !== type)
    return refused(written, `a literal of the column's type, ${type}`)
  switch (literal._tag) {
    case "Text":
      return Result.succeed(printWord(literal.text))
    case "Number":
      return Result.succeed(literal.digits)
    case "Day":
      return Result.succeed(dayNumber(literal.day))
    case "Truth":
      return Result.succeed(String(literal.value))
  }
}

const refused = (written: string, needs: string): Result.Result<never, NotRepresentable> =>
  Result.fail({ _tag: "NotRepresentable", written, needs })

const kinds: Readonly<Record<Exclude<FeelLiteral["_tag"], "Null">, ConditionType>> = {
  Text: "words",
  Number: "number",
  Day: "day",
  Truth: "boolean",
}

const range = /^([[(\]])\s*(.+?)\s*\.\.\s*(.+?)\s*([\])[])$/s

/** What tests turned over are in a column of truth values, where there is nothing else to be. */
const turned = (type: ConditionType, cells: ReadonlyArray<string>): string =>
  type === "boolean" ? String(cells[0] !== "true") : `not(${cells.join("|")})`

const feelItem = (type: ConditionType, item: string): string => {
  const day = (digits: string): string =>
    `date("${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6, 8)}")`
  if (type === "day") return item.replace(/\d{8}/g, day)
  return item
}

const digitsOf = (text: string): string | undefined => {
  const parts = numberPattern.exec(text)
  if (parts === null) return undefined
  const [, sign = "", whole = "", fraction] = parts
  if (whole === "" && fraction === undefined) return undefined
  return `${sign}${whole === "" ? "0" : whole}${fraction === undefined ? "" : `.${fraction}`}`
}

const numberPattern = /^(-?)\s*(\d*)(?:\.(\d+))?$/

const dayOf = (text: string): string | undefined => {
  const parts = dayPattern.exec(text)
  const day = parts === null ? undefined : unquoted(parts[1] ?? parts[2] ?? "")
  return day !== undefined && isCalendarDay(day) ? day : undefined
}

const dayPattern = /^(?:date\(\s*("[^"]*")\s*\)|@("[^"]*"))$/

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

const quotedText = String.raw`"(?:[^"\\]|\\.)*"`

const ending = String.raw`(?:${quotedText}|\w{1,40}\([^()]*\)|[^"()[\],])*?`

/** What a list is cut by, and what it is not cut inside of: texts and ranges, whose ends may differ. */
const listSigns = new RegExp(
  String.raw`${quotedText}|[([\]]${ending}\.\.${ending}[)\][]|[(),]`,
  "gs",
)
