import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import {
  operated,
  type OperationProblem,
  type TableOperation,
} from "../../../../core/mutation/table-operations.ts"
import { type AnyDefinition, columnsOf } from "../../../../core/table/load.ts"
import { definitions } from "../../../../rules/tables/index.ts"
import type { TableEdit } from "../../../pages/workbench/protocol/table.ts"
import type { Desk, DeskState } from "../desk/desk.ts"
import type { ChangedOnDisk, FileUnwritable } from "../desk/desk-files.ts"

/** No table lies in a file of this name. */
export class NoSuchTable extends Data.TaggedError("NoSuchTable")<{ readonly file: string }> {
  override get message() {
    return `There is no table ${this.file}`
  }
}

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

const byFile = new Map<string, AnyDefinition>(
  Object.values<AnyDefinition>(definitions).map((definition) => [definition.file, definition]),
)

/** The definition of the table in a file. */
export const definitionOf = (file: string): Effect.Effect<AnyDefinition, NoSuchTable> => {
  const definition = byFile.get(file)
  return definition === undefined
    ? Effect.fail(new NoSuchTable({ file }))
    : Effect.succeed(definition)
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

/** Makes an edit of the page: its operations one after the other, as one step. */
export const editTable = Effect.fnUntraced(function* (
  desk: Desk,
  { action, file, operations, revision }: TableEdit,
): Effect.fn.Return<
  DeskState,
  ChangedOnDisk | EditMisplaced | EditOutdated | FileUnwritable | NoSuchTable
> {
  const definition = yield* definitionOf(file)
  const columns = Object.keys(columnsOf(definition)).length
  const { changedIn, sources } = desk.state()
  if ((changedIn.get(file) ?? 0) > revision) return yield* new EditOutdated({ file })
  let text = sources.get(file) ?? ""
  for (const operation of operations) {
    text = yield* Effect.mapError(
      Effect.fromResult(operated(text, columns, operation)),
      (problem) => new EditMisplaced({ file, problem }),
    )
  }
  const count = operations.reduce((sum, operation) => sum + sizeOf(operation), 0)
  return yield* desk.take({ label: { action, file, count }, texts: new Map([[file, text]]) })
})
