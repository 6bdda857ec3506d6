import type { Bundle } from "./table-bundle.ts"

/** Everything that forbids to put tables in force: how much it is, and the first of it. */
export interface TablesMistakes {
  readonly count: number
  /** A sentence each, with file and line where it has one; no path of this machine. */
  readonly mistakes: ReadonlyArray<string>
}

/** Tables that were not put in force, and when that was found. */
export interface RefusedTables extends TablesMistakes {
  readonly atMs: number
}

/** The tables that a server answers with, and what became of those that it found since. */
export interface TablesStatus {
  readonly inForce: Bundle
  readonly loadedAtMs: number
  /** Sound tables whose first day is still to come. */
  readonly waiting: Bundle | undefined
  /** What the folder held when it was last read, where that was refused. */
  readonly refused: RefusedTables | undefined
}
