import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { ResolveType } from "./dmn-types.ts"
import { readDecisionTable } from "./read-decision-table.ts"
import type { ModelTable } from "./read-dmn.ts"
import type { XmlElement, XmlPlace } from "./xml-tree.ts"

const Clause = Schema.Struct({
  id: Schema.String,
  name: Schema.optional(Schema.String),
  field: Schema.optional(Schema.String),
  defaultValue: Schema.optional(Schema.String),
})

const TableContent = Schema.Struct({
  hitPolicy: Schema.String,
  inputs: Schema.Array(Clause),
  outputs: Schema.Array(Clause),
  rules: Schema.Array(Schema.Record(Schema.String, Schema.String)),
})

const Node = Schema.Struct({
  id: Schema.String,
  name: Schema.optional(Schema.String),
  type: Schema.String,
  content: Schema.optional(Schema.Unknown),
})

const readGraph = Schema.decodeUnknownResult(Schema.Struct({ nodes: Schema.Array(Node) }))
const readContent = Schema.decodeUnknownResult(TableContent)

/** Where a text begins in a file, from 1; behind another place where that is given. */
const placeIn = (source: string, text: string, from = 0): XmlPlace & { readonly at: number } => {
  const at = Math.max(source.indexOf(JSON.stringify(text), from), 0)
  const before = source.slice(0, at).split("\n")
  return { at, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

const made = (
  name: string,
  { column, line }: XmlPlace,
  attributes: Readonly<Record<string, string>>,
  children: ReadonlyArray<XmlElement>,
  text = "",
): XmlElement => ({ name, space: "", line, column, attributes, children, text })

/** An element that holds an expression, as FEEL. */
const holding = (name: string, id: string, place: XmlPlace, text: string): XmlElement =>
  made(name, place, { id }, [made("text", place, {}, [], text)])

const policies: Readonly<Record<string, string>> = { first: "FIRST", collect: "COLLECT" }

type Content = typeof TableContent.Type

/** A table of JDM as the element that DMN would have for it, with the places that it has in its file. */
const tableElement = (source: string, node: typeof Node.Type, content: Content): XmlElement => {
  const table = placeIn(source, node.id)
  const placeOf = (id: string): XmlPlace => placeIn(source, id, table.at)
  const inputs = content.inputs.map(({ field, id, name }) => {
    const place = placeOf(id)
    return made("input", place, { id, ...(name === undefined ? {} : { label: name }) }, [
      holding("inputExpression", id, place, field ?? ""),
    ])
  })
  const outputs = content.outputs.map(({ defaultValue, field, id, name }) => {
    const place = placeOf(id)
    const label = field === undefined || field === "" ? (name ?? id) : field
    const otherwise =
      defaultValue === undefined || defaultValue === ""
        ? []
        : [holding("defaultOutputEntry", id, place, feelOfJdm(defaultValue))]
    return made("output", place, { id, name: label }, otherwise)
  })
  const rules = content.rules.map((rule) => {
    const id = rule["_id"] ?? ""
    const at = placeIn(source, id, table.at)
    const entry = (name: string, column: string, text: string): XmlElement =>
      holding(name, `${id}/${column}`, placeIn(source, column, at.at), text)
    const description = rule["_description"] ?? ""
    return made("rule", at, { id }, [
      ...(description === "" ? [] : [holding("description", id, at, description)]),
      ...content.inputs.map((one) => entry("inputEntry", one.id, feelOfJdm(rule[one.id] ?? ""))),
      ...content.outputs.map((one) => {
        const cell = (rule[one.id] ?? "").trim()
        return entry("outputEntry", one.id, cell === "" ? "null" : feelOfJdm(cell))
      }),
    ])
  })
  const hitPolicy = policies[content.hitPolicy] ?? content.hitPolicy
  const children = [...inputs, ...outputs, ...rules]
  return made("decisionTable", table, { id: node.id, hitPolicy }, children)
}

const noTypes: ResolveType = () => ({ base: undefined, allowed: undefined })

const readOne = (source: string, node: typeof Node.Type): ModelTable => {
  const name = node.name ?? node.id
  const content = readContent(node.content)
  if (Result.isFailure(content)) {
    const place = placeIn(source, node.id)
    const element = made("decisionTableNode", place, { id: node.id }, [])
    const refusal = {
      id: node.id,
      element: "decisionTableNode",
      line: place.line,
      column: place.column,
      written: name,
      needs: "inputs, outputs, rules of texts and a hit policy",
    }
    return { name, exportedFrom: undefined, element, read: Result.fail([refusal]) }
  }
  const element = tableElement(source, node, content.success)
  const setting = {
    name,
    description: "",
    typeRef: undefined,
    format: "JDM",
    version: "",
    resolve: noTypes,
  }
  return { name, exportedFrom: undefined, element, read: readDecisionTable(element, setting) }
}

/** Reads all decision tables of a JDM graph, the JSON of GoRules; what is none is refused, in words. */
export const readJdm = (
  path: string,
  source: string,
): Result.Result<ReadonlyArray<ModelTable>, string> => {
  const json = Result.try((): unknown => JSON.parse(source))
  if (Result.isFailure(json)) return Result.fail(`${path} is no JSON`)
  const graph = readGraph(json.success)
  if (Result.isFailure(graph))
    return Result.fail(`${path} is no JDM graph: it has no list of nodes`)
  const tables = graph.success.nodes
    .filter(({ type }) => type === "decisionTableNode")
    .map((node) => readOne(source, node))
  return tables.length === 0
    ? Result.fail(`${path} holds no decision table`)
    : Result.succeed(tables)
}

const double = (text: string): string => {
  const inner = text.slice(1, -1).replaceAll("\\'", "'")
  return JSON.stringify(inner.replaceAll('\\"', '"'))
}

/** Texts of JDM in single quotes, as FEEL writes them. */
const doubleQuoted = (source: string): string =>
  source.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gs, (text) =>
    text.startsWith("'") ? double(text) : text,
  )

const bounded = /^(>=?)\s*([^\s,]+)\s+and\s+(<=?)\s*([^\s,]+)$/

/**
 * A condition cell of JDM as unary tests of FEEL, as far as they differ: texts may stand in single
 * quotes, and two bounds are joined by `and`.
 *
 * ```ts
 * import { feelOfJdm } from "../http/tables/forms/dmn/read-jdm.ts"
 *
 * feelOfJdm(">= 5 and < 10") // => "[5..10)"
 * feelOfJdm("'EU', 'US'") // => '"EU", "US"'
 * feelOfJdm("") // => "-"
 * ```
 */
export const feelOfJdm = (cell: string): string => {
  const source = doubleQuoted(cell.trim())
  if (source === "") return "-"
  const bounds = bounded.exec(source)
  if (bounds === null) return source
  const [, above = "", low = "", below = "", high = ""] = bounds
  return `${above === ">=" ? "[" : "("}${low}..${high}${below === "<=" ? "]" : ")"}`
}
