import type { PortableTable } from "../../core/portable/portable-table.ts"
import type { HitPolicy } from "../../core/table/hit-policy.ts"
import { underColumns } from "../../core/table/layout.ts"
import { definitionEnd, ownFolder } from "../../core/table/own-table.ts"

/** What a table of one's own that a hook asks is: its words, where it is asked, and its columns by name. */
export interface OwnTableShape {
  readonly name: string
  /** What it says, in a sentence. */
  readonly about: string
  readonly hook: string
  readonly hitPolicy: HitPolicy
  readonly conditions: ReadonlyArray<string>
  readonly results: ReadonlyArray<string>
  /** Columns that are carried and shown. */
  readonly notes: ReadonlyArray<string>
}

/**
 * The file of the definition of a new table, after its name; one that is not taken yet.
 *
 * ```ts
 * import { newOwnFile } from "../rules/tables/own-table-texts.ts"
 *
 * newOwnFile("Croisières en Asie", () => false) // => "own/croisieres-en-asie.table.json"
 * newOwnFile("Asia", (file) => file === "own/asia.table.json") // => "own/asia-2.table.json"
 * newOwnFile("?", () => false) // => "own/table.table.json"
 * ```
 */
export const newOwnFile = (name: string, isTaken: (file: string) => boolean): string => {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
  const words = plain.split(/[^a-z0-9]+/).filter((word) => word !== "")
  const base = words.join("-").slice(0, 48).replace(/-$/, "") || "table"
  let file = `${ownFolder}/${base}${definitionEnd}`
  for (let count = 2; isTaken(file); count += 1)
    file = `${ownFolder}/${base}-${count}${definitionEnd}`
  return file
}

/** The shape of a table by its definition, which a hook asks and in which nothing is wrong. */
export const ownShapeOf = (definition: string): OwnTableShape => {
  const table = JSON.parse(definition) as PortableTable
  const namesOf = (columns: ReadonlyArray<{ readonly name: string }> = []) =>
    columns.map(({ name }) => name)
  return {
    name: table.name,
    about: table.about,
    hook: table.hook ?? "",
    hitPolicy: table.hitPolicy,
    conditions: namesOf(table.inputs),
    results: namesOf(table.outputs),
    notes: namesOf(table.annotations),
  }
}

/** The definition of a table, and its rows. */
export interface OwnTexts {
  readonly definition: string
  readonly csv: string
}

/**
 * The texts of a table of some shape: a new one without a row, or the one that there is with its rows,
 * their cells under the columns that stay, empty ones under those that come.
 *
 * ```ts
 * import { ownTexts } from "../rules/tables/own-table-texts.ts"
 *
 * const words = { name: "Asia", about: "No cruise.", hook: "refuse", hitPolicy: "first" } as const
 * const shape = { ...words, conditions: ["intent"], results: ["reason", "en", "fr"], notes: [] }
 * const made = ownTexts(shape)
 * made.csv // => "intent,reason,en,fr\n"
 * const filled = { ...made, csv: `${made.csv}# why\ncruise,far,"Too far, sorry.",Trop loin.\n` }
 * ownTexts({ ...shape, conditions: ["region"], notes: ["source"] }, filled).csv // => 'region,reason,en,fr,source\n# why\n,far,"Too far, sorry.",Trop loin.,\n'
 * ```
 */
export const ownTexts = (shape: OwnTableShape, before?: OwnTexts): OwnTexts => {
  const known = before === undefined ? undefined : (JSON.parse(before.definition) as PortableTable)
  const columnsOf = (
    names: ReadonlyArray<string>,
    some: ReadonlyArray<{ readonly name: string }> = [],
  ) => names.map((name) => some.find((each) => each.name === name) ?? { name })
  const { about, conditions, hitPolicy, hook, name, notes, results } = shape
  const table = {
    ...known,
    format: "viatica table 1",
    name,
    about,
    hook,
    hitPolicy,
    inputs: columnsOf(conditions, known?.inputs),
    outputs: columnsOf(results, known?.outputs),
    annotations: columnsOf(notes, known?.annotations),
  }
  const columns = [...conditions, ...results, ...notes]
  return {
    definition: `${JSON.stringify(table, null, 2)}\n`,
    csv: before === undefined ? `${columns.join(",")}\n` : reshaped(before, columns),
  }
}

/** Its rows under other columns. */
const reshaped = (before: OwnTexts, columns: ReadonlyArray<string>): string => {
  const { conditions, notes, results } = ownShapeOf(before.definition)
  return underColumns(before.csv, conditions.length + results.length + notes.length, columns)
}
