import * as Result from "effect/Result"
import type { TableError } from "../../core/table/error.ts"
import { type Release, released, releasePath } from "../../rules/tables/release.ts"
import type { FolderTables } from "./in-force.ts"
import { checkFiles } from "./table-bundle.ts"

const textOf = ({ cell, column, expected, file, line }: TableError): string =>
  JSON.stringify([file, line, column, cell, expected])

/**
 * What forbids a release over those before it: mistakes in its own files, and those that the tables
 * would hold with it and do not hold without it. Mistakes in its tables are told in its files.
 */
export const releaseMistakes = (
  { files, folder, releases }: FolderTables,
  release: Release,
): ReadonlyArray<TableError> => {
  if (release.errors.length > 0) return release.errors
  const before = releases
    .slice(0, releases.indexOf(release))
    .filter(({ errors, facts }) => facts?.withdrawnOn === null && errors.length === 0)
  const mistakesOf = (some: ReadonlyArray<Release>): ReadonlyArray<TableError> => {
    const checked = checkFiles(folder, { ...files, sources: released(files.sources, some) })
    return Result.isSuccess(checked) ? [] : checked.failure.errors
  }
  const without = new Set(mistakesOf(before).map(textOf))
  return mistakesOf([...before, release])
    .filter((mistake) => !without.has(textOf(mistake)))
    .map((mistake) =>
      release.sources.has(mistake.file)
        ? { ...mistake, file: releasePath(release.name, mistake.file) }
        : mistake,
    )
}
