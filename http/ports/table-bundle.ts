import * as Context from "effect/Context"
import type { Manifest } from "../../rules/tables/bundle.ts"
import type { Tables } from "../../rules/tables/index.ts"
import type { ReleaseStanding } from "../../rules/tables/release.ts"

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

/** Tables, the hash of their contents that answers carry as their version, and where they lie. */
export interface Bundle {
  readonly tables: Tables
  readonly hash: string
  readonly manifest: Manifest
  readonly folder: string
  /** The releases beside the tables, and how they stand; in the order in which they come into force. */
  readonly releases: ReadonlyArray<ReleaseStanding>
}

/**
 * Holds the tables in force. An answer reads them once, at its beginning, and
 * finishes on what it has read; a server replaces them when those in its folder change.
 */
export class TableBundle extends Context.Service<
  TableBundle,
  {
    /** The tables in force at this moment. */
    readonly current: () => Bundle
    /** Puts other tables in force, for everything that begins from now on. */
    readonly replace: (bundle: Bundle) => void
  }
>()("viatica/TableBundle") {}
