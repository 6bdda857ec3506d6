import * as Result from "effect/Result"
import {
  cellOfTests,
  type ConditionType,
  conditionTypes,
  readFeelLiteral,
  testParts,
} from "../../../../core/portable/feel-cells.ts"
import type { PortableInput } from "../../../../core/portable/portable-table.ts"
import type { CellLanguage } from "./cell-language.ts"
import type { Refuse } from "./dmn-refusal.ts"
import { type FeelType, literalsIn } from "./dmn-types.ts"
import {
  askedAttribute,
  foreignLanguage,
  type NamedClause,
  type TableSetting,
  textIn,
} from "./table-setting.ts"
import { childrenNamed, textOfChild, type XmlElement } from "./xml-tree.ts"

const columnTypes: Readonly<Record<FeelType, ConditionType>> = {
  string: "words",
  number: "number",
  boolean: "boolean",
  date: "day",
  "days and time duration": "seconds",
  "years and months duration": "months",
}

const firstLiteral = /"(?:[^"\\]|\\.)*"|date\([^)]*\)|-?(?:\d+(?:\.\d+)?|\.\d+)|true|false/s

/** The type of a column whose model names none: that of the first literal in its cells. */
const inferredType = (cells: ReadonlyArray<string>): ConditionType | undefined => {
  for (const cell of cells) {
    const literal = readFeelLiteral(firstLiteral.exec(cell)?.[0] ?? "")
    if (literal !== undefined && literal._tag !== "Null") return conditionTypes[literal._tag]
  }
  return undefined
}

/** What the allowed values of a condition say beyond its type. */
const allowedIn = (
  type: ConditionType,
  source: string | undefined,
): Pick<PortableInput, "words" | "minimum" | "maximum" | "optional"> => {
  if (source === undefined) return {}
  const literals = literalsIn(source)
  const words = literals?.flatMap((one) => (one._tag === "Text" ? one.text : [])) ?? []
  const nullable = /^null\s*,/.test(source) || literals?.some(({ _tag }) => _tag === "Null")
  const optional = nullable === true ? { optional: true } : {}
  if (type === "words") return words.length === 0 ? optional : { ...optional, words }
  const range = /^(?:null\s*,\s*)?\[\s*(-?[\d.]+)\s*\.\.\s*(-?[\d.]+)\s*\]$/.exec(source)
  if (type !== "number" || range === null) return optional
  return { ...optional, minimum: Number(range[1]), maximum: Number(range[2]) }
}

/** A condition column, with the tests of it that no cell holds. */
export interface ReadConditions {
  /** Undefined where all of its tests are asked. */
  readonly input: PortableInput | undefined
  /** Its cells by rule; undefined where one is refused. */
  readonly cells: ReadonlyArray<string | undefined>
  readonly asked: ReadonlyArray<AskedTest>
}

/** A test that no cell holds, with the rules that ask it. */
export interface AskedTest {
  readonly label: string
  readonly expression: string
  readonly rules: ReadonlySet<number>
}

/** Reads a condition column; `entries` are its tests by rule. */
export const readConditions = (
  clause: XmlElement,
  { label, name }: NamedClause,
  entries: ReadonlyArray<XmlElement>,
  { language, resolve }: TableSetting,
  refuse: Refuse,
): ReadConditions => {
  const read = entries.map((entry) => testsIn(entry, language, refuse))
  const [asked] = childrenNamed(clause, "inputExpression")
  const expression = textOfChild(clause, "inputExpression") ?? ""
  const reference = asked?.attributes["typeRef"] ?? clause.attributes["typeRef"]
  const { allowed, base } = resolve(reference)
  const tests = read.flatMap((one) => one ?? [])
  const type = base === undefined ? inferredType(tests) : columnTypes[base]
  const isOfNoType = type === undefined && reference !== undefined
  if (isOfNoType && language.askedOf(expression, "null") === undefined) {
    refuse(asked ?? clause, reference, { _tag: "KnownType" })
  }
  const known = type ?? "words"
  const values = textOfChild(clause, "inputValues") ?? allowed
  const own = clause.attributes[askedAttribute] === "true" ? { asked: true } : {}
  const input = { name, label, expression, type: known, ...allowedIn(known, values), ...own }
  const questions = new Map<string, AskedTest & { readonly rules: Set<number> }>()
  const ask = (index: number, written: string): boolean => {
    const question = language.askedOf(expression, written)
    if (question === undefined) return false
    const named = { label: `${label} ${written}`, expression: question, rules: new Set<number>() }
    const test = questions.get(question) ?? named
    test.rules.add(index)
    questions.set(question, test)
    return true
  }
  const cells = read.map((written, index) => {
    const entry = entries[index]
    if (written === undefined || entry === undefined) return undefined
    if (isOfNoType && written !== "" && written !== "-") {
      return ask(index, written) ? "" : undefined
    }
    return conditionCell(input, entry, written, () => ask(index, written), refuse)
  })
  const isAsked = questions.size > 0 && cells.every((cell) => cell === "")
  return {
    input: isAsked || isOfNoType ? undefined : input,
    cells,
    asked: [...questions.values()],
  }
}

/** The unary tests in an entry; undefined where they are refused. */
const testsIn = (entry: XmlElement, language: CellLanguage, refuse: Refuse): string | undefined => {
  const foreign = foreignLanguage(entry)
  if (foreign !== undefined) {
    refuse(entry, foreign, { _tag: "Feel" })
    return undefined
  }
  const tests = language.testsOf(textIn(entry))
  if (Result.isSuccess(tests)) return tests.success.trim()
  refuse(entry, tests.failure.written, tests.failure.needs)
  return undefined
}

/** Whether FEEL takes what is unknown under tests that say what it is not; words alone do so here. */
const takesUnknown = (type: ConditionType, tests: string): boolean => {
  const { isNegated, parts } = testParts(tests)
  const isUnlike = parts.some((part) => part.startsWith("!="))
  return type !== "words" && isUnlike !== isNegated
}

/** The cell of a condition; what no cell says is asked, or else refused. */
const conditionCell = (
  { optional, type }: PortableInput,
  entry: XmlElement,
  tests: string,
  ask: () => boolean,
  refuse: Refuse,
): string | undefined => {
  const cell = cellOfTests(type, tests)
  if (Result.isFailure(cell)) {
    const { needs, written } = cell.failure
    if (needs._tag === "CellLiteral" && ask()) return ""
    refuse(entry, written, needs)
    return undefined
  }
  if (optional === true && takesUnknown(type, tests)) {
    refuse(entry, tests, { _tag: "UnknownAndNotAll" })
    return undefined
  }
  return cell.success
}
