import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"

/** What a cell may hold: a text, a day as `2027-07-01`, a number, a whole number, or TRUE or FALSE. */
export type CellKind = "text" | "day" | "number" | "whole" | "flag"

const accepts = (ast: AST.AST, value: unknown): boolean => Schema.is(Schema.make(ast))(value)

/** A day that is on no calendar: only what takes days alone refuses it beside a real one. */
const realDay = "2027-02-28"
const noDay = "2027-02-30"

/** What a value that is no object and no list may be in a cell; undefined for those that are. */
const kindOfPlain = (ast: AST.AST): CellKind | undefined => {
  if (AST.isString(ast)) return accepts(ast, realDay) && !accepts(ast, noDay) ? "day" : "text"
  if (AST.isNumber(ast)) return accepts(ast, 0.5) || accepts(ast, 1.5) ? "number" : "whole"
  if (AST.isBoolean(ast)) return "flag"
  if (!AST.isLiteral(ast)) return undefined
  if (typeof ast.literal === "boolean") return "flag"
  return typeof ast.literal === "number" ? "number" : "text"
}

/** The parts of a choice, without the one that is null; a value that is no choice is its only part. */
export const partsOf = (ast: AST.AST): ReadonlyArray<AST.AST> =>
  AST.isUnion(ast) ? ast.types.flatMap(partsOf).filter((part) => !AST.isNull(part)) : [ast]

/** What a value of a schema may be in a cell; undefined where it is an object or a list. */
export const cellKindOf = (ast: AST.AST): CellKind | undefined => {
  const [first, ...others] = new Set(partsOf(ast).map(kindOfPlain))
  return others.length === 0 ? first : "text"
}
