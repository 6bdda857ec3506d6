import * as Effect from "effect/Effect"
import type { DeclaredText } from "../../../../core/editing/chosen-rows.ts"
import { columnsOf } from "../../../../core/table/load.ts"
import { readSource, type SourceRecord } from "../../../../core/table/source.ts"
import { callRefused, type CallRefused } from "../call-refused.ts"
import type { Desk, DeskState } from "../desk/desk.ts"
import { definitionOf } from "./table-definition.ts"

/** What a call names a table by: the file, and the revision at which the page showed it. */
interface ShownAt {
  readonly file: string
  readonly revision: number
}

/** A table as the page showed it at a revision; an edit of it is merged with what has come since. */
export const shownTable = Effect.fnUntraced(function* (
  desk: Desk,
  { file, revision }: ShownAt,
): Effect.fn.Return<DeclaredText, CallRefused> {
  const definition = yield* definitionOf(desk.state(), file)
  const source = desk.textsFrom(file, revision)[0]?.text
  return source === undefined
    ? yield* callRefused("EditOutdated", { file })
    : { definition, source }
})

/** Refuses what is meant for the lines that the page showed where they are others now. */
export const refuseOutdated = (
  { changedIn }: DeskState,
  { file, revision }: ShownAt,
): Effect.Effect<void, CallRefused> =>
  (changedIn.get(file) ?? 0) > revision
    ? Effect.fail(callRefused("EditOutdated", { file }))
    : Effect.void

/** The rows of a table that stand at some lines. */
export const recordsIn = (
  { definition, source }: DeclaredText,
  lines: Iterable<number>,
): ReadonlyArray<SourceRecord> => {
  const wanted = new Set(lines)
  const { records } = readSource(definition.file, source, Object.keys(columnsOf(definition)))
  return records.filter(({ line }) => wanted.has(line))
}
