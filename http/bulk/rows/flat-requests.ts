import * as Result from "effect/Result"
import type { NestRequest } from "../request-reader.ts"
import { columnCell } from "./row-lines.ts"
import { makeRequest, type NamedCell, type RequestColumns } from "./row-request.ts"

/**
 * What reads the lines that programs write for the rows of a table: an object whose names are those that CSV has for columns
 * becomes a request, each value read as the cell of that column. An object that names fields where they stand is a request
 * already, and what no column knows stays as it is.
 */
export const nestRequests = (columns: RequestColumns): NestRequest => {
  const { byName } = columns
  const outermost = new Set([...byName.values()].map(({ path: [name = ""] }) => name))
  const isShort = (name: string): boolean => !outermost.has(name) && byName.has(name)
  return (request) => {
    if (!isObject(request) || !Object.keys(request).some(isShort)) return Result.succeed(request)
    const kept: Record<string, unknown> = {}
    const cells: Array<NamedCell> = []
    for (const [name, value] of Object.entries(request)) {
      const column = byName.get(name)
      if (column === undefined || column.kind === "id" || !isCell(value)) kept[name] = value
      else cells.push({ name, column, cell: columnCell(value) })
    }
    return Result.mapError(makeRequest(kept, cells), (problems) => ({
      error: "BAD_CELL",
      detail: problems.join("; "),
    }))
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Whether a value is one that a cell can hold: a plain one, or a list of them. */
const isCell = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.every((each) => typeof each !== "object" || each === null)
    : typeof value !== "object" || value === null
