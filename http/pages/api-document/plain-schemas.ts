import * as Predicate from "effect/Predicate"

type Node = Readonly<Record<string, unknown>>

/**
 * A schema in its plainest form, as the widest choice of tools reads it: it takes members that it does not
 * name, as callers and service may both be the newer one; a choice of one is that one; what may be null
 * says so in its `type`; a whole number that may be large has the format of a long one. A choice with lists
 * in it, of which generated code in Java and C# does not compile, is left to its description and to `x-any-of`.
 *
 * ```ts
 * import { plainSchema } from "../http/pages/api-document/plain-schemas.ts"
 *
 * plainSchema({ anyOf: [{ type: "string" }], description: "A text." }) // => { type: "string", description: "A text." }
 * plainSchema({ anyOf: [{ type: "string" }, { type: "null" }] }) // => { type: ["string", "null"] }
 * ```
 */
export const plainSchema = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(plainSchema)
  if (!Predicate.isObject(node)) return node
  const plain = Object.fromEntries(
    Object.entries(node)
      .filter(([name, value]) => !(name === "additionalProperties" && value === false))
      .map(([name, value]) => [name, plainSchema(value)]),
  )
  return longWhole(writtenWhole(nullable(told(onlyChoice(plain)))))
}

/**
 * The schemas of a document without copies: where a name ends in `_1`, and the schema differs from that of
 * the name before in its description alone, what refers to it refers to the first with that description.
 *
 * ```ts
 * import { withoutCopies } from "../http/pages/api-document/plain-schemas.ts"
 *
 * const Sum = { type: "number" }
 * const Bill = { properties: { due: { $ref: "#/components/schemas/Sum_1" } } }
 * const components = { schemas: { Sum, Sum_1: { ...Sum, description: "Due." }, Bill } }
 * withoutCopies({ components }) // => { components: { schemas: { Sum, Bill: { properties: { due: { $ref: "#/components/schemas/Sum", description: "Due." } } } } } }
 * ```
 */
export const withoutCopies = (document: Node): Node => {
  const components = nodeOf(document["components"])
  const schemas = nodeOf(components["schemas"])
  const copies = new Map(
    Object.entries(schemas).flatMap(([name, schema]) => {
      const first = /^(.+)_\d+$/.exec(name)?.[1]
      if (first === undefined || !isSame(schemas[first], schema)) return []
      const { description } = nodeOf(schema)
      return [[referenceTo(name), { first: referenceTo(first), description }] as const]
    }),
  )
  const replaced = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(replaced)
    if (!Predicate.isObject(node)) return node
    const copy = copies.get(String((node as Node)["$ref"]))
    const inner = Object.fromEntries(
      Object.entries(node).map(([name, value]) => [name, replaced(value)]),
    )
    if (copy === undefined) return inner
    const { description = copy.description } = inner
    return { ...inner, $ref: copy.first, ...(description === undefined ? {} : { description }) }
  }
  const kept = Object.entries(schemas).filter(([name]) => !copies.has(referenceTo(name)))
  const whole = { ...document, components: { ...components, schemas: Object.fromEntries(kept) } }
  return replaced(whole) as Node
}

/** How a document refers to one of its schemas. */
export const referenceTo = (name: string): string => `#/components/schemas/${name}`

const nodeOf = (value: unknown): Node => (Predicate.isObject(value) ? (value as Node) : {})

const isSame = (one: unknown, other: unknown): boolean => {
  const silent = (schema: unknown): string =>
    JSON.stringify({ ...nodeOf(schema), description: undefined })
  return silent(one) === silent(other)
}

const onlyChoice = (schema: Node): Node => {
  const { anyOf, ...rest } = schema
  const [only, ...others] = Array.isArray(anyOf) ? anyOf : []
  return Predicate.isObject(only) && others.length === 0 ? { ...only, ...rest } : schema
}

const told = (schema: Node): Node => {
  const { anyOf, ...rest } = schema
  const members = Array.isArray(anyOf) ? anyOf.map(nodeOf) : []
  const hasLists = members.length > 1 && members.some((member) => member["type"] === "array")
  return hasLists && rest["description"] !== undefined ? { ...rest, "x-any-of": anyOf } : schema
}

const isNull = (schema: unknown): boolean => nodeOf(schema)["type"] === "null"

/** What has no members, so that `null` beside its type says all. */
const scalarTypes: ReadonlySet<unknown> = new Set(["boolean", "integer", "number", "string"])

const nullable = (schema: Node): Node => {
  const { anyOf, ...rest } = schema
  const [one, other, ...others] = Array.isArray(anyOf) ? anyOf.map(nodeOf) : []
  if (one === undefined || !isNull(other) || others.length > 0) return schema
  if (!scalarTypes.has(one["type"])) return schema
  const words = Array.isArray(one["enum"]) ? { enum: [...one["enum"], null] } : {}
  return { ...one, ...rest, ...words, type: [one["type"], "null"] }
}

/** A text that has to be a whole number, as a query carries it, is one for those who write the call; a check for words lists them. */
const writtenWhole = (schema: Node): Node => {
  const { allOf, ...rest } = schema
  const [check, ...others] = Array.isArray(allOf) ? allOf.map(nodeOf) : []
  const isOne = check !== undefined && (check["type"] === "integer" || check["enum"] !== undefined)
  return isOne && others.length === 0 ? { ...rest, ...check } : schema
}

const wholeMax32 = 2 ** 31 - 1

const longWhole = (schema: Node): Node => {
  const { maximum, type } = schema
  const isWhole = type === "integer" || (Array.isArray(type) && type.includes("integer"))
  const isLong = !(typeof maximum === "number" && maximum <= wholeMax32)
  return isWhole && isLong ? { ...schema, format: "int64" } : schema
}
