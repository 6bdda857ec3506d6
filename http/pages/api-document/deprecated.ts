import * as Predicate from "effect/Predicate"
import type { Deprecation } from "../../api/deprecations.ts"

type Node = Readonly<Record<string, unknown>>

/**
 * An API document that marks what ends: operations with the headers of their answers, parameters, and
 * fields wherever the schemas of their operation have them, those of shared schemas included.
 */
export const withDeprecations = <Document extends Node>(
  document: Document,
  rows: ReadonlyArray<Deprecation>,
): Document => {
  if (rows.length === 0) return document
  const changed = structuredClone(document)
  for (const row of rows) markRow(changed, row)
  return changed
}

const nodeOf = (value: unknown): Record<string, unknown> =>
  Predicate.isObject(value) ? (value as Record<string, unknown>) : {}

const markRow = (document: Node, row: Deprecation): void => {
  for (const item of Object.values(nodeOf(document["paths"]))) {
    for (const operation of Object.values(nodeOf(item)).map(nodeOf)) {
      if (!String(operation["operationId"]).endsWith(`.${row.operation}`)) continue
      tellHeaders(operation)
      if (row.field === undefined) mark(operation, row)
      else markField(document, operation, row.field.split("."), row)
    }
  }
}

/** What a mark says: when it was announced, when it may be gone, and what to use. */
const mark = (node: Record<string, unknown>, { announced, instead, sunset }: Deprecation): void => {
  const told = `Deprecated since ${announced}; may be gone from ${sunset} on. ${instead.en}`
  const { description } = node
  if (typeof description === "string" && description.includes(told)) return
  node["deprecated"] = true
  node["description"] = typeof description === "string" ? `${description} ${told}` : told
}

const told = {
  Deprecation: "Since when something of this operation is deprecated, in Unix seconds (RFC 9745).",
  Sunset: "From when on it may be gone (RFC 8594).",
  Link: "Where that is told.",
}

/** Declares the headers in every answer of an operation. */
const tellHeaders = (operation: Node): void => {
  for (const response of Object.values(nodeOf(operation["responses"])).map(nodeOf)) {
    response["headers"] = {
      ...nodeOf(response["headers"]),
      ...Object.fromEntries(
        Object.entries(told).map(([name, description]) => [
          name,
          { description, schema: { type: "string" } },
        ]),
      ),
    }
  }
}

const markField = (
  document: Node,
  operation: Node,
  path: ReadonlyArray<string>,
  row: Deprecation,
): void => {
  const { parameters } = operation
  for (const parameter of (Array.isArray(parameters) ? parameters : []).map(nodeOf)) {
    if (parameter["name"] === row.field) mark(parameter, row)
  }
  const bodies = [operation["requestBody"], ...Object.values(nodeOf(operation["responses"]))]
  for (const body of bodies) {
    for (const media of Object.values(nodeOf(nodeOf(body)["content"])).map(nodeOf)) {
      markIn(document, media["schema"], path, row)
    }
  }
}

/** The schemas in which a schema's own members may stand: itself, what it refers to, its choices and entries. */
const markIn = (
  document: Node,
  given: unknown,
  path: ReadonlyArray<string>,
  row: Deprecation,
): void => {
  const schema = nodeOf(given)
  const { $ref: reference } = schema
  if (typeof reference === "string") {
    const target = reference
      .replace(/^#\//, "")
      .split("/")
      .reduce(memberOf, document as unknown)
    markIn(document, target, path, row)
  }
  for (const name of ["anyOf", "oneOf", "allOf"]) {
    const choices = schema[name]
    for (const choice of Array.isArray(choices) ? choices : []) markIn(document, choice, path, row)
  }
  if (schema["items"] !== undefined) markIn(document, schema["items"], path, row)
  const [name = "", ...rest] = path
  const member = nodeOf(schema["properties"])[name]
  if (member === undefined) return
  if (rest.length > 0) markIn(document, member, rest, row)
  else mark(nodeOf(member), row)
}

const memberOf = (node: unknown, name: string): unknown => nodeOf(node)[name]
