import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { mergeTables } from "../../../../core/difference/merge-tables.ts"
import {
  operated,
  type OperationProblem,
  type TableOperation,
} from "../../../../core/mutation/table-operations.ts"
import { type AnyDefinition, columnsOf } from "../../../../core/table/load.ts"
import type { Desk, DeskState } from "../desk/desk.ts"
import type { ChangedOnDisk, FileUnwritable } from "../desk/desk-files.ts"
import { EditConflict, keepConflict } from "./conflicts.ts"
import { definitionOf, type NoSuchTable } from "./table-definition.ts"
import type { TableEdit } from "../../protocol/table.ts"

/** The table has changed since the page showed what was edited. */
export class EditOutdated extends Data.TaggedError("EditOutdated")<{ readonly file: string }> {
  override get message() {
    return `${this.file} has changed meanwhile; nothing was written`
  }
}

/** A row or column that an edit names is not in the table. */
export class EditMisplaced extends Data.TaggedError("EditMisplaced")<{
  readonly file: string
  readonly problem: OperationProblem
}> {
  override get message() {
    switch (this.problem._tag) {
      case "NoRow":
        return `${this.file} has no row on line ${this.problem.line}`
      case "NoColumn":
        return `${this.file} has no column ${this.problem.column}`
      case "NoTable":
        return `${this.file} cannot be read as a table`
    }
  }
}

const sizeOf = (operation: TableOperation): number => {
  switch (operation._tag) {
    case "Set":
      return operation.cells.length
    case "Insert":
      return operation.rows.length
    case "Delete":
    case "Duplicate":
    case "Move":
      return operation.lines.length
  }
}

/** What an edit makes of a text. */
export const editedText = Effect.fnUntraced(function* (
  text: string,
  definition: AnyDefinition,
  operations: ReadonlyArray<TableOperation>,
): Effect.fn.Return<string, EditMisplaced> {
  const { file } = definition
  const columns = Object.keys(columnsOf(definition)).length
  let edited = text
  for (const operation of operations) {
    edited = yield* Effect.mapError(
      Effect.fromResult(operated(edited, columns, operation)),
      (problem) => new EditMisplaced({ file, problem }),
    )
  }
  return edited
})

/** What an edit may be refused with. */
export type EditRefusal =
  | ChangedOnDisk
  | EditConflict
  | EditMisplaced
  | EditOutdated
  | FileUnwritable
  | NoSuchTable

/**
 * Makes an edit of the page: its operations one after the other, as one step. What has come into the
 * file since the page showed it stays: rows that the edit does not touch are merged, and an edit of a
 * row that is another one by now is kept aside until somebody has chosen.
 */
export const editTable = Effect.fnUntraced(function* (
  desk: Desk,
  { action, file, operations, revision }: TableEdit,
): Effect.fn.Return<DeskState, EditRefusal> {
  const definition = yield* definitionOf(file)
  const columns = Object.keys(columnsOf(definition)).length
  const count = operations.reduce((sum, operation) => sum + sizeOf(operation), 0)
  const label = { action, file, count }
  return yield* desk.edit((state) =>
    Effect.gen(function* () {
      const theirs = state.sources.get(file) ?? ""
      const isNew = (state.changedIn.get(file) ?? 0) <= revision
      const base = isNew ? theirs : desk.textAt(file, revision)
      if (base === undefined) return yield* new EditOutdated({ file })
      const mine = yield* editedText(base, definition, operations)
      if (base === theirs) return { label, texts: new Map([[file, mine]]) }
      const merged = mergeTables({ base, mine, theirs }, columns)
      if (merged === undefined) return yield* new EditOutdated({ file })
      const { conflicts, text } = merged
      if (conflicts.length > 0) {
        const conflict = keepConflict(desk, { base, conflicts, definition, label, mine })
        return yield* new EditConflict({ file, conflict, rows: conflicts.length })
      }
      return { label, texts: new Map([[file, text]]) }
    }),
  )
})
