import { describeTableError, type TableError } from "../../core/table/error.ts"
import { standingOn } from "../../rules/tables/bundle.ts"
import type { TablesUnjudged, TablesUnreadable } from "./errors.ts"
import type { Bundle } from "./table-bundle.ts"
import { utcDay } from "../platform/utc-day.ts"

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

/** How many mistakes are shown, and how long each; all of them are counted. */
const mistakesShown = 5
const mistakeLength = 500

/** Mistakes of which the first are told, none of them at more length than a line has. */
export const shownMistakes = (errors: ReadonlyArray<TableError>): TablesMistakes => ({
  count: errors.length,
  mistakes: errors
    .slice(0, mistakesShown)
    .map((error) => describeTableError(error).slice(0, mistakeLength)),
})

/** Why tables were refused, in a sentence that names files below their folder only. */
export const refusalOf = ({
  _tag,
  folder,
  reason,
}: TablesUnjudged | TablesUnreadable): TablesMistakes => {
  const failed =
    _tag === "TablesUnreadable" ? "the folder cannot be read" : "the tables cannot be judged"
  return { count: 1, mistakes: [`${failed}: ${reason.replaceAll(folder, "the folder")}`] }
}

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
          count: refused.count,
          mistakes: refused.mistakes,
        },
      }),
})
