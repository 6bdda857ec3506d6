import {
  keepAnswer,
  type KeptAnswers,
  keptAnswer,
  keptDigest,
  type StandingOf,
} from "../../core/check/kept-answers.ts"
import type { LoadedTable } from "../../core/check/column-values.ts"
import { inFileOrder, type TableError } from "../../core/table/error.ts"
import { type LoadMemory, loadSound, loadUnlessKnown } from "../../core/table/load.ts"
import { decisiveErrors, manifestErrors } from "../tables/bundle.ts"
import { type AllTables, definitions } from "../tables/index.ts"
import { allMistakes, definitionByFile, type TableFiles } from "../tables/table-named.ts"

/** What was read of a folder: the tables without mistakes, and the mistakes of the others. */
export interface Reading {
  readonly sources: ReadonlyMap<string, string>
  readonly tables: Partial<AllTables>
  readonly mistakes: ReadonlyArray<TableError>
  /** How many rows a table without mistakes has. */
  readonly rowsOf: (name: keyof AllTables) => number
}

/** Reads the tables of a folder; with what was kept of runs before, only those that do not stand as they stood. */
export const readTables = (files: TableFiles, loading: LoadMemory, kept?: KeptAnswers): Reading => {
  const { errors, sources } = files
  const rows = kept === undefined ? new Map<string, number>() : rowsBefore(kept, sources, loading)
  const loaded = loadSound(definitions, sources, loading, ({ file }) => rows.has(file))
  const inManifest = manifestErrors(sources.get(definitions.manifest.file) ?? "")
  const all = inFileOrder([...allMistakes(files, loaded.errors), ...inManifest])
  const mistakes = decisiveErrors(all)
  const broken = new Set(errors.map(({ file }) => file))
  const isSound = (file: string): boolean => mistakes.length === all.length && !broken.has(file)
  const tables: Partial<AllTables> = {}
  for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(loaded.tables))) {
    const { file } = definitions[name as keyof AllTables]
    // With its getter, where it has one: what is not looked at stays unread.
    if (isSound(file)) Object.defineProperty(tables, name, property)
  }
  if (kept !== undefined) keepRows(kept, sources, loading, { errors: loaded.errors, rows })
  return {
    mistakes,
    tables,
    sources,
    rowsOf: (name) => rows.get(definitions[name].file) ?? tables[name]?.rows.length ?? 0,
  }
}

/** How texts stand, and the words of columns that other tables refer to. */
const standings = (
  kept: KeptAnswers,
  sources: TableFiles["sources"],
  loading: LoadMemory,
): StandingOf => {
  const textOf = (file: string): string => {
    const source = sources.get(file)
    return source === undefined ? "" : kept.digest(source)
  }
  return (what) => {
    const [file = "", column] = what.split(" ")
    if (column === undefined) return textOf(file)
    return keptDigest(kept, `words ${what}`, textOf(file), () => {
      const definition = definitionByFile.get(file)
      return definition && loadUnlessKnown(definition, sources, loading).words(column)
    })
  }
}

/** The question whether nothing is wrong in a file; its answer is how many rows it has. */
const soundQuestion = (file: string): string => `rows ${file}`

/** The rows of the files that stand as they stood when nothing was wrong in them. */
const rowsBefore = (
  kept: KeptAnswers,
  sources: TableFiles["sources"],
  loading: LoadMemory,
): ReadonlyMap<string, number> => {
  const standingOf = standings(kept, sources, loading)
  return new Map(
    [...definitionByFile.keys()].flatMap((file) => {
      const known = keptAnswer(kept, soundQuestion(file), standingOf)
      return known === undefined ? [] : [[file, known.answer as number] as const]
    }),
  )
}

/** Keeps of each file in which nothing is wrong how many rows it has, with what it refers to. */
const keepRows = (
  kept: KeptAnswers,
  sources: TableFiles["sources"],
  loading: LoadMemory,
  {
    errors,
    rows,
  }: Pick<ReturnType<typeof loadSound>, "errors"> & { readonly rows: ReadonlyMap<string, number> },
): void => {
  const standingOf = standings(kept, sources, loading)
  const broken = new Set(errors.map(({ file }) => file))
  for (const [file, definition] of definitionByFile) {
    if (rows.has(file) || broken.has(file)) continue
    const { content, mentions } = loadUnlessKnown(definition, sources, loading)
    const read = new Set([file, ...mentions.map((mention) => `${mention.file} ${mention.column}`)])
    const answer = (content as LoadedTable).rows.length
    keepAnswer(kept, soundQuestion(file), { answer, read, standingOf })
  }
}
