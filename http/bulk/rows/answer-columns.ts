import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import { nearest } from "../../../core/table/nearest.ts"

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

/** Formats of answers. */
export const answerFormats = ["ndjson", "csv", "xlsx", "parquet", "arrow"] as const

/** A format of answers. */
export type AnswerFormat = (typeof answerFormats)[number]

/** How answers and refusals are written. It can be sent to another thread. */
export interface AnswerForm {
  /** What stands before the number of a line in reports: `line `, or the file and a colon. */
  readonly place: string
  /** Whether lines are rows of a table. */
  readonly isTable: boolean
  /** Whether refusals stand among the answers. */
  readonly refusalsInline: boolean
  readonly format: AnswerFormat
  /** Whether people open them in a spreadsheet, so that nothing in them is taken for a formula. */
  readonly forPeople: boolean
  /** The columns of answers; left out where they are whole, which only lines of JSON can be. */
  readonly columns?: ReadonlyArray<AnswerColumn>
  readonly items: RowItems
}

/** Lines of JSON, whole, refusals beside them: what is written where nothing else is asked for. */
export const plainForm: AnswerForm = {
  place: "line ",
  isTable: false,
  refusalsInline: false,
  format: "ndjson",
  forPeople: false,
  items: { name: "", path: [] },
}

/** The columns of refusals, which come behind all others. */
const refusalColumns: ReadonlyArray<AnswerColumn> = [
  { name: "error", from: "answer", path: ["error"], kind: "text" },
  { name: "detail", from: "answer", path: ["detail"], kind: "text" },
]

/** The columns that are written, those of refusals among them. */
export const writtenColumns = ({
  columns = [],
  refusalsInline,
}: Pick<AnswerForm, "columns" | "refusalsInline">): ReadonlyArray<AnswerColumn> =>
  refusalsInline ? [...columns, ...refusalColumns] : columns

/** A column of a table of answers. It can be sent to another thread. */
export interface AnswerColumn {
  readonly name: string
  /**
   * Where its values are: in the answer; in the item that has the row, as an offer of a quote; in the
   * request; or it is the row of the request itself.
   */
  readonly from: "answer" | "item" | "request" | "row"
  /** The names and positions that lead to the value; `*` stands for each of a list. */
  readonly path: ReadonlyArray<string>
  readonly kind: CellKind | "id"
  /** Whether the column says how many there are, in place of all of them. */
  readonly isCount?: boolean
}

/** What a list of an answer is called when each of its items has a row: `offer` of `offers`. */
export interface RowItems {
  readonly name: string
  readonly path: ReadonlyArray<string>
}

/** What tables of the answers of a command are made of. */
export interface AnswerShape {
  readonly answer: Schema.Top
  readonly request: Schema.Top
  readonly items: RowItems
  /** Names for what is mostly asked for, each with the path that it stands for, `#` before a count. */
  readonly shortNames: Readonly<Record<string, string>>
  /** The columns of who names none. */
  readonly usual: ReadonlyArray<string>
}

/** The part of a path that stands for each item of a list or value of an object. */
export const eachPart = "*"

/** A column cannot be found; in words. */
class UnknownColumn extends Error {}

const positionForm = /^(?:0|[1-9]\d*)$/

/** The schemas behind one part of a path. */
const step = (ast: AST.AST, part: string): ReadonlyArray<AST.AST> =>
  partsOf(ast).flatMap((whole): ReadonlyArray<AST.AST> => {
    if (AST.isArrays(whole)) {
      return part === eachPart || positionForm.test(part) ? whole.rest.slice(0, 1) : []
    }
    if (!AST.isObjects(whole)) return []
    const open = whole.indexSignatures.map(({ type }) => type)
    if (part === eachPart) return [...open, ...whole.propertySignatures.map(({ type }) => type)]
    const named = whole.propertySignatures.filter(({ name }) => name === part)
    return named.length > 0 ? named.map(({ type }) => type) : open
  })

/** The names that a part of a path can have. */
const namesIn = (asts: ReadonlyArray<AST.AST>): ReadonlyArray<string> =>
  asts
    .flatMap(partsOf)
    .flatMap((whole) =>
      AST.isObjects(whole) ? whole.propertySignatures.map(({ name }) => String(name)) : [],
    )

const unknown = (column: string, part: string, names: ReadonlyArray<string>): UnknownColumn => {
  const close = nearest(part, names)
  if (close !== undefined) {
    const meant = column === part ? close : column.replace(part, close)
    return new UnknownColumn(`no column "${column}" in the answers; did you mean "${meant}"?`)
  }
  const instead = names.length === 0 ? "" : `; "${part}" should be one of ${names.join(", ")}`
  return new UnknownColumn(`no column "${column}" in the answers${instead}`)
}

/** What a value at the end of a path may be in a cell; throws where the path leads nowhere. */
const kindAt = (
  schema: AST.AST,
  path: ReadonlyArray<string>,
  column: string,
  others: ReadonlyArray<string>,
): CellKind => {
  let asts: ReadonlyArray<AST.AST> = [schema]
  for (const [index, part] of path.entries()) {
    const next = asts.flatMap((ast) => step(ast, part))
    if (next.length === 0) {
      throw unknown(column, part, [...namesIn(asts), ...(index === 0 ? others : [])])
    }
    asts = next
  }
  const [kind, ...different] = new Set(asts.map(cellKindOf))
  return path.includes(eachPart) || different.length > 0 ? "text" : (kind ?? "text")
}

/** The schema of an item that has a row of its own. */
const itemOf = ({ answer, items }: AnswerShape): AST.AST => {
  const [item = answer.ast] = [...items.path, eachPart].reduce<ReadonlyArray<AST.AST>>(
    (asts, part) => asts.flatMap((ast) => step(ast, part)),
    [answer.ast],
  )
  return item
}

const columnAt = (name: string, text: string, shape: AnswerShape): AnswerColumn => {
  if (text === "row") return { name, from: "row", path: [], kind: "whole" }
  if (text === "unread") {
    return { name, from: "answer", path: ["warnings", eachPart, "detail"], kind: "text" }
  }
  if (text === "id") return { name, from: "answer", path: ["id"], kind: "id" }
  const isCount = text.startsWith("#")
  const [first = "", ...rest] = text.slice(isCount ? 1 : 0).split(".")
  const others = [
    ...Object.keys(shape.shortNames),
    "row",
    "id",
    "unread",
    "request",
    shape.items.name,
  ]
  const counted = (kind: CellKind) => (isCount ? ({ kind: "whole", isCount } as const) : { kind })
  if (first === shape.items.name && rest.length > 0) {
    return { name, from: "item", path: rest, ...counted(kindAt(itemOf(shape), rest, name, [])) }
  }
  if (first === "request" && rest.length > 0) {
    const kind = kindAt(shape.request.ast, rest, name, [])
    return { name, from: "request", path: rest, ...counted(kind) }
  }
  const path = [first, ...rest]
  return { name, from: "answer", path, ...counted(kindAt(shape.answer.ast, path, name, others)) }
}

/**
 * Finds the columns that are asked for, by short names or by paths into the answer, its items or the
 * request; the usual ones where none are. Fails with what there is no column for, in words.
 */
export const answerColumns = (
  asked: ReadonlyArray<string>,
  shape: AnswerShape,
): Result.Result<ReadonlyArray<AnswerColumn>, string> =>
  Result.try({
    try: () =>
      (asked.length === 0 ? shape.usual : asked).map((name) => {
        const known = Object.hasOwn(shape.shortNames, name) ? shape.shortNames[name] : undefined
        return columnAt(name, known ?? name, shape)
      }),
    catch: (cause) => (cause instanceof UnknownColumn ? cause.message : String(cause)),
  })
