import * as Result from "effect/Result"
import { once } from "../memory.ts"
import type { Column, Reference } from "./column.ts"
import { type Decision, type DecisionDefinition, loadDecision } from "./decision.ts"
import type { RowOfColumns, TableDefinition } from "./definition.ts"
import { fileError, inFileOrder, onePerCause, type ReadingError, tableError } from "./error.ts"
import type { Input } from "./input.ts"
import { loadTable } from "./load-table.ts"
import type { Loaded, Mention, Table } from "./loaded.ts"
import { unpackDecision } from "./packed-decision.ts"
import { type CsvOrPacked, type PackedText, unpack } from "./packed.ts"

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

/** The columns of a table of either kind by their names: conditions, then outputs. */
export const columnsOf = (
  definition: AnyDefinition,
): Readonly<Record<string, Column<unknown> | Input<unknown>>> =>
  definition._tag === "TableDefinition"
    ? definition.columns
    : { ...definition.inputs, ...definition.outputs }

/** Reads a table of either kind from its text; its references are not settled. */
export const loadText = (definition: AnyDefinition, source: CsvOrPacked): Loaded<unknown> => {
  if (definition._tag === "DecisionDefinition") {
    return typeof source === "string"
      ? loadDecision(definition, source)
      : unpackDecision(definition, source)
  }
  return typeof source === "string" ? loadTable(definition, source) : unpack(definition, source)
}

const loadOne = (
  definition: AnyDefinition,
  sources: ReadonlyMap<string, CsvOrPacked>,
): Loaded<unknown> => {
  const { file } = definition
  const source = sources.get(file)
  if (source !== undefined) return loadText(definition, source)
  const missing = fileError(file, { _tag: "FileInFolder" })
  return { content: undefined, errors: [missing], mentions: [], uses: [], words: () => undefined }
}

/** The references of files that name no row of another file, of which only those that are named are read. */
const brokenReferences = (
  files: Iterable<Loaded<unknown>>,
  loadedOf: (file: string) => Loaded<unknown> | undefined,
): ReadonlyArray<ReadingError> => {
  const wordsIn = ({ column, file }: Reference) => loadedOf(file)?.words(column)
  const areKnown = (mention: Mention): boolean => {
    const words = wordsIn(mention)
    return words === undefined || mention.words.every((word) => words.has(word))
  }
  return [...files].flatMap((one) => {
    if (one.mentions.every(areKnown)) return []
    return one.uses.flatMap((use) => {
      const words = wordsIn(use)
      if (words === undefined || words.has(use.place.cell)) return []
      const expected = { _tag: "Existing", column: use.column, file: use.file } as const
      return [tableError(use.place, words.size > 400 ? { expected } : { expected, allowed: words })]
    })
  })
}

/**
 * A set of tables from texts in which {@link loadDefinitions} finds nothing wrong: each is read when
 * it is first asked for.
 */
export const loadChecked = <const Definitions extends Readonly<Record<string, AnyDefinition>>>(
  definitions: Definitions,
  sources: ReadonlyMap<string, CsvOrPacked>,
): TablesOf<Definitions> => {
  const tables = {}
  for (const [name, definition] of Object.entries(definitions)) {
    const source = sources.get(definition.file) ?? ""
    const get = once(() => loadText(definition, source).content)
    Object.defineProperty(tables, name, { get, enumerable: true })
  }
  return tables as TablesOf<Definitions>
}

/** What could be read of a set of tables: those without mistakes, and every mistake in the others. */
interface SoundTables<Definitions extends Readonly<Record<string, AnyDefinition>>> {
  readonly tables: Partial<TablesOf<Definitions>>
  readonly errors: ReadonlyArray<ReadingError>
}

/** What was read of texts before, by file: a text that stays the same is not read again. */
export type LoadMemory = Map<
  string,
  {
    readonly definition: AnyDefinition
    readonly source: CsvOrPacked | undefined
    readonly loaded: Loaded<unknown>
  }
>

/** Reads a table that was not read before from the same text. */
export const loadUnlessKnown = (
  definition: AnyDefinition,
  sources: ReadonlyMap<string, CsvOrPacked>,
  memory: LoadMemory,
): Loaded<unknown> => {
  const source = sources.get(definition.file)
  const known = memory.get(definition.file)
  if (known?.source === source && known?.definition === definition) return known.loaded
  const loaded = loadOne(definition, sources)
  memory.set(definition.file, { definition, source, loaded })
  return loaded
}

/**
 * Loads a set of tables from their texts (by file name under data/): the tables in whose files
 * nothing is wrong, and all errors at once, in file and line order. With a memory of what was loaded
 * before, only texts that have changed are read, and every other table stays the same object. A file
 * of which it is known that nothing is wrong in it is read when its table is first looked at.
 */
export const loadSound = <const Definitions extends Readonly<Record<string, AnyDefinition>>>(
  definitions: Definitions,
  sources: ReadonlyMap<string, CsvOrPacked>,
  memory: LoadMemory = new Map(),
  isKnownSound: (definition: AnyDefinition) => boolean = () => false,
): SoundTables<Definitions> => {
  const all: ReadonlyArray<readonly [string, AnyDefinition]> = Object.entries(definitions)
  const byFile = new Map(all.map(([, definition]) => [definition.file, definition]))
  const loadedOf = (file: string): Loaded<unknown> | undefined => {
    const definition = byFile.get(file)
    return definition && loadUnlessKnown(definition, sources, memory)
  }
  const asked = [...byFile.values()].filter((definition) => !isKnownSound(definition))
  const loaded = new Map(
    asked.map((definition) => [definition.file, loadUnlessKnown(definition, sources, memory)]),
  )
  const errors = [
    ...[...loaded.values()].flatMap((one) => one.errors),
    ...onePerCause(brokenReferences(loaded.values(), loadedOf)),
  ]
  const broken = new Set(errors.map(({ file }) => file))
  const tables = {}
  for (const [name, { file }] of all) {
    if (broken.has(file)) continue
    const one = loaded.get(file)
    Object.defineProperty(tables, name, {
      enumerable: true,
      ...(one === undefined
        ? { get: () => loadedOf(file)?.content }
        : { value: one.content, writable: true, configurable: true }),
    })
  }
  return { tables: tables as Partial<TablesOf<Definitions>>, errors: inFileOrder(errors) }
}

/**
 * Loads a set of tables from their texts (by file name under data/): all tables typed and
 * compiled, or every error in all of them at once, in file and line order.
 */
export const loadDefinitions = <const Definitions extends Readonly<Record<string, AnyDefinition>>>(
  definitions: Definitions,
  sources: ReadonlyMap<string, CsvOrPacked>,
  memory?: LoadMemory,
): Result.Result<TablesOf<Definitions>, ReadonlyArray<ReadingError>> => {
  const { errors, tables } = loadSound(definitions, sources, memory)
  return errors.length === 0 ? Result.succeed(tables as TablesOf<Definitions>) : Result.fail(errors)
}

const noRows: PackedText = { _tag: "PackedText", text: "" }

/** A set of tables from packed texts, whose tables are sound: each is opened when it is first asked for. */
export const loadPacked = <const Definitions extends Readonly<Record<string, AnyDefinition>>>(
  definitions: Definitions,
  packed: ReadonlyMap<string, PackedText>,
): TablesOf<Definitions> => {
  const tables = {}
  for (const name of Object.keys(definitions)) {
    const get = once(() => {
      // Definitions may be made when they are asked for, too.
      const definition = definitions[name]
      if (definition === undefined) return undefined
      const text = packed.get(definition.file) ?? noRows
      return definition._tag === "DecisionDefinition"
        ? unpackDecision(definition, text).content
        : unpack(definition, text).content
    })
    Object.defineProperty(tables, name, { get, enumerable: true })
  }
  return tables as TablesOf<Definitions>
}
