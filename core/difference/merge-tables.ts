import * as Result from "effect/Result"
import { layoutOf, type Piece } from "../table/layout.ts"
import { alignRows } from "./aligned-rows.ts"

/** A row that two versions have changed in different ways, as texts of its cells; null where it is gone. */
export interface RowConflict {
  /** Its line in the version that others wrote; that of the row before it where they took it away. */
  readonly line: number
  readonly base: ReadonlyArray<string>
  readonly mine: ReadonlyArray<string> | null
  readonly theirs: ReadonlyArray<string> | null
}

/** Which version of a row is kept. */
export type MergeChoice = "mine" | "theirs"

/** What a merge came to: a text, or the rows that it cannot decide on. */
export interface MergedTables {
  readonly text: string
  readonly conflicts: ReadonlyArray<RowConflict>
}

/** What a version makes of one part of the base: the part that stands there, and those behind it. */
interface Becoming {
  own: Piece | undefined
  readonly added: Array<Piece>
}

/** What a version makes of each part of the base; the first entry is what it puts before them all. */
const becomings = (
  base: ReadonlyArray<Piece>,
  version: ReadonlyArray<Piece>,
): ReadonlyArray<Becoming> => {
  const found: Array<Becoming> = [{ own: undefined, added: [] }]
  const cellsOf = ({ kind, raw, texts }: Piece): ReadonlyArray<string> =>
    kind === "row" ? texts : [kind, raw]
  for (const { after, before } of alignRows(base.map(cellsOf), version.map(cellsOf))) {
    const piece = after === undefined ? undefined : version[after]
    if (before !== undefined) found.push({ own: piece, added: [] })
    else if (piece !== undefined) found.at(-1)?.added.push(piece)
  }
  return found
}

const sameParts = (one: ReadonlyArray<Piece>, other: ReadonlyArray<Piece>): boolean =>
  one.length === other.length && one.every(({ raw }, index) => raw === other[index]?.raw)

const cellsOf = (piece: Piece | undefined): ReadonlyArray<string> | null =>
  piece === undefined ? null : piece.texts.length > 0 ? piece.texts : [piece.raw]

/**
 * Merges two versions of a table that come from one base: each row is what the version says that has
 * changed it. Rows that both have changed, in different ways, are conflicts; `choose` says which of the
 * two is in the text. Undefined where a text is no table.
 *
 * ```ts
 * import { mergeTables } from "../core/difference/merge-tables.ts"
 *
 * const texts = { base: "a,b\n1,2\n3,4\n", mine: "a,b\n1,5\n3,4\n", theirs: "a,b\n1,2\n3,6\n7,8\n" }
 * mergeTables(texts, 2)?.text // => "a,b\n1,5\n3,6\n7,8\n"
 * mergeTables({ ...texts, theirs: "a,b\n1,9\n3,4\n" }, 2)?.conflicts // => [{ line: 2, base: ["1", "2"], mine: ["1", "5"], theirs: ["1", "9"] }]
 * ```
 */
export const mergeTables = (
  texts: { readonly base: string; readonly mine: string; readonly theirs: string },
  columns: number,
  choose: (conflict: number) => MergeChoice = () => "theirs",
): MergedTables | undefined => {
  const layouts = Result.all([
    layoutOf(texts.base, columns),
    layoutOf(texts.mine, columns),
    layoutOf(texts.theirs, columns),
  ])
  if (Result.isFailure(layouts)) return undefined
  const [base, mine, theirs] = layouts.success
  const [my, their] = [becomings(base, mine), becomings(base, theirs)]
  const parts: Array<Piece> = []
  const conflicts: Array<RowConflict> = []
  let line = 1
  for (const [index, own] of my.entries()) {
    const other = their[index] ?? { own: undefined, added: [] }
    const was = base[index - 1]
    if (other.own !== undefined) line = other.own.line
    if (was !== undefined) {
      const kept = keptPart(was, own.own, other.own)
      if (kept === "conflict") {
        const chosen = choose(conflicts.length) === "mine" ? own.own : other.own
        const [before, ours, others] = [cellsOf(was) ?? [], cellsOf(own.own), cellsOf(other.own)]
        conflicts.push({ line, base: before, mine: ours, theirs: others })
        if (chosen !== undefined) parts.push(chosen)
      } else if (kept !== undefined) parts.push(kept)
    }
    parts.push(...other.added)
    if (!sameParts(own.added, other.added)) parts.push(...own.added)
  }
  const end = texts.theirs.endsWith("\n") || parts.length === 0 ? "\n" : ""
  return { text: `${parts.map(({ raw }) => raw).join("\n")}${end}`, conflicts }
}

/** What becomes of a part of the base; undefined where it goes. */
const keptPart = (
  was: Piece,
  mine: Piece | undefined,
  theirs: Piece | undefined,
): Piece | "conflict" | undefined => {
  if (mine?.raw === theirs?.raw) return mine
  if (mine?.raw === was.raw) return theirs
  return theirs?.raw === was.raw ? mine : "conflict"
}
