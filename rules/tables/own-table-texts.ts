import type {
  PortableInput,
  PortableOutput,
  PortableTable,
} from "../../core/portable/portable-table.ts"
import type { HitPolicy } from "../../core/table/hit-policy.ts"
import { underColumns } from "../../core/table/layout.ts"
import { definitionEnd, ownFolder } from "../../core/table/own-table.ts"

/** What a column holds of a table that nothing asks; of others, the hook knows it. */
export interface OwnColumnKind {
  readonly type: PortableInput["type"] | PortableOutput["type"]
  /** The words that a condition knows, where they are few. */
  readonly words?: ReadonlyArray<string>
  readonly minimum?: number
  readonly maximum?: number
  /** The cell of the answer where no row applies. */
  readonly default?: string
}

/** What a table of one's own is: its words, where it is asked, and its columns by name. */
export interface OwnTableShape {
  readonly name: string
  /** What it says, in a sentence. */
  readonly about: string
  /** Empty where nothing asks it. */
  readonly hook: string
  readonly hitPolicy: HitPolicy
  readonly conditions: ReadonlyArray<string>
  readonly results: ReadonlyArray<string>
  /** Columns that are carried and shown. */
  readonly notes: ReadonlyArray<string>
  /** What its conditions and results hold, by name, where nothing asks it. */
  readonly kinds?: Readonly<Record<string, OwnColumnKind>>
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

/** The shape of a table by its definition, in which nothing is wrong. */
export const ownShapeOf = (definition: string): OwnTableShape => {
  const table = JSON.parse(definition) as PortableTable
  const columns = [...table.inputs, ...table.outputs]
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
    ...(table.hook === undefined
      ? { kinds: Object.fromEntries(columns.map((column) => [column.name, kindOf(column)])) }
      : {}),
  }
}

const kindNames = ["type", "words", "minimum", "maximum", "default"] as const

/** What a definition says that a column holds. */
const kindOf = (column: PortableInput | PortableOutput): OwnColumnKind =>
  Object.fromEntries(
    Object.entries(column).filter(([name]) => kindNames.some((kind) => kind === name)),
  ) as unknown as OwnColumnKind

/** The rest of what a definition says of a column: its label, whether a fact may be unknown. */
const withoutKind = (column: object): object =>
  Object.fromEntries(
    Object.entries(column).filter(([name]) => !kindNames.some((kind) => kind === name)),
  )

/** What a definition says of a column that is not about what it holds: how people call it, and what it reads. */
const withoutFacts = (column: object): object =>
  Object.fromEntries(
    Object.entries(column).filter(([name]) => ["name", "label", "expression"].includes(name)),
  )

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
 * ownTexts({ ...shape, hook: "", kinds: { reason: { type: "text", default: "none" } } }).definition.includes('"default": "none"') // => true
 * ownTexts({ ...shape, conditions: ["region"], notes: ["source"] }, filled).csv // => 'region,reason,en,fr,source\n# why\n,far,"Too far, sorry.",Trop loin.,\n'
 * ```
 */
export const ownTexts = (shape: OwnTableShape, before?: OwnTexts): OwnTexts => {
  const known = before === undefined ? undefined : (JSON.parse(before.definition) as PortableTable)
  const { about, conditions, hitPolicy, hook, kinds = {}, name, notes, results } = shape
  const columnsOf = (
    names: ReadonlyArray<string>,
    some: ReadonlyArray<{ readonly name: string }> = [],
  ) =>
    names.map((each) => {
      const there = some.find((column) => column.name === each) ?? { name: each }
      if (hook === "") return { ...withoutKind(there), ...kinds[each] }
      // What a hook knows of a column is said nowhere else.
      return asked === hook ? there : withoutFacts(there)
    })
  const { hook: asked = "", ...rest } = known ?? {}
  const table = {
    ...rest,
    format: "viatica table 1",
    name,
    about,
    ...(hook === "" ? {} : { hook }),
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
