import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { jdmLanguage } from "./cell-language.ts"
import type { DmnRefusal, ImportNote, ModelFault } from "./dmn-refusal.ts"
import type { ResolveType } from "./dmn-types.ts"
import { type JsonPlaces, jsonPlaces, placesIn } from "../../../../core/json/json-places.ts"
import { readDecisionTable } from "./read-decision-table.ts"
import type { ModelTable } from "./read-dmn.ts"
import type { XmlElement, XmlPlace } from "./xml-tree.ts"

/** Reads all decision tables of a JDM graph, the JSON of GoRules; what is none is refused. */
export const readJdm = (source: string): Result.Result<ReadonlyArray<ModelTable>, ModelFault> => {
  const json = Result.try((): unknown => JSON.parse(source))
  if (Result.isFailure(json)) return Result.fail({ _tag: "NotJson" })
  const graph = readGraph(json.success)
  if (Result.isFailure(graph)) return Result.fail({ _tag: "NoGraph" })
  const placeAt = placesIn(source)
  const places = jsonPlaces(source).members.get("nodes")
  const tables = graph.success.nodes.flatMap((node, index) =>
    node.type === "decisionTableNode" ? [readOne(node, placed(places?.items[index], placeAt))] : [],
  )
  return tables.length === 0 ? Result.fail({ _tag: "NoTables" }) : Result.succeed(tables)
}

const text = Schema.optional(Schema.NullOr(Schema.String))

const Clause = Schema.Struct({
  id: Schema.String,
  name: text,
  field: text,
  defaultValue: text,
})

const TableContent = Schema.Struct({
  hitPolicy: Schema.String,
  inputs: Schema.Array(Clause),
  outputs: Schema.Array(Clause),
  rules: Schema.Array(Schema.Record(Schema.String, Schema.String)),
  executionMode: text,
  inputField: text,
  outputPath: text,
  passThrough: Schema.optional(Schema.NullOr(Schema.Boolean)),
})

type Content = typeof TableContent.Type

const Node = Schema.Struct({
  id: Schema.String,
  name: Schema.optional(Schema.String),
  type: Schema.String,
  content: Schema.optional(Schema.Unknown),
})

const readGraph = Schema.decodeUnknownResult(Schema.Struct({ nodes: Schema.Array(Node) }))
const readContent = Schema.decodeUnknownResult(TableContent)

/** A value of the file, by which the places of its parts are found. */
interface Placed {
  readonly place: XmlPlace
  readonly part: (name: string | number) => Placed
}

/** A value that the file lacks has the place of what would hold it. */
const placed = (
  found: JsonPlaces | undefined,
  placeAt: (at: number) => XmlPlace,
  around: XmlPlace = { line: 1, column: 1 },
): Placed => {
  const place = found === undefined ? around : placeAt(found.at)
  const part = (name: string | number): Placed => {
    const inner = typeof name === "number" ? found?.items[name] : found?.members.get(name)
    return placed(inner, placeAt, place)
  }
  return { place, part }
}

const readOne = (node: typeof Node.Type, at: Placed): ModelTable => {
  const name = node.name ?? node.id
  const content = readContent(node.content)
  const { place } = at
  const same = { name, exportedFrom: undefined, format: "JDM", language: jdmLanguage } as const
  if (Result.isFailure(content)) {
    const element = made("decisionTableNode", place, { id: node.id }, [])
    const refusal: DmnRefusal = {
      id: node.id,
      element: "decisionTableNode",
      ...place,
      written: name,
      needs: { _tag: "TableContent" },
    }
    const read = Result.fail([refusal])
    return { ...same, element, notes: [], read }
  }
  const inContent = at.part("content")
  const located = <Said>({ path, ...said }: Located & Said) => {
    const { place: own } = path.reduce((around, one) => around.part(one), at)
    return { ...said, ...own }
  }
  const table = { element: "decisionTableNode", id: node.id, path: [] }
  const notes = [
    ...settingNotes(content.success).map((says) => ({ ...table, says })),
    ...defaultNotes(content.success),
    ...leftOutNotes(content.success),
  ].map(located)
  const faults = [
    ...policyFaults(content.success).map((fault) => ({ ...table, ...fault })),
    ...inputFaults(content.success),
    ...outputFaults(content.success),
  ].map(located)
  const element = tableElement(node.id, content.success, inContent, place)
  const setting = {
    name,
    description: "",
    typeRef: undefined,
    format: "JDM",
    version: "",
    resolve: noTypes,
    language: jdmLanguage,
  }
  const read = readDecisionTable(element, setting)
  const others = Result.isFailure(read) ? read.failure : []
  return {
    ...same,
    element,
    notes,
    read: faults.length > 0 ? Result.fail([...faults, ...others]) : read,
  }
}

/** What is said of a part of a node, which a path of names and numbers leads to. */
interface Located {
  readonly element: string
  readonly id: string
  readonly path: ReadonlyArray<string | number>
}

/** What a node says about the calls of its table, which no table holds. */
const settingNotes = ({
  executionMode,
  inputField,
  outputPath,
  passThrough,
}: Content): ReadonlyArray<ImportNote["says"]> => {
  const [mode, field, path] = [executionMode ?? "single", inputField ?? "", outputPath ?? ""]
  const isLoop = mode === "loop"
  return [
    ...(isLoop ? [{ _tag: "AskedForEach", field } as const] : []),
    ...(isLoop || mode === "single" ? [] : [{ _tag: "UnknownMode", mode } as const]),
    ...(isLoop || field === "" ? [] : [{ _tag: "FactsFrom", field } as const]),
    ...(path === "" ? [] : [{ _tag: "AnswersUnder", path } as const]),
    ...(passThrough === true ? [{ _tag: "FactsPassed" } as const] : []),
  ]
}

type LocatedNote = Located & Pick<ImportNote, "says">

const defaultNotes = ({ outputs }: Content): ReadonlyArray<LocatedNote> =>
  outputs.flatMap((one, index) => {
    const { defaultValue, id } = one
    if (defaultValue === undefined || defaultValue === null || defaultValue === "") return []
    const says = { _tag: "DefaultNotRead", name: nameOf(one), written: defaultValue } as const
    return [{ element: "output", id, path: ["content", "outputs", index], says }]
  })

/** Columns that rules leave out, at the first rule that does. */
const leftOutNotes = ({ inputs, outputs, rules }: Content): ReadonlyArray<LocatedNote> => {
  const leftOut = (of: "input" | "output", clauses: Content["inputs"]) =>
    clauses.flatMap((one): ReadonlyArray<LocatedNote> => {
      const index = rules.findIndex((rule) => rule[one.id] === undefined)
      if (index < 0) return []
      const count = rules.filter((rule) => rule[one.id] === undefined).length
      const says = { _tag: "LeftOut", name: nameOf(one), of, rules: count } as const
      const id = rules[index]?.["_id"] ?? ""
      return [{ element: "rule", id, path: ["content", "rules", index], says }]
    })
  return [...leftOut("input", inputs), ...leftOut("output", outputs)]
}

type LocatedFault = Located & Pick<DmnRefusal, "written" | "needs">

const policyFaults = ({ hitPolicy }: Content) =>
  policies.has(hitPolicy) ? [] : [{ written: hitPolicy, needs: { _tag: "JdmPolicy" } } as const]

const hasField = ({ field }: typeof Clause.Type): boolean => (field ?? "").trim() !== ""

/** Columns of conditions whose cells are expressions of their own. */
const inputFaults = ({ inputs, rules }: Content): ReadonlyArray<LocatedFault> =>
  inputs.flatMap((one, index) => {
    const isEmpty = rules.every((rule) => (rule[one.id] ?? "").trim() === "")
    if (hasField(one) || isEmpty) return []
    const path = ["content", "inputs", index]
    const needs = { _tag: "JdmField" } as const
    return [{ element: "input", id: one.id, path, written: nameOf(one), needs }]
  })

/** Results that share a field, where the last one counts, and fields that some versions collect as a list. */
const outputFaults = ({ outputs }: Content): ReadonlyArray<LocatedFault> =>
  outputs.flatMap((one, index) => {
    const field = nameOf(one)
    const isAgain = outputs.findIndex((other) => nameOf(other) === field) < index
    if (!isAgain && !field.endsWith("[]")) return []
    const path = ["content", "outputs", index]
    const needs = { _tag: "JdmFieldOnce", field } as const
    return [{ element: "output", id: one.id, path, written: field, needs }]
  })

const noTypes: ResolveType = () => ({ base: undefined, allowed: undefined })

/** A table of JDM as the element that DMN would have for it, with the places that it has in its file. */
const tableElement = (
  nodeId: string,
  content: Content,
  at: Placed,
  place: XmlPlace,
): XmlElement => {
  const inputs = content.inputs.flatMap((one, index) => {
    if (!hasField(one)) return []
    const own = at.part("inputs").part(index).place
    return made("input", own, { id: one.id, ...label(one.name) }, [
      holding("inputExpression", one.id, own, one.field ?? ""),
    ])
  })
  const outputs = content.outputs.map(({ field, id, name }, index) => {
    const own = at.part("outputs").part(index).place
    return made("output", own, { id, name: nameOf({ field, name, id }) }, [])
  })
  const rules = content.rules.map((rule, index) => {
    const own = at.part("rules").part(index)
    const id = rule["_id"] ?? ""
    const entry = (element: string, column: string): XmlElement =>
      holding(element, `${id}/${column}`, own.part(column).place, rule[column] ?? "")
    const description = rule["_description"] ?? ""
    return made("rule", own.place, { id }, [
      ...(description === "" ? [] : [holding("description", id, own.place, description)]),
      ...content.inputs.filter(hasField).map((one) => entry("inputEntry", one.id)),
      ...content.outputs.map((one) => entry("outputEntry", one.id)),
    ])
  })
  const hitPolicy = policies.get(content.hitPolicy) ?? "FIRST"
  return made("decisionTable", place, { id: nodeId, hitPolicy }, [...inputs, ...outputs, ...rules])
}

/** JDM has these alone, and writes them so. */
const policies = new Map([
  ["first", "FIRST"],
  ["collect", "COLLECT"],
])

const label = (name: string | null | undefined): Readonly<Record<string, string>> =>
  name === undefined || name === null ? {} : { label: name }

const nameOf = ({ field, id, name }: Omit<typeof Clause.Type, "defaultValue">): string =>
  [field, name].find((one) => one !== undefined && one !== null && one !== "") ?? id

const made = (
  name: string,
  { column, line }: XmlPlace,
  attributes: Readonly<Record<string, string>>,
  children: ReadonlyArray<XmlElement>,
  written = "",
): XmlElement => ({ name, space: "", line, column, attributes, children, text: written })

/** An element that holds an expression. */
const holding = (name: string, id: string, place: XmlPlace, written: string): XmlElement =>
  made(name, place, { id }, [made("text", place, {}, [], written)])
