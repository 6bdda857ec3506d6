import { type AnswerColumn, eachPart, type RowItems } from "./answer-columns.ts"

/** A cell of a table of answers; null where there is nothing. */
export type AnswerCell = string | number | boolean | null

/** What the cells of a request's rows are taken from. */
export interface RowParts {
  readonly answer: unknown
  readonly request: unknown
  /** The row that the request stands on. */
  readonly row: number
}

const isParent = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

/** All values that a path leads to. */
const valuesAt = (value: unknown, path: ReadonlyArray<string>): ReadonlyArray<unknown> => {
  const [part, ...rest] = path
  if (part === undefined) return [value]
  if (!isParent(value)) return []
  if (part === eachPart) return Object.values(value).flatMap((each) => valuesAt(each, rest))
  return Object.hasOwn(value, part) ? valuesAt(value[part], rest) : []
}

const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"

const plainText = (value: unknown): string =>
  isPlain(value) ? String(value) : JSON.stringify(value)

/** A value as one cell: a list of plain values separated by semicolons, an object as its JSON. */
export const answerCell = (value: unknown): AnswerCell => {
  if (value === undefined || value === null) return null
  if (isPlain(value)) return value
  return Array.isArray(value) && value.every(isPlain) ? value.join(";") : JSON.stringify(value)
}

const isThere = (value: unknown): boolean => value !== undefined && value !== null

const cellAt = (value: unknown, { isCount, path }: AnswerColumn): AnswerCell => {
  const values = valuesAt(value, path).filter(isThere)
  // A count of flags says how many of them are true.
  if (isCount === true) return values.filter((each) => each !== false).length
  if (!path.includes(eachPart)) return answerCell(values[0])
  return values.length === 0 ? null : values.map(plainText).join(";")
}

/**
 * The rows of one answer: one, or one for each item where a column is of items; where there are none,
 * one without them, so that no request goes missing.
 *
 * ```ts
 * import { answerRows } from "../http/bulk/rows/answer-cells.ts"
 *
 * const answer = { id: "a", offers: [{ name: "Trip" }, { name: "Trip plus" }] }
 * const id = { name: "id", from: "answer", path: ["id"], kind: "id" } as const
 * const name = { name: "name", from: "item", path: ["name"], kind: "text" } as const
 * const names = { name: "names", from: "answer", path: ["offers", "*", "name"], kind: "text" } as const
 * const items = { name: "offer", path: ["offers"] }
 * const parts = { answer, request: {}, row: 2 }
 * answerRows([id, name], items, parts) // => [["a", "Trip"], ["a", "Trip plus"]]
 * answerRows([id, names], items, parts) // => [["a", "Trip;Trip plus"]]
 * ```
 */
export const answerRows = (
  columns: ReadonlyArray<AnswerColumn>,
  items: RowItems,
  { answer, request, row }: RowParts,
): ReadonlyArray<ReadonlyArray<AnswerCell>> => {
  const rowOf = (item: unknown) =>
    columns.map((column): AnswerCell => {
      if (column.from === "row") return row
      if (column.from === "item") return cellAt(item, column)
      return cellAt(column.from === "request" ? request : answer, column)
    })
  if (!columns.some(({ from }) => from === "item")) return [rowOf(undefined)]
  const found = valuesAt(answer, [...items.path, eachPart])
  return found.length === 0 ? [rowOf(undefined)] : found.map(rowOf)
}
