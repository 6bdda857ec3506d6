import * as Predicate from "effect/Predicate"

/** A field of a body or a query, as a line of a table. */
export interface FieldLine {
  /** Its place: `trip.travellers[].age`. */
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  /** What values it takes, beside their type. */
  readonly bounds: ReadonlyArray<string>
  readonly meaning: string
}

type Schema = Readonly<Record<string, unknown>>

/** Finds what a `$ref` names. */
export type FindSchema = (reference: string) => unknown

const asSchema = (value: unknown): Schema => (Predicate.isObject(value) ? (value as Schema) : {})

const list = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

const text = (value: unknown): string => (typeof value === "string" ? value : "")

/** Fields deeper than this are told by their type alone. */
const depthMax = 5

/** More words than these are counted. */
const wordsMax = 24

const patterns: Readonly<Record<string, string>> = {
  "^[A-Z]{2}$": "two capital letters",
  "^[A-Za-z]{2}$": "two letters",
  "^[A-Z]{3}$": "three capital letters",
  "^\\d{4}-\\d{2}-\\d{2}$": "a day, YYYY-MM-DD",
}

const span = (low: unknown, high: unknown, unit: string): ReadonlyArray<string> => {
  const [lowest, highest] = [low, high].map((bound) =>
    typeof bound === "number" && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? bound : undefined,
  )
  if (lowest !== undefined && highest !== undefined) return [`${lowest} to ${highest}${unit}`]
  if (lowest !== undefined) return [`${lowest}${unit} or more`]
  return highest === undefined ? [] : [`at most ${highest}${unit}`]
}

const wordsOf = (values: ReadonlyArray<unknown>): ReadonlyArray<string> => {
  if (values.length === 0) return []
  const shown = values.slice(0, wordsMax).map((value) => JSON.stringify(value).replaceAll('"', ""))
  const more = values.length - shown.length
  return [`${shown.join(", ")}${more === 0 ? "" : ` and ${more} more`}`]
}

const boundsOf = (schema: Schema): ReadonlyArray<string> => {
  const pattern = text(schema["pattern"])
  return [
    ...wordsOf(list(schema["enum"])),
    ...(pattern === "" ? [] : [patterns[pattern] ?? `form ${pattern}`]),
    ...span(schema["minimum"], schema["maximum"], ""),
    ...span(schema["minLength"], schema["maxLength"], " characters"),
    ...span(schema["minItems"], schema["maxItems"], " entries"),
  ]
}

const makeResolve =
  (find: FindSchema) =>
  (value: unknown): Schema => {
    const schema = asSchema(value)
    const reference = text(schema["$ref"])
    return reference === "" ? schema : { ...asSchema(find(reference)), ...schema, $ref: undefined }
  }

/** The ways in which an object that has several may be sent, by the fields that each needs. */
const choiceOf = (objects: ReadonlyArray<Schema>): ReadonlyArray<string> =>
  objects.length < 2
    ? []
    : [`one of: ${objects.map(({ required }) => list(required).join(" + ")).join("; ")}`]

/** Lays out schemas whose parts may be named elsewhere. */
export const makeFieldLines = (find: FindSchema) => {
  const resolve = makeResolve(find)

  const alternatives = (schema: Schema): ReadonlyArray<Schema> => {
    const given = [...list(schema["anyOf"]), ...list(schema["oneOf"]), ...list(schema["allOf"])]
    return given.map(resolve)
  }

  const typeOf = (schema: Schema): string => {
    const types = [...new Set(alternatives(schema).map(typeOf))]
    if (types.length > 0) return types.join(" or ")
    const type = text(schema["type"])
    if (type === "array") return `list of ${typeOf(resolve(schema["items"]))}`
    return { string: "text", boolean: "true or false", integer: "whole number" }[type] ?? type
  }

  /** What a schema's own fields are read from: the object itself, or the one that it holds. */
  const within = (
    schema: Schema,
  ): { readonly suffix: string; readonly objects: ReadonlyArray<Schema> } => {
    if (schema["type"] === "array") {
      const { objects, suffix } = within(resolve(schema["items"]))
      return { suffix: `[]${suffix}`, objects }
    }
    if (Predicate.isObject(schema["properties"])) return { suffix: "", objects: [schema] }
    if (Predicate.isObject(schema["additionalProperties"])) {
      const { objects, suffix } = within(resolve(schema["additionalProperties"]))
      return { suffix: `.*${suffix}`, objects }
    }
    const [first, ...others] = alternatives(schema).map(within)
    const parts = [...(first === undefined ? [] : [first]), ...others]
    return { suffix: first?.suffix ?? "", objects: parts.flatMap(({ objects }) => objects) }
  }

  const fieldsOf = (schema: Schema, prefix: string, depth: number): ReadonlyArray<FieldLine> => {
    const { objects, suffix } = within(schema)
    const start = `${prefix}${suffix}`
    const seen = new Set<string>()
    return objects.flatMap((object) =>
      Object.entries(asSchema(object["properties"])).flatMap(([name, value]) => {
        if (seen.has(name)) return []
        seen.add(name)
        const member = resolve(value)
        const place = start === "" ? name : `${start}.${name}`
        const everywhere = objects.every((each) => list(each["required"]).includes(name))
        const line: FieldLine = {
          name: place,
          type: typeOf(member),
          isRequired: everywhere,
          bounds: [
            ...choiceOf(within(member).objects),
            ...boundsOf(member),
            ...(member["type"] === "array" ? boundsOf(resolve(member["items"])) : []),
          ],
          meaning: text(member["description"]),
        }
        return [line, ...(depth >= depthMax ? [] : fieldsOf(member, place, depth + 1))]
      }),
    )
  }

  return (schema: unknown): ReadonlyArray<FieldLine> => fieldsOf(resolve(schema), "", 1)
}
