import * as Context from "effect/Context"
import type { Manifest } from "../../rules/tables/bundle.ts"
import type { ReleaseStanding } from "../../rules/tables/release.ts"
import type { Tables } from "../../rules/tables/index.ts"

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
