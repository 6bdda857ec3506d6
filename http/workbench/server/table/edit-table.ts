import * as Effect from "effect/Effect"
import { mergeTables } from "../../../../core/difference/merge-tables.ts"
import { operated, type TableOperation } from "../../../../core/editing/table-operations.ts"
import { type AnyDefinition, columnsOf } from "../../../../core/table/load.ts"
import type { Desk, DeskState } from "../desk/desk.ts"
import { keepConflict } from "./conflicts.ts"
import { definitionOf } from "./table-definition.ts"
import type { TableEdit } from "../../protocol/table.ts"
import { callRefused, type CallRefused } from "../call-refused.ts"

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
): Effect.fn.Return<string, CallRefused> {
  const { file } = definition
  const columns = Object.keys(columnsOf(definition)).length
  let edited = text
  for (const operation of operations) {
    edited = yield* Effect.mapError(Effect.fromResult(operated(edited, columns, operation)), () =>
      callRefused("EditMisplaced", { file }),
    )
  }
  return edited
})

/**
 * Makes an edit of the page: its operations one after the other, as one step. What has come into the
 * file since the page showed it stays: rows that the edit does not touch are merged, and an edit of a
 * row that is another one by now is kept aside until somebody has chosen.
 */
export const editTable = Effect.fnUntraced(function* (
  desk: Desk,
  { action, file, operations, revision }: TableEdit,
): Effect.fn.Return<DeskState, CallRefused> {
  const definition = yield* definitionOf(file)
  const columns = Object.keys(columnsOf(definition)).length
  const count = operations.reduce((sum, operation) => sum + sizeOf(operation), 0)
  const label = { action, file, count }
  return yield* desk.edit((state) =>
    Effect.gen(function* () {
      const theirs = state.sources.get(file) ?? ""
      const isNew = (state.changedIn.get(file) ?? 0) <= revision
      const base = isNew ? theirs : desk.textAt(file, revision)
      if (base === undefined) return yield* callRefused("EditOutdated", { file })
      const mine = yield* editedText(base, definition, operations)
      if (base === theirs) return { label, texts: new Map([[file, mine]]) }
      const merged = mergeTables({ base, mine, theirs }, columns)
      if (merged === undefined) return yield* callRefused("EditOutdated", { file })
      const { conflicts, text } = merged
      if (conflicts.length > 0) {
        const conflict = keepConflict(desk, { base, conflicts, definition, label, mine })
        return yield* callRefused("EditConflict", { file, conflict, rows: conflicts.length })
      }
      return { label, texts: new Map([[file, text]]) }
    }),
  )
})
