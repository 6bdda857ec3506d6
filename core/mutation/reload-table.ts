import type { Loaded, ReferenceUse } from "../table/loaded.ts"
import { type ReadingError, tableError } from "../table/error.ts"
import { type AnyDefinition, columnsOf, loadText } from "../table/load.ts"

/** One table read anew among others that stay as they are, with every mistake that this makes. */
export interface ReloadedTable {
  /** The loaded table, of the kind that its definition is. */
  readonly content: unknown
  readonly errors: ReadonlyArray<ReadingError>
}

/** Reads one table anew from another text. */
export type ReloadTable = (definition: AnyDefinition, text: string) => ReloadedTable

const broken = ({ column, file, place }: ReferenceUse): ReadingError =>
  tableError(place, { expected: { _tag: "Existing", column, file } })

/** The first use of every word, by the file and column that it refers to. */
const usesByColumn = (
  loads: ReadonlyMap<string, Loaded<unknown>>,
): ReadonlyMap<string, ReadonlyArray<ReferenceUse>> => {
  const uses = new Map<string, Map<string, ReferenceUse>>()
  for (const use of [...loads.values()].flatMap((load) => load.uses)) {
    const key = `${use.file} ${use.column}`
    const known = uses.get(key) ?? new Map<string, ReferenceUse>()
    const word = `${use.place.file} ${use.place.cell}`
    if (!known.has(word)) known.set(word, use)
    uses.set(key, known)
  }
  return new Map([...uses].map(([key, known]) => [key, [...known.values()]]))
}

/**
 * Prepares to read single tables anew: much cheaper than loading all of them, and the same mistakes,
 * those included that other tables then make by referring to what is gone (one for each word).
 */
export const prepareReload = (
  definitions: ReadonlyArray<AnyDefinition>,
  sources: ReadonlyMap<string, string>,
): ReloadTable => {
  const loads = new Map(
    definitions.map((definition) => [
      definition.file,
      loadText(definition, sources.get(definition.file) ?? ""),
    ]),
  )
  const uses = usesByColumn(loads)
  return (definition, text) => {
    const { file } = definition
    const load = loadText(definition, text)
    const wordsOf = (target: string, column: string): ReadonlySet<string> | undefined =>
      (target === file ? load : loads.get(target))?.words(column)
    const exists = (use: ReferenceUse): boolean =>
      wordsOf(use.file, use.column)?.has(use.place.cell) ?? true
    const ofOthers = Object.keys(columnsOf(definition)).flatMap((column) =>
      (uses.get(`${file} ${column}`) ?? []).filter(({ place }) => place.file !== file),
    )
    const missing = [...load.uses, ...ofOthers].filter((use) => !exists(use))
    return { content: load.content, errors: [...load.errors, ...missing.map(broken)] }
  }
}
