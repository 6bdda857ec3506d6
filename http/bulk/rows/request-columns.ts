import type * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import { type CellKind, cellKindOf, partsOf } from "./cell-kind.ts"

/** A field of a request as a column of a table of requests. */
export interface RequestColumn {
  /** The names that lead to the field: `["card", "bank"]`. */
  readonly path: ReadonlyArray<string>
  readonly kind: CellKind | "id"
  /** Whether a cell holds several values, separated by semicolons. */
  readonly isList: boolean
  /** The field of an object that each value of a list stands for: `age` of a traveller. */
  readonly each?: string
}

const idColumn: RequestColumn = { path: ["id"], kind: "id", isList: false }

const listColumn = (path: ReadonlyArray<string>, item: AST.AST): RequestColumn => {
  const isList = true
  if (!AST.isObjects(item)) return { path, kind: cellKindOf(item) ?? "text", isList }
  const [only] = item.propertySignatures
  if (only === undefined) return { path, kind: "text", isList }
  return { path, kind: cellKindOf(only.type) ?? "text", isList, each: String(only.name) }
}

const columnsUnder = (ast: AST.AST, path: ReadonlyArray<string>): ReadonlyArray<RequestColumn> =>
  partsOf(ast).flatMap((part): ReadonlyArray<RequestColumn> => {
    if (AST.isObjects(part)) {
      return part.propertySignatures.flatMap(({ name, type }) =>
        columnsUnder(type, [...path, String(name)]),
      )
    }
    if (AST.isArrays(part)) return part.rest.slice(0, 1).map((item) => listColumn(path, item))
    return [{ path, kind: cellKindOf(ast) ?? "text", isList: false }]
  })

/** The columns of a table of requests, by every name that a header may give them. */
export interface RequestColumns {
  readonly byName: ReadonlyMap<string, RequestColumn>
  /** The shortest name of each column, in the order of the fields. */
  readonly names: ReadonlyArray<string>
}

/**
 * The columns that a table of requests may have: `id`, and every field of the request's body. A nested
 * field has its dotted path, and its last name alone where no other field has that.
 */
export const requestColumns = (body: Schema.Top): RequestColumns => {
  const columns = new Map(
    [idColumn, ...columnsUnder(body.ast, [])].map((column) => [column.path.join("."), column]),
  )
  const lastNames = [...columns.values()].map(({ path }) => path.at(-1) ?? "")
  const isAlone = (name: string): boolean =>
    lastNames.filter((other) => other === name).length === 1 && !columns.has(name)
  const byName = new Map(columns)
  const names = [...columns].map(([path, column]) => {
    const last = column.path.at(-1) ?? ""
    if (!isAlone(last)) return path
    byName.set(last, column)
    return last
  })
  return { byName, names }
}
