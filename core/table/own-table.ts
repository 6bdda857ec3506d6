import { isCaseFile } from "./case-table.ts"
import type { Columns } from "./definition.ts"
import type { Decision, Inputs } from "./decision.ts"
import type { HitPolicy } from "./hit-policy.ts"

/** The folder of tables of one's own, beside those that are shipped. */
export const ownFolder = "own"

/** How the file of a definition ends; its rows lie beside it, in a CSV of the same name. */
export const definitionEnd = ".table.json"

/**
 * Whether a file belongs to the tables where it is there, and is missed nowhere: it lies in the folder of
 * tables of one's own, claims to define one, or holds the cases of any table.
 */
export const isOwnFile = (file: string): boolean =>
  isOwnTable(file) || file.endsWith(definitionEnd) || isCaseFile(file)

/**
 * Whether a file holds the rows of a table of one's own.
 *
 * ```ts
 * import { isOwnTable } from "../core/table/own-table.ts"
 *
 * isOwnTable("own/cruises-asia.csv") // => true
 * isOwnTable("own/cruises-asia.table.json") // => false
 * isOwnTable("own/cruises-asia.cases.csv") // => false
 * isOwnTable("sandbox/tariffs.csv") // => false
 * ```
 */
export const isOwnTable = (file: string): boolean =>
  file.startsWith(`${ownFolder}/`) && file.endsWith(".csv") && !isCaseFile(file)

/** The file that says what the columns of a table of one's own are. */
export const definitionFileOf = (file: string): string =>
  `${file.slice(0, -".csv".length)}${definitionEnd}`

/** The file of the rows that a definition speaks of. */
export const rowsFileOf = (file: string): string => `${file.slice(0, -definitionEnd.length)}.csv`

/** A place at which rules ask tables of one's own: with which facts, and what they take. */
export interface Hook {
  readonly name: string
  /** What it is asked about, in the plural: `offers`. */
  readonly place: string
  /** One sentence: what a row does. */
  readonly about: string
  /** The facts of which a table takes those that it has conditions on. */
  readonly facts: Inputs
  readonly outputs: Columns
  /** The outputs that a table must have: all of one of these lists. */
  readonly needs: ReadonlyArray<ReadonlyArray<string>>
}

/** The hit policies of tables that hooks ask: one row that applies counts, or all that do. */
export const hookPolicies: ReadonlyArray<HitPolicy> = ["first", "unique", "any", "collect"]

/**
 * The tables of one's own among loaded ones that a hook asks, in the order of their files. They stand
 * under their files, beside the shipped tables under their names.
 */
export const hookedTables = (tables: object, hook: string): ReadonlyArray<Decision> => {
  const byFile = tables as Readonly<Record<string, Decision>>
  return Object.keys(tables)
    .filter(isOwnTable)
    .sort()
    .flatMap((file) => {
      const table = byFile[file]
      return table?.definition.hook === hook ? table : []
    })
}
