import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { SourceEdit } from "../../../pages/workbench/protocol/sources.ts"
import type { Desk } from "../desk/desk.ts"
import { editTable } from "../table/edit-table.ts"
import { definitionOf } from "../table/table-definition.ts"
import { foundedColumns } from "./source-columns.ts"

/** A new figure is not one that its column takes. */
export class FigureUnreadable extends Data.TaggedError("FigureUnreadable")<{
  readonly file: string
  readonly column: string
  readonly text: string
  readonly expected: string
}> {
  override get message() {
    return `${this.column} of ${this.file} takes ${this.expected}, not “${this.text}”`
  }
}

/** Writes a new figure of a row with what it rests on, as one step; nothing where a cell cannot be read. */
export const editSource = Effect.fnUntraced(function* (
  desk: Desk,
  { cells, file, line, revision }: SourceEdit,
) {
  const columns = new Map(foundedColumns(yield* definitionOf(file)))
  for (const { column, text } of cells) {
    const read = columns.get(column)?.parse(text)
    if (read === undefined || Result.isFailure(read)) {
      const expected = read === undefined ? "nothing here" : read.failure.expected
      return yield* new FigureUnreadable({ file, column, text, expected })
    }
  }
  const set = cells.map((cell) => ({ ...cell, line }))
  return yield* editTable(desk, {
    file,
    revision,
    action: "source",
    operations: [{ _tag: "Set", cells: set }],
  })
})
