import * as Result from "effect/Result"
import {
  columnNames,
  definitionOf,
  type PortableFact,
  type PortableInput,
  portableRowsMax,
  type PortableTable,
} from "../../../../core/portable/portable-table.ts"
import { resultCell } from "../../../../core/portable/feel-cells.ts"
import { loadDecision } from "../../../../core/table/decision.ts"
import { lineText } from "../../../../core/table/tidy.ts"
import { type DmnRefusal, type Refuse, refuser } from "./dmn-refusal.ts"
import { type AskedTest, readConditions } from "./read-inputs.ts"
import {
  cellOfEntry,
  policyOf,
  readOutput,
  refusePolicy,
  type ResultEntry,
  resultOf,
} from "./read-outputs.ts"
import { askedAttribute, type NamedClause, type TableSetting, textIn } from "./table-setting.ts"
import { childrenNamed, textOfChild, type XmlElement } from "./xml-tree.ts"

/** A portable table with its rows as CSV. */
export interface ReadTable {
  readonly table: PortableTable
  readonly csv: string
}

/** The most clauses of a table, which become columns; a decision that people can read has a tenth of them. */
const clausesMax = 512

/** Whether a table is larger than any that is taken; it is refused as a whole, before its cells are read. */
const isTooLarge = (element: XmlElement, refuse: Refuse): boolean => {
  const count = (...names: ReadonlyArray<string>): number =>
    element.children.filter(({ name }) => names.includes(name)).length
  const isLong = count("rule") > portableRowsMax
  const isWide = count("input", "output", "annotation") > clausesMax
  if (isLong) refuse(element, "", { _tag: "FewerRules", rowsMax: portableRowsMax })
  if (isWide) refuse(element, "", { _tag: "FewerClauses", clausesMax })
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
    if (tests.length !== inputs) {
      refuse(rule, "", { _tag: "EntriesForAll", entry: "input", count: inputs })
    }
    if (results.length !== outputs) {
      refuse(rule, "", { _tag: "EntriesForAll", entry: "output", count: outputs })
    }
    return tests.length === inputs && results.length === outputs
  })

const labelOf = (clause: XmlElement, ...others: ReadonlyArray<string | undefined>): string =>
  [clause.attributes["name"], clause.attributes["label"], ...others].find(
    (name) => name !== undefined && name !== "",
  ) ?? "result"

/** The entries of rules by column. */
const byColumn = (
  rules: ReadonlyArray<XmlElement>,
  name: string,
  columns: number,
): ReadonlyArray<ReadonlyArray<XmlElement>> => {
  const rows = rules.map((rule) => childrenNamed(rule, name))
  return Array.from({ length: columns }, (_, index) =>
    rows.flatMap((row) => row.slice(index, index + 1)),
  )
}

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

/** The names of columns of conditions, results and notes as the model gives them. */
const labelsOf = (
  { described, inputs, notes, outputs }: Clauses,
  element: XmlElement,
  { name }: TableSetting,
): ReadonlyArray<string> => [
  ...inputs.map((one) => labelOf(one, textOfChild(one, "inputExpression"))),
  ...outputs.map((one) => labelOf(one, element.attributes["outputLabel"], name)),
  ...notes.map((one) => labelOf(one)),
  ...(described ? ["description"] : []),
]

const named = (
  labels: ReadonlyArray<string>,
  inputs: ReadonlyArray<XmlElement>,
): ReadonlyArray<NamedClause> => {
  const isAsked = (index: number): boolean => inputs[index]?.attributes[askedAttribute] === "true"
  const names = columnNames(labels.map((label, index) => (isAsked(index) ? inWords(label) : label)))
  return labels.map((label, index) => ({ name: names[index] ?? "", label }))
}

/** Tests that no cell holds as condition columns of their own: each is a truth value that is asked. */
const askedInputs = (
  asked: ReadonlyArray<AskedTest>,
  clauses: ReadonlyArray<NamedClause>,
): ReadonlyArray<PortableInput> => {
  const names = columnNames([
    ...clauses.map(({ name }) => name),
    ...asked.map(({ label }) => inWords(label)),
  ])
  return asked.map(({ expression, label }, index) => ({
    name: names[clauses.length + index] ?? "",
    label,
    expression,
    type: "boolean",
    optional: true,
    asked: true,
  }))
}

/** Signs of a test as words, which names of columns consist of; more than some of them no name has. */
const inWords = (label: string): string => {
  const words = label.replaceAll(/<=|>=|!=|[<>]|\.\./g, (sign) => ` ${signWords[sign] ?? ""} `)
  return words.slice(0, 60)
}

const signWords: Readonly<Record<string, string>> = {
  "<=": "at most",
  ">=": "at least",
  "!=": "other than",
  "<": "below",
  ">": "above",
  "..": "to",
}

/** What expressions name; a column that compares a fact as it is says what that is. */
const factsOf = (
  facts: ReadonlyArray<PortableFact>,
  inputs: ReadonlyArray<PortableInput>,
): ReadonlyArray<PortableFact> =>
  facts.map((fact) =>
    inputs.some(({ expression }) => expression === fact.name) ? { name: fact.name } : fact,
  )

/** The expressions that the results of a column are. */
const expressionsIn = (
  entries: ReadonlyArray<ResultEntry>,
  otherwise: string | undefined,
): ReadonlyArray<string> => {
  const cells = entries.map((entry) => cellOfEntry("feel", entry) ?? "")
  return [...cells, otherwise ?? ""].filter((cell) => cell !== "")
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
    refuse(element, cell, { _tag: "CellOf", column, expected })
  }
  if (errors.length === 0 && content.rows.length !== rules) {
    refuse(element, "", { _tag: "RowsForAll", rules })
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
  const labels = labelsOf({ inputs: ins, outputs: outs, notes, described }, element, setting)
  const clauses = named(labels, ins)
  const nameAt = (index: number): NamedClause => clauses[index] ?? { name: "", label: "" }
  const typeRef = element.attributes["typeRef"] ?? setting.typeRef
  const entries = byColumn(rules, "outputEntry", outs.length).map((column) =>
    column.map((entry): ResultEntry => [entry, resultOf(entry, setting, refuse)]),
  )
  const tests = byColumn(rules, "inputEntry", ins.length)
  const conditions = ins.map((clause, index) =>
    readConditions(clause, nameAt(index), tests[index] ?? [], setting, refuse),
  )
  const asked = conditions.flatMap((column) => column.asked)
  if (ins.length + asked.length > clausesMax) {
    refuse(element, "", { _tag: "FewerClauses", clausesMax })
  }
  const outputs = outs.map((clause, index) => {
    const own = { ...setting, typeRef, isOnly: outs.length === 1 }
    return readOutput(clause, nameAt(ins.length + index), entries[index] ?? [], own, refuse)
  })
  if (hitPolicy !== undefined) refusePolicy(element, hitPolicy, outputs, refuse)
  const own = conditions.filter(({ input }) => input !== undefined)
  const rows = rules.map((rule, row) => {
    const cells = [
      ...own.map((column) => column.cells[row]),
      ...asked.map((test) => (test.rules.has(row) ? "true" : "")),
      ...outputs.map(({ output }, index) => {
        const entry = entries[index]?.[row]
        return entry === undefined ? undefined : cellOfEntry(output.type, entry)
      }),
      ...notesOf(rule, notes.length, described).map((text) =>
        text === "" ? "" : resultCell({ _tag: "Text", text }),
      ),
    ]
    if (cells.every((cell) => cell === "")) refuse(rule, "", { _tag: "SomeCell" })
    return cells.map((cell) => cell ?? "")
  })
  if (refusals.length > 0 || hitPolicy === undefined) return Result.fail(refusals)
  const inputs = [...own.flatMap(({ input }) => input ?? []), ...askedInputs(asked, clauses)]
  const annotations = clauses.slice(ins.length + outs.length)
  const written = outputs.flatMap(({ output }, index) =>
    output.type === "feel" ? expressionsIn(entries[index] ?? [], output.default) : [],
  )
  const isOfFeel = written.length > 0 || inputs.some((input) => input.asked === true)
  const isAsked = setting.language.hasExpressions && isOfFeel
  const expressions = [...inputs.map(({ expression }) => expression), ...written]
  const table: PortableTable = {
    format: "viatica table 1",
    name: setting.name,
    about: setting.description === "" ? `${setting.name}.` : setting.description,
    hitPolicy,
    inputs,
    outputs: outputs.map(({ output }) => output),
    annotations,
    ...(isAsked ? { facts: factsOf(setting.language.factsIn(expressions), inputs) } : {}),
    from: { format: setting.format, version: setting.version, id: element.attributes["id"] ?? "" },
  }
  const header = [...inputs, ...table.outputs, ...annotations].map(({ name }) => name)
  const csv = `${[header, ...rows].map(lineText).join("\n")}\n`
  refuseUnsound({ table, csv }, element, rules.length, refuse)
  return refusals.length > 0 ? Result.fail(refusals) : Result.succeed({ table, csv })
}
