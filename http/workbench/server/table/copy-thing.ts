import * as Effect from "effect/Effect"
import { copyRows } from "../../../../core/editing/copied-rows.ts"
import { type AnyDefinition, columnsOf } from "../../../../core/table/load.ts"
import { readSource } from "../../../../core/table/source.ts"
import { copyName, copyNaming, findCopy } from "../../../../rules/tables/copyable.ts"
import { tableFiles } from "../../../../rules/tables/index.ts"
import type { Desk } from "../desk/desk.ts"
import { editedText } from "./edit-table.ts"
import { refuseOutdated } from "./shown-table.ts"
import { definitionOf } from "./table-definition.ts"
import type { CopyAsked, CopyDone } from "../../protocol/table.ts"
import { declaredTextOf } from "../../../../rules/tables/table-named.ts"
import { callRefused, type CallRefused } from "../call-refused.ts"

type Sources = ReadonlyMap<string, string>

const rowsIn = (definition: AnyDefinition, source: string) => {
  const names = Object.keys(columnsOf(definition))
  return readSource(definition.file, source, names).records.map(({ fields, line, texts }) => ({
    line: fields[0]?.line ?? line,
    cells: Object.fromEntries(names.map((name, at) => [name, texts[at] ?? ""])),
  }))
}

type FoundRows = ReturnType<typeof rowsIn>

/** A key that no row has yet: one more than the highest. */
const nextKey = (rows: FoundRows, column: string): string =>
  String(1 + rows.reduce((most, { cells }) => Math.max(most, Number(cells[column]) || 0), 0))

interface Copied extends Omit<CopyDone, "revision"> {
  readonly texts: ReadonlyMap<string, string>
}

/** What copying comes to: the texts of all tables that gain rows. */
const copied = Effect.fnUntraced(function* (
  sources: Sources,
  definition: AnyDefinition,
  { line, to }: CopyAsked,
): Effect.fn.Return<Copied, CallRefused> {
  const { file } = definition
  const naming = copyNaming(definition)
  const rows = rowsIn(definition, sources.get(file) ?? "")
  const row = rows.find((each) => each.line === line)
  if (naming === undefined || row === undefined) {
    return yield* callRefused("EditMisplaced", { file })
  }
  const tableOf = declaredTextOf(sources)
  const from = copyName(row.cells, naming)
  const { copying, shared } = yield* Effect.mapError(
    Effect.fromResult(findCopy(from, to, tableOf)),
    (problem) => callRefused("NotCopied", { problem }),
  )
  const tables = copyRows(
    tableFiles.flatMap((each) => tableOf(each) ?? []),
    copying,
  )
  const texts = new Map(tables.map(({ file: each, text }) => [each, text]))
  const count = tables.reduce((sum, table) => sum + table.copied.length, 0)
  if (!naming.isPointer)
    return { texts, from, rows: count, tables: texts.size, shared, newLine: null }
  // Nobody has a product that no card names: the card that was chosen gets a twin that does.
  const key = definition._tag === "DecisionDefinition" ? [] : definition.key
  const own = key.map((column) => [column, nextKey(rows, column)] as const)
  const cells = { ...row.cells, ...Object.fromEntries(own), [naming.column]: to }
  const operations = [{ _tag: "Insert", afterLine: line, rows: [cells] }] as const
  texts.set(
    file,
    yield* editedText(texts.get(file) ?? sources.get(file) ?? "", definition, operations),
  )
  return { texts, from, rows: count + 1, tables: texts.size, shared, newLine: line + 1 }
})

/** Copies what a row names with all its rows, as one step; or tells what that comes to. */
export const copyThing = Effect.fnUntraced(function* (desk: Desk, asked: CopyAsked) {
  const { file, revision, write } = asked
  const definition = yield* definitionOf(desk.state(), file)
  const to = asked.to.trim()
  if (to === "") return yield* callRefused("NotCopied", { problem: { _tag: "NoName" } })
  const told = (sources: Sources) => copied(sources, definition, { ...asked, to })
  if (!write) return yield* told(desk.state().sources)
  let done: Copied | undefined
  yield* desk.edit((state) =>
    Effect.gen(function* () {
      // The line is that of the rows that the page showed.
      yield* refuseOutdated(state, { file, revision })
      done = yield* told(state.sources)
      return { label: { action: "duplicate", file, count: done.rows }, texts: done.texts }
    }),
  )
  return done ?? (yield* callRefused("EditOutdated", { file }))
})
