import { loadedWords, type LoadedTable } from "../../core/check/column-values.ts"
import { type MeantRow, tellingColumns, writtenRows } from "../../core/check/meaning/table-cells.ts"
import type { WordsOf } from "../../core/analysis/space.ts"
import { memo } from "../../core/memory.ts"
import { type AnyDefinition, columnsOf, loadSound, type LoadMemory } from "../../core/table/load.ts"
import { referenceOf } from "../../core/editing/chosen-rows.ts"
import { referenceWords } from "../changes/grid/reference-names.ts"
import type { NamedWord } from "../changes/grid/grid-view.ts"
import { definitionsByFile } from "../tables/table-named.ts"
import type { NameOf } from "./tell/column-words.ts"

/** The texts of all tables of one moment, as findings are told from them. */
export interface CheckedTexts {
  readonly sources: ReadonlyMap<string, string>
  readonly definitionOf: (file: string) => AnyDefinition | undefined
  /** The rows of a table as they are written. */
  readonly rowsOf: (file: string) => ReadonlyArray<MeantRow>
  /** The row that a line lies in. */
  readonly rowAt: (file: string, line: number) => MeantRow | undefined
  /** A table without mistakes. */
  readonly tableOf: (file: string) => LoadedTable | undefined
  /** What words columns of tables may name. */
  readonly wordsOf: WordsOf
  /** What people call the words of the columns of a table, as its grid does. */
  readonly namesIn: (file: string) => NameOf
}

/** The row that a line lies in: the last that begins there or above. */
const rowHolding = (rows: ReadonlyArray<MeantRow>, line: number): MeantRow | undefined => {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rows[middle]?.line ?? 0) <= line) low = middle + 1
    else high = middle
  }
  return rows[low - 1]
}

interface KnownRows {
  readonly definition: AnyDefinition | undefined
  readonly source: string
  readonly rows: ReadonlyArray<MeantRow>
}

/** Prepares texts to tell findings from; a text that stays the same is cut into rows once. */
export const makeCheckedTexts = () => {
  const known = new Map<string, KnownRows>()
  const loading: LoadMemory = new Map()
  return (sources: ReadonlyMap<string, string>): CheckedTexts => {
    const byFile = definitionsByFile(sources)
    const rowsOf = (file: string): ReadonlyArray<MeantRow> => {
      const source = sources.get(file) ?? ""
      const kept = known.get(file)
      const definition = byFile.get(file)
      if (kept?.source === source && kept.definition === definition) return kept.rows
      const rows = definition === undefined ? [] : writtenRows(definition, source)
      known.set(file, { definition, source, rows })
      return rows
    }
    let loaded: Readonly<Record<string, unknown>> | undefined
    const tableOf = (file: string): LoadedTable | undefined => {
      loaded ??= loadSound(Object.fromEntries(byFile), sources, loading).tables
      return loaded[file] as LoadedTable | undefined
    }
    const wordsOf: WordsOf = (reference) => {
      const definition = byFile.get(reference.file)
      const table = tableOf(reference.file)
      if (definition === undefined || table === undefined) return undefined
      const tables = new Map([[reference.file, { definition, table, source: "" }]])
      return loadedWords(tables)(reference)
    }
    const namesIn = memo((file: string): NameOf => {
      const definition = byFile.get(file)
      const columns = definition === undefined ? {} : columnsOf(definition)
      const namesOf = memo((column: string): ReadonlyMap<string, NamedWord> => {
        const declared = columns[column]
        const reference = declared === undefined ? undefined : referenceOf(declared)
        const words = reference === undefined ? undefined : referenceWords(reference, sources)
        return new Map((words ?? []).map((each) => [each.word, each]))
      })
      return (column, word, language) => namesOf(column).get(word)?.[language] ?? word
    })
    return {
      sources,
      namesIn,
      definitionOf: (file) => byFile.get(file),
      rowsOf,
      rowAt: (file, line) => rowHolding(rowsOf(file), line),
      tableOf,
      wordsOf,
    }
  }
}

/** The cells that name a row of a table: what its key or its conditions say. */
export const namingCells = (
  { definitionOf, rowAt }: CheckedTexts,
  file: string,
  line: number,
): ReadonlyArray<string> => {
  const definition = definitionOf(file)
  const row = rowAt(file, line)
  if (definition === undefined || row === undefined) return []
  return tellingColumns(definition).map(row.cell)
}
