import type { WordsOf } from "../../core/analysis/space.ts"
import { type AnyDefinition, columnsOf } from "../../core/table/load.ts"
import { readSource } from "../../core/table/source.ts"

/**
 * The words that references may name, read from the texts of the tables by file: those of a column
 * in the order of its file, without the empty cell. Each file is read once, when first asked for.
 *
 * ```ts
 * import * as Column from "../core/table/column.ts"
 * import { defineTable } from "../core/table/definition.ts"
 * import { wordsOfSources } from "../rules/tables/source-words.ts"
 *
 * const zones = defineTable({ file: "zones.csv", about: "Zones.", key: ["zone"], columns: { zone: Column.text({ about: "Its name." }) } })
 * wordsOfSources([zones], new Map([["zones.csv", "zone\nnorth\nsouth\n"]]))({ file: "zones.csv", column: "zone" }) // => ["north", "south"]
 * ```
 */
export const wordsOfSources = (
  definitions: ReadonlyArray<AnyDefinition>,
  sources: ReadonlyMap<string, string>,
): WordsOf => {
  const byFile = new Map(definitions.map((definition) => [definition.file, definition]))
  const read = new Map<string, ReturnType<typeof readSource>["words"]>()
  const known = new Map<string, ReadonlyArray<string>>()
  const wordsIn = (file: string): ReturnType<typeof readSource>["words"] | undefined => {
    const definition = byFile.get(file)
    const text = sources.get(file)
    if (definition === undefined || text === undefined) return undefined
    const words = read.get(file) ?? readSource(file, text, Object.keys(columnsOf(definition))).words
    read.set(file, words)
    return words
  }
  return ({ column, file }) => {
    const key = `${file} ${column}`
    const words =
      known.get(key) ?? [...(wordsIn(file)?.(column) ?? [])].filter((word) => word !== "")
    known.set(key, words)
    return words.length === 0 ? undefined : words
  }
}
