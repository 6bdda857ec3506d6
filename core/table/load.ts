import * as Result from "effect/Result"
import { type Decision, type DecisionDefinition, loadDecision } from "./decision.ts"
import {
  type Loaded,
  loadTable,
  type RowOfColumns,
  type Table,
  type TableDefinition,
} from "./definition.ts"
import { inFileOrder, type TableError, tableError } from "./error.ts"

/** A plain or a decision table, as declared. */
export type AnyDefinition = TableDefinition | DecisionDefinition

/** The loaded form of a set of definitions, under the same names. */
export type TablesOf<Definitions extends Readonly<Record<string, AnyDefinition>>> = {
  readonly [Name in keyof Definitions]: Definitions[Name] extends DecisionDefinition<
    infer Conditions,
    infer Outputs
  >
    ? Decision<Conditions, Outputs>
    : Definitions[Name] extends TableDefinition<infer Shape>
      ? Table<RowOfColumns<Shape>>
      : never
}

const loadOne = (
  definition: AnyDefinition,
  sources: ReadonlyMap<string, string>,
): Loaded<unknown> => {
  const source = sources.get(definition.file)
  if (source !== undefined) {
    return definition._tag === "TableDefinition"
      ? loadTable(definition, source)
      : loadDecision(definition, source)
  }
  const missing: TableError = {
    _tag: "TableError",
    file: definition.file,
    line: 1,
    character: 1,
    column: "",
    cell: "",
    expected: "a file of this name in the folder of tables",
  }
  return { content: undefined, errors: [missing], uses: [], words: () => undefined }
}

const brokenReferences = (
  loaded: ReadonlyMap<string, Loaded<unknown>>,
): ReadonlyArray<TableError> =>
  [...loaded.values()].flatMap(({ uses }) =>
    uses.flatMap(({ column, file, place }) => {
      const words = loaded.get(file)?.words(column)
      if (words === undefined || words.has(place.cell)) return []
      const expected = `an existing ${column} of ${file}`
      return [tableError(place, words.size > 400 ? { expected } : { expected, allowed: words })]
    }),
  )

/**
 * Loads a set of tables from their texts (by file name under data/): all tables typed and
 * compiled, or every error in all of them at once, in file and line order.
 */
export const loadDefinitions = <const Definitions extends Readonly<Record<string, AnyDefinition>>>(
  definitions: Definitions,
  sources: ReadonlyMap<string, string>,
): Result.Result<TablesOf<Definitions>, ReadonlyArray<TableError>> => {
  const byFile = new Map<string, Loaded<unknown>>()
  const tables: Record<string, unknown> = {}
  for (const [name, definition] of Object.entries(definitions)) {
    const loaded = loadOne(definition, sources)
    byFile.set(definition.file, loaded)
    tables[name] = loaded.content
  }
  const errors = [...[...byFile.values()].flatMap((one) => one.errors), ...brokenReferences(byFile)]
  return errors.length === 0
    ? Result.succeed(tables as TablesOf<Definitions>)
    : Result.fail(inFileOrder(errors))
}
