import * as Result from "effect/Result"
import {
  columnNames,
  definitionOf,
  type PortableInput,
  type PortableTable,
} from "../../../../core/portable/portable-table.ts"
import { type FeelLiteral, resultCell } from "../../../../core/portable/feel-cells.ts"
import { boundsOf } from "../../../../core/table/bounds.ts"
import { loadDecision } from "../../../../core/table/decision.ts"
import { describeExpectation } from "../../../../core/table/expectation.ts"
import { lineText } from "../../../../core/table/tidy.ts"
import { type DmnRefusal, type Refuse, refuser } from "./dmn-refusal.ts"
import { conditionCell, readInput } from "./read-inputs.ts"
import { policyOf, readOutput, refusePolicy, resultOf } from "./read-outputs.ts"
import { type NamedClause, type TableSetting, textIn } from "./table-setting.ts"
import { childrenNamed, textOfChild, type XmlElement } from "./xml-tree.ts"

/** A portable table with its rows as CSV. */
export interface ReadTable {
  readonly table: PortableTable
  readonly csv: string
}

const foreignLanguage = (element: XmlElement): string | undefined => {
  const language = element.attributes["expressionLanguage"]
  return language === undefined || /feel/i.test(language) ? undefined : language
}

const unlike = (count: number, noun: string): string =>
  `${count} ${noun}, as many as the table has columns for them`

/** The most clauses of a table, which become columns; a decision that people can read has a tenth of them. */
const clausesMax = 512

/** Whether a table is larger than any that is taken; it is refused as a whole, before its cells are read. */
const isTooLarge = (element: XmlElement, refuse: Refuse): boolean => {
  const { rowsMax } = boundsOf({ _tag: "DecisionDefinition" })
  const count = (...names: ReadonlyArray<string>): number =>
    element.children.filter(({ name }) => names.includes(name)).length
  const isLong = count("rule") > rowsMax
  const isWide = count("input", "output", "annotation") > clausesMax
  if (isLong) refuse(element, "", `at most ${rowsMax} rules; split the table`)
  if (isWide) refuse(element, "", `at most ${clausesMax} inputs, outputs and annotations`)
  return isLong || isWide
}

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

/** The clauses of a table: its conditions, results and notes. */
interface Clauses {
  readonly inputs: ReadonlyArray<XmlElement>
  readonly outputs: ReadonlyArray<XmlElement>
  readonly notes: ReadonlyArray<XmlElement>
  /** Whether rules are described, which is a note of its own. */
  readonly described: boolean
}

/** The names of the columns that the clauses become. */
const namedClauses = (
  { described, inputs, notes, outputs }: Clauses,
  element: XmlElement,
  { name }: TableSetting,
): ReadonlyArray<NamedClause> => {
  const labels = [
    ...inputs.map((one) => labelOf(one, textOfChild(one, "inputExpression"))),
    ...outputs.map((one) => labelOf(one, element.attributes["outputLabel"], name)),
    ...notes.map((one) => labelOf(one)),
    ...(described ? ["description"] : []),
  ]
  const names = columnNames(labels)
  return labels.map((label, index) => ({ name: names[index] ?? "", label }))
}

/** An entry of a result with its literal. */
type ResultEntry = readonly [XmlElement, FeelLiteral]

/** The cells of one rule; what cannot be one is refused, and so is a row that nothing stands in. */
const cellsOf = (
  rule: XmlElement,
  inputs: ReadonlyArray<PortableInput>,
  results: ReadonlyArray<ResultEntry>,
  { described, notes }: Clauses,
  refuse: Refuse,
): ReadonlyArray<string> => {
  const tests = childrenNamed(rule, "inputEntry")
  const cells = [
    ...inputs.map((input, index) => conditionCell(input, tests[index] ?? rule, refuse)),
    ...results.map(([, literal]) => resultCell(literal)),
    ...notesOf(rule, notes.length, described).map((text) =>
      text === "" ? "" : resultCell({ _tag: "Text", text }),
    ),
  ]
  if (cells.every((cell) => cell === "")) {
    refuse(rule, "", "a condition or a result: a row of empty cells is none")
  }
  return cells
}

/** What the engine does not take of a table that was read: nothing may be lost on the way. */
const refuseUnsound = (
  { csv, table }: ReadTable,
  element: XmlElement,
  rules: number,
  refuse: Refuse,
): void => {
  const { content, errors } = loadDecision(definitionOf(table, "table.csv"), csv)
  for (const { cell, column, expected } of errors) {
    refuse(element, cell, `${column === "" ? "" : `in ${column} `}${describeExpectation(expected)}`)
  }
  if (errors.length === 0 && content.rows.length !== rules) {
    refuse(element, "", `rows for all of its ${rules} rules`)
  }
}

/** Reads one decision table of a model; every part that cannot be represented is refused. */
export const readDecisionTable = (
  element: XmlElement,
  setting: TableSetting,
): Result.Result<ReadTable, ReadonlyArray<DmnRefusal>> => {
  const refusals: Array<DmnRefusal> = []
  const refuse = refuser(element, refusals)
  if (isTooLarge(element, refuse)) return Result.fail(refusals)
  const hitPolicy = policyOf(element, refuse)
  const [ins, outs] = [childrenNamed(element, "input"), childrenNamed(element, "output")]
  const rules = soundRules(element, ins.length, outs.length, refuse)
  const described = rules.some((rule) => childrenNamed(rule, "description").length > 0)
  const notes = childrenNamed(element, "annotation")
  const clauses: Clauses = { inputs: ins, outputs: outs, notes, described }
  const named = namedClauses(clauses, element, setting)
  const nameAt = (index: number): NamedClause => named[index] ?? { name: "", label: "" }
  const inputs = ins.map((clause, index) => {
    const cells = rules.flatMap((rule) =>
      childrenNamed(rule, "inputEntry")
        .slice(index, index + 1)
        .map(textIn),
    )
    return readInput(clause, nameAt(index), cells, setting, refuse)
  })
  const results = rules.map((rule) =>
    childrenNamed(rule, "outputEntry").map((one): ResultEntry => [one, resultOf(one, refuse)]),
  )
  const typeRef = element.attributes["typeRef"] ?? setting.typeRef
  const outputs = outs.map((clause, index) => {
    const entries = results.flatMap((own) => own.slice(index, index + 1))
    const asked = { ...setting, typeRef, isOnly: outs.length === 1 }
    return readOutput(clause, nameAt(ins.length + index), entries, asked, refuse)
  })
  if (hitPolicy !== undefined) refusePolicy(element, hitPolicy, outputs, refuse)
  const rows = rules.map((rule, row) => cellsOf(rule, inputs, results[row] ?? [], clauses, refuse))
  if (refusals.length > 0 || hitPolicy === undefined) return Result.fail(refusals)
  const table: PortableTable = {
    format: "viatica table 1",
    name: setting.name,
    about: setting.description === "" ? `${setting.name}.` : setting.description,
    hitPolicy,
    inputs,
    outputs,
    annotations: named.slice(ins.length + outs.length),
    from: { format: setting.format, version: setting.version, id: element.attributes["id"] ?? "" },
  }
  const csv = `${[named.map(({ name }) => name), ...rows].map(lineText).join("\n")}\n`
  refuseUnsound({ table, csv }, element, rules.length, refuse)
  return refusals.length > 0 ? Result.fail(refusals) : Result.succeed({ table, csv })
}
