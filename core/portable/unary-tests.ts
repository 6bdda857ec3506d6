import * as Result from "effect/Result"
import { printWord, readNumberTest } from "../table/cell.ts"
import { dayNumber, type FeelLiteral, listParts, readFeelLiteral } from "./feel-literal.ts"

/** What a condition column of a portable table compares. */
export type ConditionType = "words" | "number" | "day" | "boolean"

/** Why unary tests cannot be a cell here, and what they would need. */
export interface NotRepresentable {
  readonly _tag: "NotRepresentable"
  readonly written: string
  readonly needs: string
}

const refused = (written: string, needs: string): Result.Result<never, NotRepresentable> =>
  Result.fail({ _tag: "NotRepresentable", written, needs })

const kinds: Readonly<Record<Exclude<FeelLiteral["_tag"], "Null">, ConditionType>> = {
  Text: "words",
  Number: "number",
  Day: "day",
  Truth: "boolean",
}

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

const comparison = /^(<=|>=|<|>|!=|=)\s*(.+)$/s
const range = /^([[(\]])\s*(.+?)\s*\.\.\s*(.+?)\s*([\])[])$/s

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

const negation = /^not\s*\((.*)\)$/s

/** What tests turned over are in a column of truth values, where there is nothing else to be. */
const turned = (type: ConditionType, cells: ReadonlyArray<string>): string =>
  type === "boolean" ? String(cells[0] !== "true") : `not(${cells.join("|")})`

/**
 * The cell that says what unary tests of S-FEEL say; or what they would need.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { cellOfTests } from "../core/portable/unary-tests.ts"
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

const feelItem = (type: ConditionType, item: string): string => {
  const day = (digits: string): string =>
    `date("${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6, 8)}")`
  if (type === "day") return item.replace(/\d{8}/g, day)
  return item
}

/**
 * The unary tests that say what a cell says, given its words or figures as they are written.
 *
 * ```ts
 * import { testsOfCell } from "../core/portable/unary-tests.ts"
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
