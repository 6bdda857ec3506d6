import * as Result from "effect/Result"
import { copyRows } from "../../core/editing/copied-rows.ts"
import { operated, type TableOperation } from "../../core/editing/table-operations.ts"
import { headerOf } from "../../core/table/header.ts"
import { columnsOf } from "../../core/table/load.ts"
import { tidyCell } from "../../core/table/tidy.ts"
import { definitionsByFile } from "../tables/table-named.ts"
import {
  type Answers,
  type AskedFact,
  type Draft,
  draftTables,
  type DraftTables,
  factsNamed,
  filledIn,
  type Recipe,
  type RecipeChange,
  type RecipeRow,
} from "./recipe.ts"

/** A row that a draft adds or writes into: its line in the new text, and its cells. */
export interface DraftedRow {
  readonly line: number
  readonly cells: Readonly<Record<string, string>>
  /** The facts that were asked for its cells, those that are not answered first. */
  readonly facts: Readonly<Record<string, ReadonlyArray<string>>>
}

/** What a draft adds to a table. */
export interface DraftedTable {
  readonly file: string
  /** How many rows come, those among them that are copied as they are. */
  readonly added: number
  readonly rows: ReadonlyArray<DraftedRow>
}

/** What a draft makes of tables. */
export interface Drafted {
  /** The new texts of the tables that it changes. */
  readonly texts: ReadonlyMap<string, string>
  readonly tables: ReadonlyArray<DraftedTable>
  /** The draft with every fact: answered, taken over, or following from others. */
  readonly whole: Draft
}

type Texts = ReadonlyMap<string, string>

/**
 * Adds to tables what a draft says, as far as it says it: what is not known yet is an empty cell. All else
 * in the texts stays as it is, byte by byte.
 */
export const drafted = (recipe: Recipe, draft: Draft, sources: Texts): Drafted => {
  const tables = draftTables(sources)
  const whole = settled(recipe, draft, tables)
  const changes = recipe.changes?.(whole, tables) ?? []
  const rows = recipe.rows(whole, tables).filter((row) => !isThere(row, whole.answers, tables))
  const isBegun = ({ cells }: RecipeRow): boolean =>
    Object.values(cellsOf(cells, whole.answers)).some((cell) => cell !== "")
  const copied = copiedTexts(recipe, whole, tables)
  const written = writtenTexts(changes, whole.answers, new Map([...sources, ...copied]))
  const before = new Map([...sources, ...copied, ...written])
  const added = addedTexts(rows.filter(isBegun), whole.answers, before)
  const texts = new Map([...copied, ...written, ...added])
  const after = draftTables(new Map([...sources, ...texts]))
  const asked = new Set(factsOf(recipe, whole, tables).map(({ name }) => name))
  const drawn = (line: number, cells: RecipeRow["cells"]): DraftedRow => ({
    line,
    cells: cellsOf(cells, whole.answers),
    facts: factsBehind(cells, whole.answers, asked),
  })
  return {
    texts,
    whole,
    tables: [...new Set([...texts.keys(), ...rows.map(({ file }) => file)])].map((file) => {
      const lines = after.rowsOf(file).map(({ line }) => line)
      const own = rows.filter((row) => row.file === file)
      const begun = own.filter(isBegun)
      return {
        file,
        added: lines.length - tables.rowsOf(file).length,
        rows: [
          ...changes
            .filter((change) => change.file === file)
            .flatMap(({ cells, where }) =>
              linesWith(file, where, whole.answers, after).map((line) => drawn(line, cells)),
            ),
          ...own.map((row) => {
            const place = lines.length - begun.length + begun.indexOf(row)
            const behindLast = (lines.at(-1) ?? 1) + 1
            return drawn(isBegun(row) ? (lines[place] ?? behindLast) : behindLast, row.cells)
          }),
        ],
      }
    }),
  }
}

/** Every fact that a recipe asks for, with the draft as it is. */
export const factsOf = (
  recipe: Recipe,
  draft: Draft,
  tables: DraftTables,
): ReadonlyArray<AskedFact> => recipe.parts(draft, tables).flatMap(({ facts }) => facts)

/** A draft with every fact: as the house writes it, and where it is left out, as it follows. */
const settled = (recipe: Recipe, draft: Draft, tables: DraftTables): Draft => {
  const model = draft.like === "" ? {} : (recipe.model.answers(draft.like, tables) ?? {})
  const given = { ...model, ...draft.answers }
  const definitions = definitionsByFile(tables.sources)
  const tidied = factsOf(recipe, { ...draft, answers: given }, tables).flatMap(
    ({ name, takes }): ReadonlyArray<readonly [string, string]> => {
      const definition = takes === null ? undefined : definitions.get(takes.file)
      const column =
        definition === undefined || takes === null ? undefined : columnsOf(definition)[takes.column]
      const answer = given[name]?.trim()
      if (answer === undefined) return []
      return [[name, column === undefined ? answer : tidyCell(column, answer, true)]]
    },
  )
  const answers = { ...given, ...Object.fromEntries(tidied) }
  return { ...draft, answers: { ...recipe.follows(answers, tables), ...answers } }
}

/** Whether a row that others need too is there already. */
const isThere = (row: RecipeRow, facts: Answers, { rowsOf, sources }: DraftTables): boolean => {
  const definition = definitionsByFile(sources).get(row.file)
  if (row.isShared !== true || definition?._tag !== "TableDefinition") return false
  const cells = cellsOf(row.cells, facts)
  return rowsOf(row.file).some(({ cell }) =>
    definition.key.every((column) => cell(column) === (cells[column] ?? "")),
  )
}

const cellsOf = (cells: RecipeRow["cells"], facts: Answers): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(cells).map(([column, template]) => [column, filledIn(template, facts)]),
  )

const factsBehind = (
  cells: RecipeRow["cells"],
  facts: Answers,
  asked: ReadonlySet<string>,
): DraftedRow["facts"] =>
  Object.fromEntries(
    Object.entries(cells).map(([column, template]) => {
      const named = factsNamed(template).filter((name) => asked.has(name))
      const isOpen = (name: string): boolean => (facts[name] ?? "") === ""
      return [column, [...named.filter(isOpen), ...named.filter((name) => !isOpen(name))]]
    }),
  )

const copiedTexts = (recipe: Recipe, draft: Draft, tables: DraftTables): Texts => {
  const copying = recipe.copying?.(draft, tables)
  if (copying === undefined) return new Map()
  const declared = [...definitionsByFile(tables.sources).keys()].flatMap(
    (file) => tables.tableOf(file) ?? [],
  )
  return new Map(copyRows(declared, copying).map(({ file, text }) => [file, text]))
}

/** The lines of the rows that have some cells. */
const linesWith = (
  file: string,
  where: RecipeChange["where"],
  facts: Answers,
  { rowsOf }: DraftTables,
): ReadonlyArray<number> => {
  const wanted = Object.entries(cellsOf(where, facts))
  return rowsOf(file)
    .filter(({ cell }) => wanted.every(([column, text]) => cell(column) === text))
    .map(({ line }) => line)
}

const writtenTexts = (
  changes: ReadonlyArray<RecipeChange>,
  facts: Answers,
  sources: Texts,
): Texts => {
  const tables = draftTables(sources)
  return new Map(
    [...new Set(changes.map(({ file }) => file))].map((file) => {
      const set = changes
        .filter((change) => change.file === file)
        .flatMap(({ cells, where }) => {
          const texts = Object.entries(cellsOf(cells, facts))
          return linesWith(file, where, facts, tables).flatMap((line) =>
            texts.map(([column, text]) => ({ line, column, text })),
          )
        })
      return [file, operatedOn(file, sources, { _tag: "Set", cells: set })]
    }),
  )
}

/** The texts with new rows behind their last ones. */
const addedTexts = (rows: ReadonlyArray<RecipeRow>, facts: Answers, sources: Texts): Texts => {
  const { rowsOf } = draftTables(sources)
  return new Map(
    [...new Set(rows.map(({ file }) => file))].map((file) => {
      const header = headerOf(sources.get(file) ?? "")[0]?.line ?? 1
      return [
        file,
        operatedOn(file, sources, {
          _tag: "Insert",
          afterLine: rowsOf(file).at(-1)?.line ?? header,
          rows: rows.filter((row) => row.file === file).map(({ cells }) => cellsOf(cells, facts)),
        }),
      ]
    }),
  )
}

/** A text after an operation; as it is where it has not the columns for that, which checks tell. */
const operatedOn = (file: string, sources: Texts, operation: TableOperation): string => {
  const source = sources.get(file) ?? ""
  const definition = definitionsByFile(sources).get(file)
  const columns = definition === undefined ? 0 : Object.keys(columnsOf(definition)).length
  return Result.getOrElse(operated(source, columns, operation), () => source)
}
