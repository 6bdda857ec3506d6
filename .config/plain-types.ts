// Writes the types of schemas as plain declarations, so that who imports an answer's type needs no
// type of effect.
import type * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"

/** A type that others may name: by the file that declares it. */
export interface NamedType {
  readonly name: string
  /** As it is written in an import. */
  readonly from: string
}

/** Named types by what they are in full. */
export type NamedTypes = Map<string, NamedType>

const keyOf = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name))

const descriptionOf = (ast: AST.AST): string => {
  const description = AST.resolve(ast)?.["description"]
  return typeof description === "string" ? `/** ${description} */ ` : ""
}

type WriteType = (ast: AST.AST) => string

const objectText = (ast: AST.Objects, write: WriteType): string => {
  const fields = ast.propertySignatures.map(({ name, type }) => {
    const optional = type.context?.isOptional === true ? "?" : ""
    return `${descriptionOf(type)}readonly ${keyOf(String(name))}${optional}: ${write(type)}`
  })
  const signatures = ast.indexSignatures.map(
    ({ parameter, type }) => `readonly [name: ${write(parameter)}]: ${write(type)}`,
  )
  return `{ ${[...fields, ...signatures].join("; ")} }`
}

/** Words of an answer, to which the service may add others: any other text is left in. */
const openText = (ast: AST.Union): string =>
  ast.types.length > 1 && ast.types.every((type) => AST.isLiteral(type)) ? " | (string & {})" : ""

/** One kind of schema after the other; one that answers have none of is refused. */
const textOf = (ast: AST.AST, write: WriteType, isOpen = false): string => {
  if (AST.isString(ast)) return "string"
  if (AST.isNumber(ast)) return "number"
  if (AST.isBoolean(ast)) return "boolean"
  if (AST.isNull(ast)) return "null"
  if (AST.isUnknown(ast)) return "unknown"
  if (AST.isLiteral(ast)) return JSON.stringify(ast.literal)
  if (AST.isUnion(ast)) {
    return `${ast.types.map(write).join(" | ")}${isOpen ? openText(ast) : ""}`
  }
  if (AST.isObjects(ast)) return objectText(ast, write)
  if (AST.isArrays(ast) && ast.elements.length === 0 && ast.rest[0] !== undefined) {
    return `ReadonlyArray<${write(ast.rest[0])}>`
  }
  throw new Error(`a schema of kind ${ast._tag} has no plain type`)
}

/** A schema as a type in full. */
const fullText = (ast: AST.AST): string => textOf(ast, (each) => fullText(each))

/** The full text of a union of words, as schemas of them have it. */
export const wordsText = (words: ReadonlyArray<string>): string =>
  words.map((word) => JSON.stringify(word)).join(" | ")

/**
 * Declares the types of some schemas under their names in one file. What one of the named types is in
 * full is written by its name, and the new ones are named from then on. Open types leave room for words
 * that are not known.
 */
export const plainTypes = (
  schemas: Readonly<Record<string, Schema.Constraint>>,
  named: NamedTypes,
  from: string,
  isOpen = false,
): string => {
  const imported = new Map<string, Set<string>>()
  const write: WriteType = (ast) => {
    const known = named.get(fullText(ast))
    if (known === undefined) return textOf(ast, write, isOpen)
    if (known.from !== from) {
      imported.set(known.from, (imported.get(known.from) ?? new Set()).add(known.name))
    }
    return known.name
  }
  for (const [name, { ast }] of Object.entries(schemas)) {
    const full = fullText(ast)
    if (!named.has(full)) named.set(full, { name, from })
  }
  const types = Object.entries(schemas).map(([name, { ast }]) => {
    const text = textOf(ast, write, isOpen)
    return AST.isObjects(ast)
      ? `export interface ${name} ${text}\n`
      : `export type ${name} = ${text}\n`
  })
  const imports = [...imported].map(
    ([file, names]) => `import type { ${[...names].join(", ")} } from "${file}"\n`,
  )
  return [...imports, ...types].join("")
}
