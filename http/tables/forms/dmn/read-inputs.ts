import * as Result from "effect/Result"
import {
  cellOfTests,
  type ConditionType,
  type FeelLiteral,
  readFeelLiteral,
} from "../../../../core/portable/feel-cells.ts"
import type { PortableInput } from "../../../../core/portable/portable-table.ts"
import type { Refuse } from "./dmn-refusal.ts"
import { type FeelType, literalsIn } from "./dmn-types.ts"
import { type NamedClause, type TableSetting, textIn } from "./table-setting.ts"
import { childrenNamed, textOfChild, type XmlElement } from "./xml-tree.ts"

const conditionTypes: Readonly<Record<FeelType, ConditionType>> = {
  string: "words",
  number: "number",
  boolean: "boolean",
  date: "day",
}

const literalTypes: Readonly<Record<Exclude<FeelLiteral["_tag"], "Null">, ConditionType>> = {
  Text: "words",
  Number: "number",
  Truth: "boolean",
  Day: "day",
}

const firstLiteral = /"(?:[^"\\]|\\.)*"|date\([^)]*\)|-?(?:\d+(?:\.\d+)?|\.\d+)|true|false/s

/** The type of a column whose model names none: that of the first literal in its cells. */
const inferredType = (cells: ReadonlyArray<string>): ConditionType | undefined => {
  for (const cell of cells) {
    const literal = readFeelLiteral(firstLiteral.exec(cell)?.[0] ?? "")
    if (literal !== undefined && literal._tag !== "Null") return literalTypes[literal._tag]
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

/** Reads a condition column; `cells` are the tests in it. */
export const readInput = (
  clause: XmlElement,
  { label, name }: NamedClause,
  cells: ReadonlyArray<string>,
  { resolve }: TableSetting,
  refuse: Refuse,
): PortableInput => {
  const [asked] = childrenNamed(clause, "inputExpression")
  const expression = textOfChild(clause, "inputExpression") ?? ""
  const reference = asked?.attributes["typeRef"] ?? clause.attributes["typeRef"]
  const { allowed, base } = resolve(reference)
  const type = base === undefined ? inferredType(cells) : conditionTypes[base]
  if (type === undefined && reference !== undefined) {
    refuse(asked ?? clause, reference, "the type string, number, boolean or date")
  }
  const known = type ?? "words"
  const values = textOfChild(clause, "inputValues") ?? allowed
  return { name, label, expression, type: known, ...allowedIn(known, values) }
}

/** Whether FEEL takes what is unknown under tests that say what it is not; words alone do so here. */
const takesUnknown = (type: ConditionType, tests: string): boolean =>
  type !== "words" && /^(?:not\s*\(|!=)/.test(tests)

/** The cell of a condition; what no cell says is refused. */
export const conditionCell = (
  { optional, type }: PortableInput,
  entry: XmlElement,
  refuse: Refuse,
): string => {
  const tests = textIn(entry)
  const cell = cellOfTests(type, tests)
  if (Result.isFailure(cell)) {
    refuse(entry, cell.failure.written, cell.failure.needs)
    return ""
  }
  if (optional === true && takesUnknown(type, tests)) {
    refuse(entry, tests, "a cell that takes what is unknown and not all of the rest")
  }
  return cell.success
}
