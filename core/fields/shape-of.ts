import type * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import type { FieldKind, FieldShape, ObjectShape, ShapedField, ValueShape } from "./shape.ts"

/** What a schema may say of a field beside its type; see the annotations of request bodies. */
interface FieldNotes {
  readonly description?: unknown
  readonly examples?: unknown
  readonly vocabulary?: unknown
  readonly aliases?: unknown
}

/** What is said of a node: of its last check where it has some, else of itself, else of what it narrows. */
const notesOf = (ast: AST.AST): FieldNotes => ({ ...ast.annotations, ...AST.resolve(ast) })

/** A check by the name that effect gives it. */
const isCheckFor = ({ annotations }: AST.Check<never>, name: string): boolean => {
  const said = annotations?.["representation"]
  return typeof said === "object" && said !== null && "id" in said && said.id === name
}

const isWholeNumber = (ast: AST.AST): boolean =>
  ast.checks?.some((check) => isCheckFor(check, "effect/schema/isInt")) ?? false

const kindOf = (ast: AST.AST): FieldKind => {
  if (AST.isString(ast)) return "text"
  if (AST.isNumber(ast)) return isWholeNumber(ast) ? "whole number" : "number"
  return AST.isBoolean(ast) ? "true or false" : "anything"
}

const kindOfWord = (word: unknown): FieldKind => {
  if (typeof word === "string") return "text"
  return typeof word === "number" ? "number" : "true or false"
}

const isWord = (value: unknown): value is string | number | boolean =>
  ["string", "number", "boolean"].includes(typeof value)

const literalsOf = (ast: AST.AST): ReadonlyArray<string | number | boolean> => {
  const members = AST.isUnion(ast) ? ast.types : [ast]
  return members.flatMap((member) =>
    AST.isLiteral(member) && isWord(member.literal) ? member.literal : [],
  )
}

const valueShape = (ast: AST.AST): ValueShape => {
  const words = literalsOf(ast)
  const { vocabulary } = notesOf(ast)
  return {
    kind: words.length > 0 ? kindOfWord(words[0]) : kindOf(ast),
    ...(words.length > 0 ? { words } : {}),
    ...(typeof vocabulary === "string" ? { vocabulary } : {}),
  }
}

const shapedField = (ast: AST.AST): ShapedField => {
  const { aliases, description, examples } = notesOf(ast)
  return {
    shape: shapeOfNode(ast),
    required: ast.context?.isOptional !== true,
    ...(typeof description === "string" ? { about: description } : {}),
    ...(Array.isArray(examples) ? { example: examples[0] } : {}),
    ...(Array.isArray(aliases) ? { aliases: aliases.map(String) } : {}),
  }
}

const objectShape = ({ propertySignatures }: AST.Objects): ObjectShape => ({
  kind: "object",
  fields: Object.fromEntries(
    propertySignatures.map(({ name, type }) => [String(name), shapedField(type)]),
  ),
})

/** One object of several that may stand at a place: the fields of all of them, none of which must be there. */
const eitherShape = (objects: ReadonlyArray<AST.Objects>): ObjectShape => ({
  kind: "object",
  fields: Object.fromEntries(
    objects
      .flatMap((each) => Object.entries(objectShape(each).fields))
      .map(([name, field]) => [name, { ...field, required: false }]),
  ),
})

function shapeOfNode(ast: AST.AST): FieldShape {
  if (AST.isObjects(ast)) return objectShape(ast)
  if (AST.isArrays(ast)) {
    const [items] = ast.rest
    return {
      kind: "list",
      items: items === undefined ? { kind: "anything" } : shapeOfNode(items),
    }
  }
  if (AST.isUnion(ast)) {
    const objects = ast.types.filter(AST.isObjects)
    if (objects.length > 0) return eitherShape(objects)
  }
  return valueShape(ast)
}

/**
 * The shape of what a schema declares, as plain data: its fields with their kinds, and what the
 * annotations `description`, `examples`, `vocabulary` and `aliases` say of them.
 *
 * ```ts
 * import * as Schema from "effect/Schema"
 * import { shapeOf } from "../core/fields/shape-of.ts"
 *
 * const age = Schema.Int.annotate({ examples: [34] })
 * shapeOf(Schema.Struct({ age })) // => { kind: "object", fields: { age: { shape: { kind: "whole number" }, required: true, example: 34 } } }
 * ```
 */
export const shapeOf = (schema: Schema.Constraint): FieldShape => shapeOfNode(schema.ast)
