import * as Result from "effect/Result"
import { columnNames } from "../../../core/portable/column-name.ts"
import { type FeelLiteral, readFeelLiteral } from "../../../core/portable/feel-literal.ts"
import type {
  PortableInput,
  PortableOutput,
  PortableTable,
} from "../../../core/portable/portable-table.ts"
import { resultCell, resultTypes } from "../../../core/portable/result-cell.ts"
import { cellOfTests, type ConditionType } from "../../../core/portable/unary-tests.ts"
import { policies } from "../../../core/table/hit-policy.ts"
import { lineText } from "../../../core/table/tidy.ts"
import { hitPolicyOf } from "./dmn-hit-policy.ts"
import { type DmnRefusal, type Refuse, refuser } from "./dmn-refusal.ts"
import { type FeelType, literalsIn, type ResolveType } from "./dmn-types.ts"
import { childrenNamed, textOfChild, type XmlElement } from "./xml-tree.ts"

/** A portable table with its rows as CSV. */
export interface ReadTable {
  readonly table: PortableTable
  readonly csv: string
}

/** Where a decision table stands in a model. */
export interface TableSetting {
  /** The name of the decision or of what else it is the logic of. */
  readonly name: string
  readonly description: string
  readonly typeRef: string | undefined
  /** What the model is written in, and its version. */
  readonly format: string
  readonly version: string
  readonly resolve: ResolveType
}

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

const textIn = (entry: XmlElement): string => (childrenNamed(entry, "text")[0] ?? entry).text.trim()

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

interface NamedClause {
  readonly name: string
  readonly label: string
}

const readInput = (
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

/** The literal of a result; what is none is refused. */
const resultOf = (entry: XmlElement, refuse: Refuse): FeelLiteral => {
  const written = textIn(entry)
  const literal = readFeelLiteral(written)
  if (literal !== undefined) return literal
  refuse(entry, written, "a literal: expressions are not evaluated in results")
  return { _tag: "Null" }
}

const outputTypeOf = (
  entries: ReadonlyArray<readonly [XmlElement, FeelLiteral]>,
  base: FeelType | undefined,
  refuse: Refuse,
): PortableOutput["type"] => {
  const usual =
    base === undefined ? "text" : base === "string" ? "text" : base === "date" ? "day" : base
  let type: PortableOutput["type"] | undefined
  for (const [entry, literal] of entries) {
    if (literal._tag === "Null") continue
    const own = resultTypes[literal._tag]
    type ??= own
    if (own !== type) refuse(entry, textIn(entry), `one type for all results of a column, ${type}`)
  }
  return type ?? usual
}

const readOutput = (
  clause: XmlElement,
  { label, name }: NamedClause,
  entries: ReadonlyArray<readonly [XmlElement, FeelLiteral]>,
  setting: TableSetting & { readonly isOnly: boolean },
  refuse: Refuse,
): PortableOutput => {
  const reference = clause.attributes["typeRef"] ?? (setting.isOnly ? setting.typeRef : undefined)
  const { allowed, base } = setting.resolve(reference)
  const values = literalsIn(textOfChild(clause, "outputValues") ?? allowed)
  const [otherwise] = childrenNamed(clause, "defaultOutputEntry")
  const literal = otherwise === undefined ? undefined : resultOf(otherwise, refuse)
  return {
    name,
    label,
    type: outputTypeOf(entries, base, refuse),
    ...(values === undefined
      ? {}
      : { values: values.filter(({ _tag }) => _tag !== "Null").map(resultCell) }),
    ...(literal === undefined ? {} : { default: resultCell(literal) }),
  }
}

const foreignLanguage = (element: XmlElement): string | undefined => {
  const language = element.attributes["expressionLanguage"]
  return language === undefined || /feel/i.test(language) ? undefined : language
}

const unlike = (count: number, noun: string): string =>
  `${count} ${noun}, as many as the table has columns for them`

/** The rules of a table that have an entry for each of its columns; others are refused. */
const soundRules = (
  element: XmlElement,
  inputs: number,
  outputs: number,
  refuse: Refuse,
): ReadonlyArray<XmlElement> =>
  childrenNamed(element, "rule").filter((rule) => {
    const [tests, results] = [childrenNamed(rule, "inputEntry"), childrenNamed(rule, "outputEntry")]
    if (tests.length !== inputs) refuse(rule, "", unlike(inputs, "input entries"))
    if (results.length !== outputs) refuse(rule, "", unlike(outputs, "output entries"))
    for (const entry of [...tests, ...results]) {
      const language = foreignLanguage(entry)
      if (language !== undefined) refuse(entry, language, "FEEL as its language")
    }
    return tests.length === inputs && results.length === outputs
  })

const labelOf = (clause: XmlElement, ...others: ReadonlyArray<string | undefined>): string =>
  [clause.attributes["name"], clause.attributes["label"], ...others].find(
    (name) => name !== undefined && name !== "",
  ) ?? "result"

/** The notes of a rule: its annotations, and its description where the table has any. */
const notesOf = (rule: XmlElement, count: number, described: boolean): ReadonlyArray<string> => {
  const entries = childrenNamed(rule, "annotationEntry").map(textIn)
  const notes = Array.from({ length: count }, (_, index) => entries[index] ?? "")
  return described ? [...notes, textOfChild(rule, "description") ?? ""] : notes
}

/** Whether FEEL takes what is unknown under tests that say what it is not; words alone do so here. */
const takesUnknown = (type: ConditionType, tests: string): boolean =>
  type !== "words" && /^(?:not\s*\(|!=)/.test(tests)

/** Reads one decision table of a model; every part that cannot be represented is refused. */
export const readDecisionTable = (
  element: XmlElement,
  setting: TableSetting,
): Result.Result<ReadTable, ReadonlyArray<DmnRefusal>> => {
  const refusals: Array<DmnRefusal> = []
  const refuse = refuser(element, refusals)
  const { aggregation, hitPolicy: written = "UNIQUE" } = element.attributes
  const hitPolicy = hitPolicyOf({ hitPolicy: written, aggregation })
  if (hitPolicy === undefined) {
    refuse(element, [written, aggregation].join(" ").trim(), "a hit policy of DMN")
  }
  const clauses = {
    inputs: childrenNamed(element, "input"),
    outputs: childrenNamed(element, "output"),
    notes: childrenNamed(element, "annotation"),
  }
  const rules = soundRules(element, clauses.inputs.length, clauses.outputs.length, refuse)
  const described = rules.some((rule) => childrenNamed(rule, "description").length > 0)
  const labels = [
    ...clauses.inputs.map((one) => labelOf(one, textOfChild(one, "inputExpression"))),
    ...clauses.outputs.map((one) => labelOf(one, element.attributes["outputLabel"], setting.name)),
    ...clauses.notes.map((one) => labelOf(one)),
    ...(described ? ["description"] : []),
  ]
  const names = columnNames(labels)
  const named = (index: number): NamedClause => ({
    name: names[index] ?? "",
    label: labels[index] ?? "",
  })
  const testsOf = rules.map((rule) => childrenNamed(rule, "inputEntry"))
  const inputs = clauses.inputs.map((clause, index) => {
    const cells = testsOf.flatMap((entries) => entries.slice(index, index + 1)).map(textIn)
    return readInput(clause, named(index), cells, setting, refuse)
  })
  const resultsOf = rules.map((rule) =>
    childrenNamed(rule, "outputEntry").map((entry) => [entry, resultOf(entry, refuse)] as const),
  )
  const isOnly = clauses.outputs.length === 1
  const outputs = clauses.outputs.map((clause, index) => {
    const entries = resultsOf.flatMap((results) => results.slice(index, index + 1))
    const own = { ...setting, typeRef: element.attributes["typeRef"] ?? setting.typeRef, isOnly }
    return readOutput(clause, named(inputs.length + index), entries, own, refuse)
  })
  if (hitPolicy !== undefined) checkPolicy(element, hitPolicy, outputs, refuse)
  const noteCount = clauses.notes.length
  const rows = rules.map((rule, row) => [
    ...inputs.map(({ optional, type }, index) => {
      const entry = testsOf[row]?.[index] ?? rule
      const cell = cellOfTests(type, textIn(entry))
      if (Result.isSuccess(cell)) {
        if (optional === true && takesUnknown(type, textIn(entry))) {
          refuse(entry, textIn(entry), "a cell that takes what is unknown and not all of the rest")
        }
        return cell.success
      }
      refuse(entry, cell.failure.written, cell.failure.needs)
      return ""
    }),
    ...(resultsOf[row] ?? []).map(([, literal]) => resultCell(literal)),
    ...notesOf(rule, noteCount, described).map((text) =>
      text === "" ? "" : resultCell({ _tag: "Text", text }),
    ),
  ])
  if (refusals.length > 0 || hitPolicy === undefined) return Result.fail(refusals)
  const table: PortableTable = {
    format: "viatica table 1",
    name: setting.name,
    about: setting.description === "" ? `${setting.name}.` : setting.description,
    hitPolicy,
    inputs,
    outputs,
    annotations: names.map((_, index) => named(index)).slice(inputs.length + outputs.length),
    from: { format: setting.format, version: setting.version, id: element.attributes["id"] ?? "" },
  }
  const csv = `${[names, ...rows].map(lineText).join("\n")}\n`
  return Result.succeed({ table, csv })
}

/** Refuses what a hit policy needs and the results do not have. */
const checkPolicy = (
  element: XmlElement,
  hitPolicy: PortableTable["hitPolicy"],
  outputs: ReadonlyArray<PortableOutput>,
  refuse: Refuse,
): void => {
  const { aggregate, order } = policies[hitPolicy]
  if (order === "outputs" && outputs.every(({ values }) => values === undefined)) {
    refuse(element, hitPolicy, "output values: their order is what the hit policy goes by")
  }
  if (aggregate === undefined || aggregate === "count") return
  if (outputs.length !== 1 || outputs[0]?.type !== "number") {
    refuse(element, hitPolicy, "one output, which is a number")
  }
}
