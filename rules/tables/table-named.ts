import * as Data from "effect/Data"
import * as Result from "effect/Result"
import type { DeclaredTextOf } from "../../core/editing/chosen-rows.ts"
import type { TableError } from "../../core/table/error.ts"
import type { AnyDefinition } from "../../core/table/load.ts"
import { nearest } from "../../core/table/nearest.ts"
import { definitionsIn } from "./index.ts"

/** No table has the name, or more than one has. */
export class TableUnknown extends Data.TaggedError("TableUnknown")<{
  readonly name: string
  readonly nearest: string | undefined
  /** The files that the name could mean. */
  readonly several: ReadonlyArray<string>
}> {
  override get message() {
    if (this.several.length > 0) {
      return `${JSON.stringify(this.name)} could be ${this.several.join(" or ")}`
    }
    const hint = this.nearest === undefined ? "" : `; did you mean ${this.nearest}?`
    return `There is no table ${JSON.stringify(this.name)}${hint}`
  }
}

const baseName = (file: string): string => file.slice(file.lastIndexOf("/") + 1, -".csv".length)

/** The file whose name, or the last part of it, is nearest to what was written; the first of several. */
const nearestFile = (name: string, files: ReadonlyArray<string>): string | undefined => {
  const whole = nearest(name, files)
  if (whole !== undefined) return whole
  const byBase = new Map(files.toReversed().map((file) => [baseName(file), file]))
  return byBase.get(nearest(name.replace(/^.*\//, "").replace(/\.csv$/, ""), byBase.keys()) ?? "")
}

/** The files that an ending names; the texts of a table of rules give way to the table itself. */
const withEnding = (written: string, files: ReadonlyArray<string>): ReadonlyArray<string> => {
  const ending = files.filter((file) => file.endsWith(`/${written}`))
  const rules = ending.filter((file) => !file.startsWith("messages/"))
  return rules.length === 1 ? rules : ending
}

/**
 * The file of a table by its name: as under the folder of tables, by an ending that no other has
 * but texts under `messages/`, with or without `.csv`, or as a path that ends with it.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { tableNamed } from "../rules/tables/table-named.ts"
 *
 * const files = ["coach/arguments.csv", "coach/cards.csv"]
 * Result.getOrThrow(tableNamed("arguments", files)) // => "coach/arguments.csv"
 * Result.getOrThrow(tableNamed("arguments", [...files, "messages/arguments.csv"])) // => "coach/arguments.csv"
 * ```
 */
export const tableNamed = (
  name: string,
  files: ReadonlyArray<string>,
): Result.Result<string, TableUnknown> => {
  const written = name.endsWith(".csv") ? name : `${name}.csv`
  const found = files.filter((file) => file === written || `/${written}`.endsWith(`/${file}`))
  const ending = withEnding(written, files)
  const [file] = found.length > 0 ? found : ending
  if (file !== undefined && (found.length > 0 || ending.length === 1)) return Result.succeed(file)
  return Result.fail(
    new TableUnknown({ name, nearest: nearestFile(written, files), several: ending }),
  )
}

/**
 * The collecting tables whose rows may stand in any order, by file, each with the reason: code that
 * asks them makes the same of the rows that apply.
 */
export const anyOrder: ReadonlyMap<string, string> = new Map([
  ["coach/card_conditions.csv", "one broken condition is as good as several"],
  ["reference/price_exceptions.csv", "one reason excuses as well as several"],
  ["sandbox/eligibility.csv", "offers are ranked by their price"],
  ["sandbox/surcharges.csv", "the percentages add up"],
])

/** Every table that there is among texts, by its file. */
export const definitionsByFile = (
  sources: ReadonlyMap<string, string>,
): ReadonlyMap<string, AnyDefinition> => {
  const known = byFileOf.get(sources)
  if (known !== undefined) return known
  const byFile = new Map(
    Object.values<AnyDefinition>(definitionsIn(sources)).map((each) => [each.file, each]),
  )
  byFileOf.set(sources, byFile)
  return byFile
}

const byFileOf = new WeakMap<ReadonlyMap<string, string>, ReadonlyMap<string, AnyDefinition>>()

/** Each table among texts, by its file, with its text. */
export const declaredTextOf =
  (sources: ReadonlyMap<string, string>): DeclaredTextOf =>
  (file) => {
    const definition = definitionsByFile(sources).get(file)
    const source = sources.get(file)
    return definition === undefined || source === undefined ? undefined : { definition, source }
  }

/** What a folder of tables holds: the texts that could be read by file name, and what is wrong. */
export interface TableFiles {
  readonly sources: ReadonlyMap<string, string>
  readonly errors: ReadonlyArray<TableError>
}

/** What is wrong with files, then what is wrong in the tables of those that could be read. */
export const allMistakes = (
  { errors, sources }: TableFiles,
  inTables: ReadonlyArray<TableError>,
): ReadonlyArray<TableError> => [...errors, ...inTables.filter(({ file }) => sources.has(file))]
