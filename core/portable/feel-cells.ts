import * as Result from "effect/Result"
import type { PortableInput, PortableOutput } from "./portable-table.ts"
import { contains, printWord, readNumberTest, unquoted } from "../table/cell.ts"
import type { TellingOf } from "../told-by.ts"
import { dayDigits, isCalendarDay } from "../vocabulary/day.ts"
import { readDuration } from "../vocabulary/duration.ts"

/**
 * What a condition column of a portable table compares. Days are numbers in its cells, `YYYYMMDD`, and so
 * are durations: seconds for those of days and time, months for those of years and months.
 */
export type ConditionType = PortableInput["type"]

/**
 * The cell that says what unary tests of S-FEEL say; or what they would need.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { cellNeeds, cellOfTests } from "../core/portable/feel-cells.ts"
 * import { toldBy } from "../core/told-by.ts"
 *
 * const cell = (type: "words" | "number" | "boolean", tests: string) => Result.getOrElse(cellOfTests(type, tests), (refusal) => toldBy(cellNeeds, refusal.needs))
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
  const { isNegated, parts } = testParts(source)
  const items: Array<Item> = []
  for (const part of parts) {
    const item = itemOf(type, part)
    if (Result.isFailure(item)) return Result.fail(item.failure)
    items.push(item.success)
  }
  const united = unionOf(type, items)
  if (united === undefined) {
    return refused(source, { _tag: type === "boolean" ? "CellForKnown" : "CellForAllKnown" })
  }
  const isTurned = united.isNegated !== isNegated
  return Result.succeed(isTurned ? turned(type, united.cells) : united.cells.join("|"))
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

/**
 * The expression that is true where unary tests accept what another expression comes to: a condition
 * that no cell holds is asked so.
 *
 * ```ts
 * import { askedExpression } from "../core/portable/feel-cells.ts"
 *
 * askedExpression("age", "> limit, 5") // => "(age in (> limit)) or (age in (5))"
 * askedExpression("age", "not([low..high])") // => "not(age in [low..high])"
 * askedExpression("a + b", "? > 2 * ?") // => "(a + b) > 2 * (a + b)"
 * ```
 */
export const askedExpression = (expression: string, tests: string): string => {
  const { isNegated, parts } = testParts(tests)
  const subject = /^[\p{L}\p{N}_ .]+$/u.test(expression) ? expression : `(${expression})`
  const asked = parts.map((part) => {
    const named = part.replace(questionMarks, (sign) => (sign === "?" ? subject : sign))
    if (named !== part) return named
    return range.test(part) ? `${subject} in ${part}` : `${subject} in (${part})`
  })
  // Interpreters differ in what they take `or` behind `in (…)` for.
  const list = asked.length > 1 ? asked.map((one) => `(${one})`) : asked
  return isNegated ? `not(${list.join(" or ")})` : list.join(" or ")
}

/**
 * Unary tests one by one, and whether all of them stand in one `not(…)`.
 *
 * ```ts
 * import { testParts } from "../core/portable/feel-cells.ts"
 *
 * testParts("not(1, > 5)") // => { isNegated: true, parts: ["1", "> 5"] }
 * testParts("1, > 5") // => { isNegated: false, parts: ["1", "> 5"] }
 * ```
 */
export const testParts = (
  tests: string,
): { readonly isNegated: boolean; readonly parts: ReadonlyArray<string> } => {
  const source = tests.trim()
  const inner = /^not\s*\((.*)\)$/s.exec(source)?.[1]
  return { isNegated: inner !== undefined, parts: listParts(inner ?? source) }
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

/** What a literal is in a condition. */
export const conditionTypes: Readonly<Record<Exclude<FeelLiteral["_tag"], "Null">, ConditionType>> =
  { Text: "words", Number: "number", Day: "day", Truth: "boolean" }

/** What a literal is as a result. */
export const resultTypes: Readonly<
  Record<Exclude<FeelLiteral["_tag"], "Null">, Exclude<PortableOutput["type"], "feel">>
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

/** What unary tests would need to be a cell here. */
export type CellNeed =
  | { readonly _tag: "CellForKnown" }
  | { readonly _tag: "CellForUnknown" }
  | { readonly _tag: "CellForAllKnown" }
  | { readonly _tag: "OrderOf"; readonly type: ConditionType }
  | { readonly _tag: "RangeOfSomething" }
  | { readonly _tag: "CellLiteral" }
  | { readonly _tag: "LiteralOfType"; readonly type: ConditionType }

/** What each of these is called, behind "would need". */
export const cellNeeds: TellingOf<CellNeed> = {
  CellForKnown: () => "a cell for what is known, whether true or false; there is none",
  CellForUnknown: () => "a cell for what is unknown alone; there is none",
  CellForAllKnown: () => "a cell for all that is known; there is none",
  OrderOf: ({ type }) => `an order of ${type}; only numbers and days have one here`,
  RangeOfSomething: () => "a range that holds something",
  CellLiteral: () => "a literal: names and expressions are not evaluated in cells",
  LiteralOfType: ({ type }) => `a literal of the column's type, ${type}`,
}

/** Why unary tests cannot be a cell here, and what they would need. */
interface NotRepresentable {
  readonly _tag: "NotRepresentable"
  readonly written: string
  readonly needs: CellNeed
}

/** One test of a list: what it accepts, or what it does not. */
interface Item {
  readonly isNegated: boolean
  readonly cell: string
}

/** One test of a list; `!=` is of that test alone. */
const itemOf = (type: ConditionType, written: string): Result.Result<Item, NotRepresentable> => {
  const unlike = /^!=\s*(.+)$/s.exec(written)?.[1]
  const cell = unlike === undefined ? positiveOf(type, written) : cellOf(type, unlike)
  return Result.map(cell, (found) => ({ isNegated: unlike !== undefined, cell: found }))
}

/**
 * What a list accepts, where one test is enough: some cells, or all but one; undefined where it
 * accepts everything known.
 */
const unionOf = (
  type: ConditionType,
  items: ReadonlyArray<Item>,
): { readonly isNegated: boolean; readonly cells: ReadonlyArray<string> } | undefined => {
  const cells = (isNegated: boolean): ReadonlyArray<string> => [
    ...new Set(items.filter((item) => item.isNegated === isNegated).map(({ cell }) => cell)),
  ]
  const [accepted, [unlike, ...others]] = [cells(false), cells(true)]
  if (unlike === undefined) {
    const isAll = type === "boolean" && accepted.length > 1
    return isAll ? undefined : { isNegated: false, cells: accepted }
  }
  // All but one value includes whatever else is accepted, unless that is this very value.
  const isAll =
    others.some((cell) => !accepts(type, cell, unlike)) ||
    accepted.some((cell) => accepts(type, cell, unlike))
  return isAll ? undefined : { isNegated: true, cells: [unlike] }
}

/** Whether a cell accepts one value, written as a cell writes it. */
const accepts = (type: ConditionType, cell: string, value: string): boolean => {
  if (type === "words" || type === "boolean") return cell === value
  const test = readNumberTest(cell)
  if (Result.isFailure(test) || test.success._tag !== "Within") return false
  return test.success.intervals.some((interval) => contains(interval, Number(value)))
}

/** One test that says what it accepts. */
const positiveOf = (
  type: ConditionType,
  written: string,
): Result.Result<string, NotRepresentable> => {
  const isOrdered = type !== "words" && type !== "boolean"
  const compared = comparison.exec(written)
  if (compared !== null) {
    const [, operator = "", operand = ""] = compared
    const cell = cellOf(type, operand)
    if (operator === "=" || Result.isFailure(cell)) return cell
    return isOrdered
      ? Result.succeed(`${operator}${cell.success}`)
      : refused(written, { _tag: "OrderOf", type })
  }
  const between = range.exec(written)
  if (between === null) return cellOf(type, written)
  if (!isOrdered) return refused(written, { _tag: "OrderOf", type })
  const [, opening = "", from = "", to = "", closing = ""] = between
  const [low, high] = [cellOf(type, from), cellOf(type, to)]
  if (Result.isFailure(low)) return low
  if (Result.isFailure(high)) return high
  const cell = `${opening === "[" ? "[" : "("}${low.success}..${high.success}${closing === "]" ? "]" : ")"}`
  return Result.isSuccess(readNumberTest(cell))
    ? Result.succeed(cell)
    : refused(written, { _tag: "RangeOfSomething" })
}

const comparison = /^(<=|>=|<|>|=)\s*(.+)$/s

/** A literal as a cell of a column writes it. */
const cellOf = (type: ConditionType, written: string): Result.Result<string, NotRepresentable> => {
  const duration = durationOf(written)
  if (duration !== undefined) {
    if (duration.type !== type) return refused(written, { _tag: "LiteralOfType", type })
    // Fractions of seconds and more than a number holds have no figure of their own.
    if (!Number.isSafeInteger(duration.count)) return refused(written, { _tag: "CellLiteral" })
    return Result.succeed(String(duration.count))
  }
  const literal = readFeelLiteral(written)
  if (literal === undefined) return refused(written, { _tag: "CellLiteral" })
  if (literal._tag === "Null") return refused(written, { _tag: "CellForUnknown" })
  if (conditionTypes[literal._tag] !== type)
    return refused(written, { _tag: "LiteralOfType", type })
  switch (literal._tag) {
    case "Text":
      return Result.succeed(printWord(literal.text))
    case "Number":
      return Result.succeed(literal.digits)
    case "Day":
      return Result.succeed(dayDigits(literal.day))
    case "Truth":
      return Result.succeed(String(literal.value))
  }
}

const refused = (written: string, needs: CellNeed): Result.Result<never, NotRepresentable> =>
  Result.fail({ _tag: "NotRepresentable", written, needs })

const range = /^([[(\]])\s*(.+?)\s*\.\.\s*(.+?)\s*([\])[])$/s

/** What tests turned over are in a column of truth values, where there is nothing else to be. */
const turned = (type: ConditionType, cells: ReadonlyArray<string>): string =>
  type === "boolean" ? String(cells[0] !== "true") : `not(${cells.join("|")})`

const feelItem = (type: ConditionType, item: string): string => {
  const day = (digits: string): string =>
    `date("${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6, 8)}")`
  if (type === "day") return item.replace(/\d{8}/g, day)
  if (type === "seconds" || type === "months") return item.replace(/-?\d+/g, writtenDuration(type))
  return item
}

const writtenDuration =
  (type: "seconds" | "months") =>
  (figure: string): string => {
    const [sign, count] = figure.startsWith("-") ? ["-", figure.slice(1)] : ["", figure]
    return `duration("${sign}${type === "months" ? `P${count}M` : `PT${count}S`}")`
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
  const day = quotedBy("date", text)
  return day !== undefined && isCalendarDay(day) ? day : undefined
}

/** A duration that FEEL writes. */
const durationOf = (text: string): ReturnType<typeof readDuration> =>
  readDuration(quotedBy("duration", text.trim()) ?? "")

/** The text that a function of FEEL reads, or that stands behind `@` in its place. */
const quotedBy = (name: "date" | "duration", text: string): string | undefined => {
  const [, called, argument, plain] = quotedPattern.exec(text) ?? []
  return called === undefined || called === name ? unquoted(argument ?? plain ?? "") : undefined
}

const quotedPattern = /^(?:(date|duration)\(\s*("[^"]*")\s*\)|@("[^"]*"))$/

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

/** The sign by which a test names the fact that it asks about; within a text it names nothing. */
const questionMarks = new RegExp(String.raw`${quotedText}|\?`, "gs")

/** The commas that part a list, and what may hold others: texts, parentheses, and ranges, whose ends may differ. */
const listSigns = new RegExp(
  String.raw`${quotedText}|[([\]]${ending}\.\.${ending}[)\][]|[(),]`,
  "gs",
)
