import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { readCsv } from "../../../../core/table/csv.ts"
import { columnsOf, type AnyDefinition } from "../../../../core/table/load.ts"
import { isRow } from "../../../../core/table/source.ts"
import { ownWords } from "../../../../rules/tables/own-tables.ts"
import { definitionsIn } from "../../../../rules/tables/index.ts"
import type { SessionView, TableEntry } from "../../protocol/session.ts"
import { tablesHash } from "../../../tables/table-bundle.ts"
import { shownPath } from "../../../tables/shown-path.ts"
import type { Desk, DeskState } from "../desk/desk.ts"
import { SignedIn } from "../signed-in.ts"
import { branchOf } from "../desk/version-before.ts"

/** The rows of a text, the header left out. */
const rowsOf = (source: string, columns: number): ReadonlyArray<string> =>
  Result.getOrElse(readCsv(source), () => [])
    .filter((record) => isRow(record, columns))
    .slice(1)
    .map(({ texts }) => texts.join("\u0000"))

const countsOf = (rows: ReadonlyArray<string>): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(row, (counts.get(row) ?? 0) + 1)
  return counts
}

/** How many rows one version has and the other has not; a changed row counts once. */
const changedRows = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): number => {
  const counts = countsOf(before)
  let come = 0
  for (const row of after) {
    const left = counts.get(row) ?? 0
    if (left === 0) come += 1
    else counts.set(row, left - 1)
  }
  const gone = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return Math.max(come, gone)
}

const entryOf = (definition: AnyDefinition, before: string, after: string): TableEntry => {
  const columns = Object.keys(columnsOf(definition)).length
  const rows = rowsOf(after, columns)
  return {
    file: definition.file,
    kind: definition._tag === "DecisionDefinition" ? "decision" : "plain",
    own: ownWords(definition),
    casesOf: definition._tag === "TableDefinition" ? (definition.casesOf ?? null) : null,
    rows: rows.length,
    changedRows: before === after ? 0 : changedRows(rowsOf(before, columns), rows),
  }
}

/** Tables as the page lists them; those whose texts stay the same are counted once. */
const makeEntries = (desk: Desk) => {
  const known = new Map<string, KnownEntry>()
  return (): ReadonlyArray<TableEntry> =>
    Object.values<AnyDefinition>({
      ...definitionsIn(desk.before.sources),
      ...definitionsIn(desk.state().sources),
    }).map((definition) => {
      const { file } = definition
      const before = desk.before.sources.get(file) ?? ""
      const text = desk.state().sources.get(file) ?? ""
      const kept = known.get(file)
      if (kept?.definition === definition && kept.text === text && kept.before === before) {
        return kept.entry
      }
      const entry = entryOf(definition, before, text)
      known.set(file, { definition, before, text, entry })
      return entry
    })
}

interface KnownEntry {
  readonly definition: AnyDefinition
  readonly before: string
  readonly text: string
  readonly entry: TableEntry
}

/** What is the same for all who look. */
type SharedView = Omit<SessionView, "member" | "redo" | "undo">

const readView = (
  desk: Desk,
  branchNow: ReturnType<typeof branchOf>,
): Effect.Effect<SharedView> => {
  const entries = makeEntries(desk)
  return Effect.map(branchNow, (branch) => {
    const { revision, savedAtMs, sources } = desk.state()
    const { commit, left, name } = desk.before
    return {
      folder: shownPath(desk.folder, ""),
      branch,
      before: { name, commit: commit ?? null, ...(left === undefined ? {} : { left }) },
      hash: tablesHash(sources),
      revision,
      savedAtMs,
      tables: entries(),
    }
  })
}

/** How long a view of tables that stay the same is given again: git may go to another branch beside us. */
const viewKept = "1 second"

/**
 * Prepares what the page shows of the whole of the work. After an edit its caller and all pages are
 * notified, which hashes the tables once, and asks git once a second at most.
 */
export const makeSessionView = Effect.fnUntraced(function* (
  desk: Desk,
): Effect.fn.Return<Effect.Effect<SessionView>> {
  // Git is a program of its own: steps that follow each other closely, such as a key that is held to undo,
  // would each wait for it.
  const branch = yield* Effect.cachedWithTTL(branchOf(desk.folder), viewKept)
  const read = readView(desk, branch)
  let known: { readonly state: DeskState; readonly view: Effect.Effect<SharedView> } | undefined
  const shared = Effect.suspend(() => {
    const state = desk.state()
    if (known?.state === state) return known.view
    return Effect.flatMap(Effect.cachedWithTTL(read, viewKept), (view) => {
      // Another caller may have come first, while this one waited.
      if (known?.state !== state) known = { state, view }
      return known.view
    })
  })
  return Effect.zipWith(shared, SignedIn, (view, member) => ({
    ...view,
    ...desk.steps(member?.person.mail ?? ""),
    member: member === null ? null : { mail: member.person.mail, roles: member.roles },
  }))
})
