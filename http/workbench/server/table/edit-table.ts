import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { mergeTables } from "../../../../core/difference/merge-tables.ts"
import { operated, type TableOperation } from "../../../../core/editing/table-operations.ts"
import { type AnyDefinition, columnsOf } from "../../../../core/table/load.ts"
import { layoutOf } from "../../../../core/table/layout.ts"
import { type Desk, type DeskState, type PastText, Writer } from "../desk/desk.ts"
import { keepConflict } from "./conflicts.ts"
import { definitionOf } from "./table-definition.ts"
import type { TableEdit } from "../../protocol/table.ts"
import { signedInMail } from "../signed-in.ts"
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
 * Makes an edit of the page: its operations one after the other, as one step. What has come into the file
 * since the page showed it stays: what the page itself wrote meanwhile is what the edit comes after, cells
 * that others changed are merged, and an edit of a cell that another has changed is kept aside until
 * somebody has chosen.
 */
export const editTable = Effect.fnUntraced(function* (
  desk: Desk,
  { action, file, operations, revision }: TableEdit,
): Effect.fn.Return<DeskState, CallRefused> {
  const definition = yield* definitionOf(desk.state(), file)
  const columns = Object.keys(columnsOf(definition)).length
  const count = operations.reduce((sum, operation) => sum + sizeOf(operation), 0)
  const label = { action, file, count }
  return yield* desk.edit(() =>
    Effect.gen(function* () {
      const writer = yield* Writer
      const [base, ...later] = behindOwn(desk.textsFrom(file, revision), { columns, writer })
      if (base === undefined) return yield* callRefused("EditOutdated", { file })
      let [before, mine] = [base.text, yield* editedText(base.text, definition, operations)]
      for (const next of later) {
        const isOwn = next.writer === writer && writer !== ""
        const choose = () => (isOwn ? "mine" : "theirs")
        const merged = mergeTables({ base: before, mine, theirs: next.text }, columns, choose)
        if (merged === undefined) return yield* callRefused("EditOutdated", { file })
        if (merged.conflicts.length > 0 && !isOwn) {
          // It is settled against the newest text, whatever came in between.
          const theirs = later.at(-1)?.text ?? next.text
          const { conflicts } = mergeTables({ base: before, mine, theirs }, columns) ?? merged
          const from = next.writer === "" ? "program" : "page"
          const by = next.by === "" || next.by === (yield* signedInMail) ? null : next.by
          const edit = {
            base: before,
            conflicts,
            definition,
            label,
            mine,
            writer: from,
            by,
          } as const
          const conflict = keepConflict(desk, edit)
          return yield* callRefused("EditConflict", { file, conflict, rows: conflicts.length })
        }
        ;[before, mine] = [next.text, merged.text]
      }
      return { label, texts: new Map([[file, mine]]) }
    }),
  )
})

/**
 * The texts from the newest on whose lines are still those that the page showed: cells that the page has
 * set since stand in the same rows, so that its next edit simply comes after them.
 */
const behindOwn = (
  texts: ReadonlyArray<PastText>,
  { columns, writer }: { readonly columns: number; readonly writer: string },
): ReadonlyArray<PastText> => {
  const linesOf = ({ text }: PastText): string =>
    Result.getOrElse(layoutOf(text, columns), () => [])
      .map(({ kind, line }) => `${line} ${kind}`)
      .join()
  let from = 0
  while (from + 1 < texts.length) {
    const [shown, next] = [texts[from], texts[from + 1]]
    const isOwn = next?.writer === writer && writer !== "" && next.setsCells
    if (shown === undefined || next === undefined || !isOwn) break
    if (linesOf(shown) !== linesOf(next)) break
    from += 1
  }
  return texts.slice(from)
}
