import * as Result from "effect/Result"
import type { TellingOf } from "../told-by.ts"
import type { CellNeed, FeelLiteral } from "./feel-cells.ts"

/** What a cell of JDM would need to be one here, beside what any cell would. */
export type JdmNeed =
  | CellNeed
  | { readonly _tag: "JdmEquals" }
  | { readonly _tag: "JdmNot" }
  | { readonly _tag: "JdmAnything" }
  | { readonly _tag: "JdmEndOfText" }
  | { readonly _tag: "FewerDigits"; readonly digitsMax: number }
  | { readonly _tag: "CellForNothing" }

/** What each of these is called, behind "would need". */
export const jdmNeeds: TellingOf<Exclude<JdmNeed, CellNeed>> = {
  JdmEquals: () => "two signs: GoRules compares by ==, and no row with = ever applies",
  JdmNot: () => "!=, or not in […]: GoRules turns truth values over by not(…), and nothing else",
  JdmAnything: () => "an empty cell: GoRules cannot read a dash, and the row never applies",
  JdmEndOfText: () => "a text that ends at its own quote, as nothing escapes one in JDM",
  FewerDigits: ({ digitsMax }) => `a number of at most ${digitsMax} digits`,
  CellForNothing: () => "a cell that something meets",
}

/** Why a cell of JDM cannot be one here, with the part of it that cannot. */
export interface JdmRefusal {
  readonly written: string
  readonly needs: JdmNeed
}

/**
 * The unary tests of FEEL that say what a condition cell of JDM says to GoRules' own engine; or what
 * they would need.
 *
 * The two share signs and mean other things by them: a turned bracket is open in FEEL and "outside" in
 * JDM, `and` joins tests, and texts know no escapes. So a cell is read by the grammar of JDM, and what
 * is not known for certain is refused.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { testsOfJdm } from "../core/portable/jdm-cells.ts"
 *
 * const tests = (cell: string) => Result.getOrUndefined(testsOfJdm(cell))
 * tests("'EU', 'US'") // => '"EU", "US"'
 * tests(">= 5 and < 1_000") // => "[5..1000)"
 * tests("]1..5[") // => "<= 1, >= 5"
 * tests("not in [1, 2]") // => "not(1, 2)"
 * tests("") // => "-"
 * tests("limit * 2") // => undefined
 * ```
 */
export const testsOfJdm = (written: string): Result.Result<string, JdmRefusal> => {
  const cell = written.trim()
  if (cell === "") return Result.succeed("-")
  return reading(cell, (cursor) => feelOf(readTests(cursor), cell))
}

/**
 * Reads a result cell of JDM where it is a literal: a text, a number, a truth value, or `null`.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { literalOfJdm } from "../core/portable/jdm-cells.ts"
 *
 * Result.getOrUndefined(literalOfJdm("'a\\\\b'")) // => { _tag: "Text", text: "a\\\\b" }
 * Result.getOrUndefined(literalOfJdm("1_000.50")) // => { _tag: "Number", digits: "1000.50" }
 * Result.getOrUndefined(literalOfJdm("price * 2")) // => undefined
 * ```
 */
export const literalOfJdm = (written: string): Result.Result<FeelLiteral, JdmRefusal> => {
  const cell = written.trim()
  if (cell === "") return Result.succeed({ _tag: "Null" })
  return reading(cell, (cursor) => {
    if (cursor.takeWord("null")) return endOf(cursor, { _tag: "Null" })
    const value = readValue(cursor)
    return endOf(cursor, literals[value.kind](value.text))
  })
}

const literals: Readonly<Record<Value["kind"], (text: string) => FeelLiteral>> = {
  words: (text) => ({ _tag: "Text", text }),
  number: (digits) => ({ _tag: "Number", digits }),
  boolean: (truth) => ({ _tag: "Truth", value: truth === "true" }),
}

/** Ends the reading of a cell that cannot be one here. */
class Unreadable extends Error {
  readonly refusal: JdmRefusal

  constructor(written: string, needs: JdmNeed) {
    super(needs._tag)
    this.refusal = { written, needs }
  }
}

const reading = <Read>(
  cell: string,
  read: (cursor: Cursor) => Read,
): Result.Result<Read, JdmRefusal> => {
  try {
    return Result.succeed(read(new Cursor(cell, signsOf(cell))))
  } catch (cause) {
    if (cause instanceof Unreadable) return Result.fail(cause.refusal)
    throw cause
  }
}

const literalOnly = (cell: string): Unreadable => new Unreadable(cell, { _tag: "CellLiteral" })

/** The end of a cell behind what was read of it. */
const endOf = <Read>(cursor: Cursor, read: Read): Read => {
  if (cursor.next() !== undefined) throw literalOnly(cursor.cell)
  return read
}

/**
 * What a cell of JDM is made of: texts, numbers, words and signs. Nothing escapes a quote, and `not in`
 * is one word with one space.
 */
const signPattern =
  /[ \t\n]*(?:("[^"]*"|'[^']*')|(\d[\d_]*(?:\.\d[\d_]*)?(?![\w$#]))|(not in(?![\w$#])|[A-Za-z_$#][\w$#]*)|(\.\.|[=!<>]=|[<>,()[\]+-]))/y

interface Sign {
  readonly kind: "text" | "number" | "word" | "sign"
  readonly text: string
}

const signsOf = (cell: string): ReadonlyArray<Sign> => {
  const signs: Array<Sign> = []
  const pattern = new RegExp(signPattern)
  while (pattern.lastIndex < cell.length) {
    const at = pattern.lastIndex
    const [, text, number, word, sign] = pattern.exec(cell) ?? []
    if (text !== undefined) signs.push({ kind: "text", text: text.slice(1, -1) })
    else if (number !== undefined) signs.push({ kind: "number", text: number })
    else if (word !== undefined) signs.push({ kind: "word", text: word })
    else if (sign !== undefined) signs.push({ kind: "sign", text: sign })
    else throw unreadableAt(cell, at)
  }
  return signs
}

const unreadableAt = (cell: string, at: number): Unreadable => {
  const rest = cell.slice(at).trimStart()
  if (/^["']/.test(rest)) return new Unreadable(cell, { _tag: "JdmEndOfText" })
  return rest.startsWith("=") ? new Unreadable(cell, { _tag: "JdmEquals" }) : literalOnly(cell)
}

/** Goes over the signs of a cell. */
class Cursor {
  readonly cell: string
  readonly #signs: ReadonlyArray<Sign>
  #at = 0

  constructor(cell: string, signs: ReadonlyArray<Sign>) {
    this.cell = cell
    this.#signs = signs
  }

  peek(ahead = 0): Sign | undefined {
    return this.#signs[this.#at + ahead]
  }

  next(): Sign | undefined {
    const sign = this.peek()
    this.#at += 1
    return sign
  }

  takeWord(...words: ReadonlyArray<string>): boolean {
    return this.#take("word", words)
  }

  takeSign(...signs: ReadonlyArray<string>): boolean {
    return this.#take("sign", signs)
  }

  #take(kind: Sign["kind"], texts: ReadonlyArray<string>): boolean {
    const sign = this.peek()
    const isNext = sign?.kind === kind && texts.includes(sign.text)
    if (isNext) this.#at += 1
    return isNext
  }
}

/** A value that a cell names; of a number its digits. */
interface Value {
  readonly kind: "words" | "number" | "boolean"
  readonly text: string
}

/** Numbers of so many digits are each another double; with more, two may be the same. */
const digitsMax = 15

const readValue = (cursor: Cursor): Value => {
  const isNegative = cursor.takeSign("-")
  if (!isNegative) cursor.takeSign("+")
  const sign = cursor.next()
  if (sign?.kind === "number") {
    const digits = sign.text.replaceAll("_", "")
    if (digits.replace(".", "").replace(/^0+/, "").length > digitsMax) {
      throw new Unreadable(sign.text, { _tag: "FewerDigits", digitsMax })
    }
    return { kind: "number", text: isNegative ? `-${digits}` : digits }
  }
  if (isNegative || sign === undefined) throw literalOnly(cursor.cell)
  if (sign.kind === "text") return { kind: "words", text: sign.text }
  if (sign.kind === "word" && (sign.text === "true" || sign.text === "false")) {
    return { kind: "boolean", text: sign.text }
  }
  if (sign.kind === "word" && sign.text === "null") {
    throw new Unreadable(cursor.cell, { _tag: "CellForUnknown" })
  }
  throw literalOnly(sign.kind === "word" ? sign.text : cursor.cell)
}

/** One end of a span of numbers. */
interface End {
  readonly digits: string
  readonly isClosed: boolean
}

/** Numbers from one end to the other; without an end it goes on for ever. */
interface Span {
  readonly low: End | undefined
  readonly high: End | undefined
}

/** What a test accepts: some spans or values of one kind, or all but these. */
type Accepted =
  | { readonly kind: "number"; readonly isNegated: boolean; readonly spans: ReadonlyArray<Span> }
  | {
      readonly kind: "words" | "boolean"
      readonly isNegated: boolean
      readonly values: ReadonlyArray<string>
    }

/** Tests, which `,`, `or` and `and` join from left to right, none before another. */
const readTests = (cursor: Cursor): Accepted => {
  const [first, second] = [cursor.peek(), cursor.peek(1)]
  if (first?.text === "-" && second === undefined) {
    throw new Unreadable(cursor.cell, { _tag: "JdmAnything" })
  }
  let accepted = readOne(cursor)
  while (cursor.peek() !== undefined) {
    if (cursor.takeSign(",") || cursor.takeWord("or")) {
      accepted = either(accepted, readOne(cursor), cursor)
    } else if (cursor.takeWord("and")) {
      accepted = both(accepted, readOne(cursor), cursor)
    } else throw literalOnly(cursor.cell)
  }
  return accepted
}

const readOne = (cursor: Cursor): Accepted => {
  const isNamed = cursor.takeWord("$")
  const comparison = cursor.peek()
  if (cursor.takeSign("==", "!=", "<", "<=", ">", ">=")) {
    return compared(comparison?.text ?? "", readValue(cursor), cursor)
  }
  if (cursor.takeWord("not")) throw new Unreadable(cursor.cell, { _tag: "JdmNot" })
  const isNegated = cursor.takeWord("not in")
  const isIn = isNegated || cursor.takeWord("in")
  if (isNamed && !isIn) throw literalOnly(cursor.cell)
  const found = readMany(cursor, isIn)
  return isNegated ? { ...found, isNegated: true } : found
}

/** A value, a list of some, or a span. */
const readMany = (cursor: Cursor, isIn: boolean): Accepted => {
  const opening = cursor.peek()
  if (!cursor.takeSign("[", "]", "(", ")")) {
    if (isIn) throw literalOnly(cursor.cell)
    return just(readValue(cursor))
  }
  if (opening?.text === "[" && cursor.takeSign("]")) {
    throw new Unreadable(cursor.cell, { _tag: "CellForNothing" })
  }
  const first = readValue(cursor)
  if (cursor.takeSign("..")) {
    const last = readValue(cursor)
    const closing = cursor.peek()
    if (!cursor.takeSign("[", "]", "(", ")")) throw literalOnly(cursor.cell)
    return between(opening?.text ?? "", first, last, closing?.text ?? "", cursor)
  }
  if (opening?.text !== "[") throw literalOnly(cursor.cell)
  let found = just(first)
  while (cursor.takeSign(",")) found = either(found, just(readValue(cursor)), cursor)
  if (!cursor.takeSign("]")) throw literalOnly(cursor.cell)
  return found
}

const just = ({ kind, text }: Value): Accepted => {
  if (kind !== "number") return { kind, isNegated: false, values: [text] }
  const end: End = { digits: text, isClosed: true }
  return { kind, isNegated: false, spans: [{ low: end, high: end }] }
}

const compared = (operator: string, value: Value, cursor: Cursor): Accepted => {
  if (operator === "==") return just(value)
  if (operator === "!=") return { ...just(value), isNegated: true }
  return { kind: "number", isNegated: false, spans: [spanOf(operator, value, cursor)] }
}

const spanOf = (operator: string, { kind, text }: Value, { cell }: Cursor): Span => {
  if (kind !== "number") throw new Unreadable(cell, { _tag: "OrderOf", type: kind })
  const end: End = { digits: text, isClosed: operator.endsWith("=") }
  return operator.startsWith("<") ? { low: undefined, high: end } : { low: end, high: undefined }
}

/**
 * A span by its brackets. GoRules takes each bracket as a comparison of its own, and a turned one turns
 * that: what begins with a turned bracket needs one of the two, anything else both.
 */
const between = (
  opening: string,
  first: Value,
  last: Value,
  closing: string,
  cursor: Cursor,
): Accepted => {
  const left = spanOf(openings[opening] ?? "", first, cursor)
  const right = spanOf(closings[closing] ?? "", last, cursor)
  const isTurned = opening === "]" || opening === ")"
  const spans = isTurned ? [left, right] : crossed([left], [right])
  return { kind: "number", isNegated: false, spans }
}

const openings: Readonly<Record<string, string>> = { "[": ">=", "(": ">", "]": "<=", ")": "<" }
const closings: Readonly<Record<string, string>> = { "]": "<=", ")": "<", "[": ">=", "(": ">" }

const either = (left: Accepted, right: Accepted, cursor: Cursor): Accepted =>
  joined(left, right, cursor, {
    spans: (ours, theirs) => [...ours, ...theirs],
    isNegated: (ours, theirs) => ours || theirs,
    values: (ours, theirs) => ours || theirs,
  })

const both = (left: Accepted, right: Accepted, cursor: Cursor): Accepted =>
  joined(left, right, cursor, {
    spans: crossed,
    isNegated: (ours, theirs) => ours && theirs,
    values: (ours, theirs) => ours && theirs,
  })

/** How two sets are joined: spans as lists, and values by whether each of the two holds one. */
interface Join {
  readonly spans: (ours: ReadonlyArray<Span>, theirs: ReadonlyArray<Span>) => ReadonlyArray<Span>
  readonly isNegated: (ours: boolean, theirs: boolean) => boolean
  readonly values: (ours: boolean, theirs: boolean) => boolean
}

const joined = (left: Accepted, right: Accepted, { cell }: Cursor, join: Join): Accepted => {
  if (left.kind === "number" && right.kind === "number") {
    return {
      kind: "number",
      isNegated: false,
      spans: join.spans(spansOf(left.isNegated, left.spans), spansOf(right.isNegated, right.spans)),
    }
  }
  if (left.kind === "number" || right.kind === "number" || left.kind !== right.kind) {
    throw new Unreadable(cell, { _tag: "LiteralOfType", type: left.kind })
  }
  const isNegated = join.isNegated(left.isNegated, right.isNegated)
  const named = [...new Set([...left.values, ...right.values])]
  const values = named.filter((value) => {
    const isAccepted = join.values(
      left.values.includes(value) !== left.isNegated,
      right.values.includes(value) !== right.isNegated,
    )
    return isAccepted !== isNegated
  })
  return { kind: left.kind, isNegated, values }
}

/** The spans that are accepted, whether they are listed or all others are. */
const spansOf = (isNegated: boolean, spans: ReadonlyArray<Span>): ReadonlyArray<Span> => {
  if (!isNegated) return spans
  let rest: ReadonlyArray<Span> = [{ low: undefined, high: undefined }]
  for (const { high, low } of spans) {
    const around: ReadonlyArray<Span> = [
      ...(low === undefined ? [] : [{ low: undefined, high: turned(low) }]),
      ...(high === undefined ? [] : [{ low: turned(high), high: undefined }]),
    ]
    rest = crossed(rest, around)
  }
  return rest
}

const turned = ({ digits, isClosed }: End): End => ({ digits, isClosed: !isClosed })

/** What lies in a span of both lists. */
const crossed = (ours: ReadonlyArray<Span>, theirs: ReadonlyArray<Span>): ReadonlyArray<Span> =>
  ours.flatMap((one) =>
    theirs.flatMap((other) => {
      const low = tighter(one.low, other.low, (left, right) => left > right)
      const high = tighter(one.high, other.high, (left, right) => left < right)
      return holdsSomething({ low, high }) ? [{ low, high }] : []
    }),
  )

const tighter = (
  one: End | undefined,
  other: End | undefined,
  isTighter: (left: number, right: number) => boolean,
): End | undefined => {
  if (one === undefined || other === undefined) return one ?? other
  const [left, right] = [Number(one.digits), Number(other.digits)]
  if (left === right) return one.isClosed ? other : one
  return isTighter(left, right) ? one : other
}

const holdsSomething = ({ high, low }: Span): boolean => {
  if (low === undefined || high === undefined) return true
  const [from, to] = [Number(low.digits), Number(high.digits)]
  return from < to || (from === to && low.isClosed && high.isClosed)
}

const feelOf = (accepted: Accepted, cell: string): string => {
  const items =
    accepted.kind === "number"
      ? accepted.spans.map(feelSpan)
      : accepted.values.map((value) => (accepted.kind === "words" ? JSON.stringify(value) : value))
  const { isNegated } = accepted
  if (items.length === 0) {
    throw new Unreadable(cell, { _tag: isNegated ? "CellForAllKnown" : "CellForNothing" })
  }
  const list = [...new Set(items)].join(", ")
  return isNegated ? `not(${list})` : list
}

const feelSpan = ({ high, low }: Span): string => {
  if (low === undefined || high === undefined) {
    if (high !== undefined) return `${high.isClosed ? "<=" : "<"} ${high.digits}`
    return low === undefined ? "-" : `${low.isClosed ? ">=" : ">"} ${low.digits}`
  }
  if (Number(low.digits) === Number(high.digits)) return low.digits
  return `${low.isClosed ? "[" : "("}${low.digits}..${high.digits}${high.isClosed ? "]" : ")"}`
}
