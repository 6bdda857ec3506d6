import { describeTableError } from "../../core/table/error.ts"
import { standingOn } from "../../rules/tables/bundle.ts"
import type { TablesInvalid, TablesUnreadable } from "./errors.ts"
import type { Bundle } from "./table-bundle.ts"
import { utcDay } from "./utc-day.ts"

/** Tables that were not put in force: when that was found, and everything that forbids it. */
export interface RefusedTables {
  readonly atMs: number
  /** A sentence each, with file and line where it has one; no path of this machine. */
  readonly mistakes: ReadonlyArray<string>
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

/** Why tables were refused, in sentences that name files below their folder only. */
export const mistakesOf = (error: TablesInvalid | TablesUnreadable): ReadonlyArray<string> =>
  error._tag === "TablesInvalid"
    ? error.errors.map(describeTableError)
    : [`the folder cannot be read: ${error.reason.replaceAll(error.folder, "the folder")}`]

/** How many mistakes are shown; all of them are counted. */
const mistakesShown = 5

const facts = ({ hash, manifest }: Bundle) => ({ hash, ...manifest })

const instant = (atMs: number): string => new Date(atMs).toISOString()

/** What `/readyz` says of the tables at a moment. */
export const statusBody = (
  { inForce, loadedAtMs, refused, waiting }: TablesStatus,
  nowMs: number,
) => ({
  ...facts(inForce),
  past: standingOn(inForce.manifest, utcDay(nowMs)) === "past",
  loadedAt: instant(loadedAtMs),
  ...(waiting === undefined ? {} : { waiting: facts(waiting) }),
  ...(refused === undefined
    ? {}
    : {
        refused: {
          at: instant(refused.atMs),
          count: refused.mistakes.length,
          mistakes: refused.mistakes.slice(0, mistakesShown),
        },
      }),
})
