import { describeTableError, type TableError } from "../../core/table/error.ts"
import type { TablesMistakes } from "../ports/table-bundle.ts"
import type { TablesUnjudged, TablesUnreadable } from "./folder-errors.ts"

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
