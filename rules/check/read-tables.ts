import {
  keepAnswer,
  type KeptAnswers,
  keptAnswer,
  keptDigest,
  type StandingOf,
} from "../../core/check/kept-answers.ts"
import type { LoadedTable } from "../../core/check/column-values.ts"
import { askedFileOf, isCaseFile } from "../../core/table/case-table.ts"
import { inFileOrder, type TableError } from "../../core/table/error.ts"
import { type AnyDefinition, type LoadMemory, loadUnlessKnown } from "../../core/table/load.ts"
import { definitionFileOf, isOwnTable } from "../../core/table/own-table.ts"
import { decisiveErrors } from "../tables/bundle.ts"
import { type AllTables, definitionsIn, loadSoundTables } from "../tables/index.ts"
import { allMistakes, definitionsByFile, type TableFiles } from "../tables/table-named.ts"

/** What was read of a folder: the tables without mistakes, and the mistakes of the others. */
export interface Reading {
  readonly sources: ReadonlyMap<string, string>
  /** Those of the tables, and of those with mistakes. */
  readonly definitions: Readonly<Record<string, AnyDefinition>>
  readonly tables: Partial<AllTables>
  readonly mistakes: ReadonlyArray<TableError>
  /** How many rows a table without mistakes has. */
  readonly rowsOf: (name: string) => number
}

/** Reads the tables of a folder; with what was kept of runs before, only those that do not stand as they stood. */
export const readTables = (files: TableFiles, loading: LoadMemory, kept?: KeptAnswers): Reading => {
  const { errors, sources } = files
  const rows = kept === undefined ? new Map<string, number>() : rowsBefore(kept, sources, loading)
  const definitions: Readonly<Record<string, AnyDefinition>> = definitionsIn(sources)
  const loaded = loadSoundTables(sources, loading, (file) => rows.has(file))
  const all = inFileOrder(allMistakes(files, loaded.errors))
  const mistakes = decisiveErrors(all)
  const broken = new Set(errors.map(({ file }) => file))
  const isSound = (file: string): boolean => mistakes.length === all.length && !broken.has(file)
  const tables: Partial<AllTables> = {}
  for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(loaded.tables))) {
    const { file = "" } = definitions[name] ?? {}
    // With its getter, where it has one: what is not looked at stays unread.
    if (isSound(file)) Object.defineProperty(tables, name, property)
  }
  if (kept !== undefined) keepRows(kept, sources, loading, { errors: loaded.errors, rows })
  return {
    mistakes,
    definitions,
    tables,
    sources,
    rowsOf: (name) =>
      rows.get(definitions[name]?.file ?? "") ?? tables[name as keyof AllTables]?.rows.length ?? 0,
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
    if (source === undefined) return ""
    // What the rows of a table of one's own say is up to its definition, and so it is with its cases.
    const asked = isCaseFile(file) ? askedFileOf(file) : file
    return isOwnTable(asked)
      ? kept.digest([source, sources.get(definitionFileOf(asked))])
      : kept.digest(source)
  }
  const byFile = definitionsByFile(sources)
  return (what) => {
    const [file = "", column] = what.split(" ")
    if (column === undefined) return textOf(file)
    return keptDigest(kept, `words ${what}`, textOf(file), () => {
      const definition = byFile.get(file)
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
    [...definitionsByFile(sources).keys()].flatMap((file) => {
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
  }: Pick<ReturnType<typeof loadSoundTables>, "errors"> & {
    readonly rows: ReadonlyMap<string, number>
  },
): void => {
  const standingOf = standings(kept, sources, loading)
  const broken = new Set(errors.map(({ file }) => file))
  for (const [file, definition] of definitionsByFile(sources)) {
    if (rows.has(file) || broken.has(file)) continue
    const { content, mentions } = loadUnlessKnown(definition, sources, loading)
    const read = new Set([file, ...mentions.map((mention) => `${mention.file} ${mention.column}`)])
    const answer = (content as LoadedTable).rows.length
    keepAnswer(kept, soundQuestion(file), { answer, read, standingOf })
  }
}
