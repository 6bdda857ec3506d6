import * as Result from "effect/Result"
import { alignRows } from "../../../core/difference/merge-tables.ts"
import { layoutOf, type Piece } from "../../../core/table/layout.ts"
import { type AnyDefinition, columnsOf } from "../../../core/table/load.ts"
import type { GridAside, GridRow, TableGrid } from "./grid-view.ts"
import { copyNaming } from "../../tables/copyable.ts"
import type { VersionTexts } from "../loaded-versions.ts"
import { gridColumns } from "./grid-columns.ts"

/** A text cut into its parts, with the texts of its rows in the order of the declared columns. */
interface CutGrid {
  readonly headerLine: number
  readonly rows: ReadonlyArray<{ readonly line: number; readonly texts: ReadonlyArray<string> }>
  readonly comments: ReadonlyArray<Piece>
}

/** Why a text cannot be cut. */
type Uncut = NonNullable<TableGrid["unreadable"]>

const noFile: Uncut = { line: 1, expected: { _tag: "FileInFolder" } }

const cut = (source: string, names: ReadonlyArray<string>): CutGrid | Uncut => {
  const layout = layoutOf(source, names.length)
  if (Result.isFailure(layout)) {
    const { expected, line } = layout.failure
    return { line, expected }
  }
  const pieces = layout.success
  const header = pieces.find(({ kind }) => kind === "header")
  if (header === undefined) {
    return { line: 1, expected: { _tag: "HeaderRow", columns: names, hasOther: false } }
  }
  const order = names.map((name) => header.texts.indexOf(name))
  return {
    headerLine: header.line,
    rows: pieces
      .filter(({ kind }) => kind === "row")
      .map(({ line, texts }) => ({ line, texts: order.map((at) => texts[at] ?? "") })),
    comments: pieces.filter(({ kind }) => kind === "comment"),
  }
}

/** Comments and rows that are gone, each behind the row that stands before it. */
const asidesOf = (
  { comments, headerLine, rows }: CutGrid,
  gone: ReadonlyArray<GridAside>,
): ReadonlyArray<GridAside> => {
  const starts = [headerLine, ...rows.map(({ line }) => line)]
  let at = 0
  const told = comments.map(({ line, texts }): GridAside => {
    while ((starts[at + 1] ?? Number.POSITIVE_INFINITY) < line) at += 1
    const comment = (texts[0] ?? "").replace(/^#\s?/, "")
    const afterLine = line < headerLine ? headerLine : (starts[at] ?? headerLine)
    return { afterLine, line, comment, gone: null }
  })
  return [...told, ...gone]
}

/** Rows with what each was before, and the rows that are gone. */
const compared = (
  now: CutGrid,
  before: CutGrid,
): { readonly rows: ReadonlyArray<GridRow>; readonly gone: ReadonlyArray<GridAside> } => {
  const rows: Array<GridRow> = []
  const gone: Array<GridAside> = []
  const textsOf = ({ texts }: { readonly texts: ReadonlyArray<string> }) => texts
  for (const pair of alignRows(before.rows.map(textsOf), now.rows.map(textsOf))) {
    const older = pair.before === undefined ? undefined : before.rows[pair.before]?.texts
    const row = pair.after === undefined ? undefined : now.rows[pair.after]
    if (row === undefined) {
      const afterLine = rows.at(-1)?.line ?? now.headerLine
      gone.push({ afterLine, line: null, comment: null, gone: older ?? [] })
    } else if (older === undefined) rows.push({ ...row, before: "none" })
    else if (older.every((text, index) => text === row.texts[index])) rows.push(row)
    else rows.push({ ...row, before: older })
  }
  return { rows, gone }
}

/** A table as its grid shows it: rows, comments, and what each row was before. */
export const tableGrid = (
  { after: sources, before: olderSources, revision }: VersionTexts,
  definition: AnyDefinition,
): TableGrid => {
  const { file } = definition
  const names = Object.keys(columnsOf(definition))
  const text = sources.get(file)
  const now = text === undefined ? noFile : cut(text, names)
  const facts = {
    file,
    about: definition.about,
    kind: definition._tag === "DecisionDefinition" ? "decision" : "plain",
    revision,
    copies: copyNaming(definition)?.noun ?? null,
  } as const
  if ("expected" in now) {
    const columns = gridColumns(definition, sources, () => [])
    return { ...facts, headerLine: 1, columns, rows: [], asides: [], unreadable: now }
  }
  const older = olderSources.get(file)
  const before = older === undefined || older === text ? now : cut(older, names)
  const { gone, rows } = compared(now, "expected" in before ? now : before)
  return {
    ...facts,
    headerLine: now.headerLine,
    columns: gridColumns(definition, sources, (place) => cellsAt(now, place)),
    rows,
    asides: asidesOf(now, gone),
    unreadable: null,
  }
}

function* cellsAt({ rows }: CutGrid, place: number): Generator<string> {
  for (const { texts } of rows) yield texts[place] ?? ""
}
