/** A JSON Schema, as far as the API document uses the language. */
export type JsonSchema = Readonly<Record<string, unknown>>

type Schemas = Readonly<Record<string, JsonSchema>>

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const typeOf = (value: unknown): string => {
  if (value === null) return "null"
  if (Array.isArray(value)) return "array"
  return typeof value
}

const hasType = (value: unknown, type: string): boolean =>
  type === "integer" ? Number.isInteger(value) : typeOf(value) === type

const asList = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

const asSchema = (value: unknown): JsonSchema => (isRecord(value) ? value : {})

const annotations = new Set(["description", "title", "examples", "default", "format"])

/** What is wrong with a value under one keyword; undefined for a keyword that it does not know. */
const problemOf = (
  keyword: string,
  rule: unknown,
  value: unknown,
  schema: JsonSchema,
  schemas: Schemas,
  path: string,
): ReadonlyArray<string> | undefined => {
  const fault = (broken: boolean): ReadonlyArray<string> =>
    broken ? [`${path}: ${keyword} ${JSON.stringify(rule)}, not ${JSON.stringify(value)}`] : []
  const inside = (one: unknown, member: unknown, at: string) =>
    schemaProblems(asSchema(one), member, schemas, at)
  switch (keyword) {
    case "$ref": {
      const name = String(rule).split("/").at(-1) ?? ""
      const target = schemas[name]
      return target === undefined ? [`${path}: no schema ${name}`] : inside(target, value, path)
    }
    case "type":
      return fault(![rule].flat().some((type) => hasType(value, String(type))))
    case "enum":
      return fault(!asList(rule).includes(value))
    case "const":
      return fault(rule !== value)
    case "anyOf":
    case "oneOf":
      return fault(!asList(rule).some((one) => inside(one, value, path).length === 0))
    case "allOf":
      return asList(rule).flatMap((one) => inside(one, value, path))
    case "pattern":
      return fault(typeof value === "string" && !new RegExp(String(rule)).test(value))
    case "minimum":
      return fault(typeof value === "number" && value < Number(rule))
    case "maximum":
      return fault(typeof value === "number" && value > Number(rule))
    case "minLength":
      return fault(typeof value === "string" && [...value].length < Number(rule))
    case "maxLength":
      return fault(typeof value === "string" && [...value].length > Number(rule))
    case "minItems":
      return fault(Array.isArray(value) && value.length < Number(rule))
    case "maxItems":
      return fault(Array.isArray(value) && value.length > Number(rule))
    case "items":
      return asList(value).flatMap((item, index) => inside(rule, item, `${path}[${index}]`))
    case "required":
      return fault(isRecord(value) && !asList(rule).every((name) => String(name) in value))
    case "properties":
      return Object.entries(asSchema(rule)).flatMap(([name, one]) =>
        isRecord(value) && Object.hasOwn(value, name)
          ? inside(one, value[name], `${path}.${name}`)
          : [],
      )
    case "additionalProperties": {
      const known = asSchema(schema["properties"])
      const others = Object.entries(asSchema(value)).filter(([name]) => !Object.hasOwn(known, name))
      return rule === false
        ? others.map(([name]) => `${path}.${name}: not in the schema`)
        : others.flatMap(([name, member]) => inside(rule, member, `${path}.${name}`))
    }
    default:
      return annotations.has(keyword) ? [] : undefined
  }
}

/**
 * Everything that is wrong with a value under a JSON Schema whose `$ref`s point into `schemas`. A
 * keyword that this reader does not know is an error, so that nothing passes unread.
 */
export const schemaProblems = (
  schema: JsonSchema,
  value: unknown,
  schemas: Schemas,
  path = "$",
): ReadonlyArray<string> =>
  Object.entries(schema).flatMap(
    ([keyword, rule]) =>
      problemOf(keyword, rule, value, schema, schemas, path) ?? [
        `${path}: the keyword ${keyword} is unknown here`,
      ],
  )
