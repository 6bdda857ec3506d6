import * as Effect from "effect/Effect"
import { type AnyDefinition, columnsOf } from "../../../../core/table/load.ts"
import type { AnyColumn } from "../../../../core/table/tidy.ts"
import { definitionsByFile } from "../../../../rules/tables/table-named.ts"
import type { DeskState } from "../desk/desk.ts"
import { callRefused, type CallRefused } from "../call-refused.ts"

/** The definition of the table in a file, as tables stand now. */
export const definitionOf = (
  { sources }: Pick<DeskState, "sources">,
  file: string,
): Effect.Effect<AnyDefinition, CallRefused> => {
  const definition = definitionsByFile(sources).get(file)
  return definition === undefined
    ? Effect.fail(callRefused("NoSuchTable", { file }))
    : Effect.succeed(definition)
}

/** A column of the table in a file. */
export const columnOf = (
  state: Pick<DeskState, "sources">,
  file: string,
  name: string,
): Effect.Effect<AnyColumn, CallRefused> =>
  Effect.flatMap(definitionOf(state, file), (definition) => {
    const column = columnsOf(definition)[name]
    return column === undefined
      ? Effect.fail(callRefused("NoSuchColumn", { file, column: name }))
      : Effect.succeed(column)
  })
