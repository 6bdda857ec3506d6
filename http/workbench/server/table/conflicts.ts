import { randomUUID } from "node:crypto"
import * as Effect from "effect/Effect"
import { mergeTables, type RowConflict } from "../../../../core/difference/merge-tables.ts"
import { type AnyDefinition, columnsOf } from "../../../../core/table/load.ts"
import type { StepLabel } from "../../protocol/session.ts"
import type { Desk, DeskState } from "../desk/desk.ts"
import type { ShownConflict } from "../../protocol/table.ts"
import { callRefused, type CallRefused } from "../call-refused.ts"

/** An edit that waits, with what it was made on. */
interface WaitingEdit {
  readonly base: string
  readonly mine: string
  readonly definition: AnyDefinition
  readonly label: StepLabel
  readonly conflicts: ReadonlyArray<RowConflict>
  /** Who wrote the cells: another page of this workbench, or another program. */
  readonly writer: "page" | "program"
  /** The address of who did, where that is somebody else at a workbench for a team; else null. */
  readonly by: string | null
}

const waitingMax = 20

const waitingAt = new WeakMap<Desk, Map<string, WaitingEdit>>()

const waitingOf = (desk: Desk): Map<string, WaitingEdit> => {
  const known = waitingAt.get(desk) ?? new Map<string, WaitingEdit>()
  waitingAt.set(desk, known)
  return known
}

/** Keeps an edit aside until somebody has chosen; gives the name under which it waits. */
export const keepConflict = (desk: Desk, edit: WaitingEdit): string => {
  const waiting = waitingOf(desk)
  const [oldest] = waiting.keys()
  if (oldest !== undefined && waiting.size >= waitingMax) waiting.delete(oldest)
  const id = randomUUID()
  waiting.set(id, edit)
  return id
}

const waitingUnder = (desk: Desk, id: string): Effect.Effect<WaitingEdit, CallRefused> => {
  const edit = waitingOf(desk).get(id)
  return edit === undefined
    ? Effect.fail(callRefused("NoSuchConflict", { id }))
    : Effect.succeed(edit)
}

/** The rows that both have changed, as each has them. */
export const shownConflict = (desk: Desk, id: string): Effect.Effect<ShownConflict, CallRefused> =>
  Effect.map(waitingUnder(desk, id), ({ by, conflicts, definition, writer }) => ({
    id,
    file: definition.file,
    writer,
    by,
    columns: Object.keys(columnsOf(definition)),
    rows: conflicts,
  }))

/** Makes an edit that waits, with one of both versions of each row that both have changed. */
export const settleConflict = Effect.fnUntraced(function* (
  desk: Desk,
  id: string,
  choices: ReadonlyArray<"mine" | "theirs">,
): Effect.fn.Return<DeskState, CallRefused> {
  const edit = yield* waitingUnder(desk, id)
  const { base, conflicts, definition, label, mine } = edit
  const { file } = definition
  const columns = Object.keys(columnsOf(definition)).length
  const settled = yield* desk.edit((state) => {
    const theirs = state.sources.get(file) ?? ""
    const merged = mergeTables({ base, mine, theirs }, columns, (at) => choices[at] ?? "theirs")
    const isSame = JSON.stringify(merged?.conflicts) === JSON.stringify(conflicts)
    if (merged === undefined || !isSame) {
      // The file has changed once more: what was chosen was chosen between other rows.
      const next = merged?.conflicts ?? conflicts
      const conflict = keepConflict(desk, { ...edit, conflicts: next })
      return Effect.fail(callRefused("EditConflict", { file, conflict, rows: next.length }))
    }
    return Effect.succeed({ label, texts: new Map([[file, merged.text]]) })
  })
  waitingOf(desk).delete(id)
  return settled
})
