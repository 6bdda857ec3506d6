import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { type AnyDefinition, columnsOf } from "../../../../core/table/load.ts"
import type { AnyColumn } from "../../../../core/table/tidy.ts"
import { definitionByFile } from "../../../../rules/tables/table-named.ts"

/** No table lies in a file of this name. */
export class NoSuchTable extends Data.TaggedError("NoSuchTable")<{ readonly file: string }> {
  override get message() {
    return `There is no table ${this.file}`
  }
}

/** A table has no column of this name. */
export class NoSuchColumn extends Data.TaggedError("NoSuchColumn")<{
  readonly file: string
  readonly column: string
}> {
  override get message() {
    return `${this.file} has no column ${this.column}`
  }
}

/** The definition of the table in a file. */
export const definitionOf = (file: string): Effect.Effect<AnyDefinition, NoSuchTable> => {
  const definition = definitionByFile.get(file)
  return definition === undefined
    ? Effect.fail(new NoSuchTable({ file }))
    : Effect.succeed(definition)
}

/** A column of the table in a file. */
export const columnOf = (
  file: string,
  name: string,
): Effect.Effect<AnyColumn, NoSuchColumn | NoSuchTable> =>
  Effect.flatMap(definitionOf(file), (definition) => {
    const column = columnsOf(definition)[name]
    return column === undefined
      ? Effect.fail(new NoSuchColumn({ file, column: name }))
      : Effect.succeed(column)
  })
