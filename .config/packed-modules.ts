// Writes the tables that the package brings as modules: packed, in parts that importers choose.
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { columnsOf, type AnyDefinition } from "../core/table/load.ts"
import { pack, withColumn } from "../core/table/packed.ts"
import { readSource, type SourceRecord } from "../core/table/source.ts"
import type { Market } from "../rules/coach/coach-vocabulary.ts"
import { steppedRanges } from "../rules/coach/tables/bin-ranges.ts"
import { coachBins } from "../rules/coach/tables/bins.ts"
import { rangesColumn } from "../rules/offline/coach-texts.ts"
import { renderingDefinitions } from "../rules/messages/rendering-tables.ts"
import { preparePieces } from "../rules/coach/prepared.ts"
import type { BuiltFacts, PackedTables } from "../rules/offline/packed-tables.ts"
import { anyCountry } from "../rules/coach/card/profiles.ts"
import type { AllTables } from "../rules/tables/index.ts"
import { offlineDefinitions } from "../rules/tables/offline.ts"
import { offlinePricingDefinitions, offlinePricingFiles } from "../rules/tables/offline-pricing.ts"

type Sources = ReadonlyMap<string, string>

/** The tables whose rows are of one country: the column that names it. */
const countryColumns: Readonly<Record<string, string>> = {
  "coach/bank_aliases.csv": "country",
  "coach/baselines.csv": "country",
  "coach/benefits.csv": "country",
  "coach/card_homes.csv": "residence",
  "coach/cards.csv": "country",
  "coach/cover_terms.csv": "country",
  "coach/domestic.csv": "residence",
  "coach/generic_profiles.csv": "country",
  "coach/health_zones.csv": "residence",
  "coach/products.csv": "country",
  "coach/territories.csv": "residence",
  "coach/usual_terms.csv": "country",
}

/** The ranges of card numbers, an entry of their own, and what stands with them. */
const binFiles = ["coach/bins.csv", "coach/bin_kinds.csv", "coach/bin_lists.csv"]

type Keeps = (record: SourceRecord) => boolean

const packedText = (definition: AnyDefinition, sources: Sources, keeps: Keeps): string => {
  const names = Object.keys(columnsOf(definition))
  const { errors, records } = readSource(definition.file, sources.get(definition.file) ?? "", names)
  if (errors.length > 0) throw new Error(`${definition.file} cannot be packed`)
  const { text } = pack(records.filter(keeps), names.length)
  return definition.file === coachBins.file ? withColumn(text, rangesColumn, steppedRanges) : text
}

const all: Keeps = () => true

/** The lines of the covers that tell, whatever the market, what cards can carry, and in which order. */
const carryingLines = (tables: AllTables): ReadonlySet<number> =>
  new Set(
    [...preparePieces(tables).gaps.carriedBy.values()].map(
      (row) => tables.coachBenefits.lineOf(row) ?? 0,
    ),
  )

/** Keeps the rows of a table that a market's residents need. */
const keepsOf = (
  definition: AnyDefinition,
  residences: ReadonlyArray<string>,
  carrying: ReadonlySet<number>,
): Keeps => {
  const column = countryColumns[definition.file]
  if (column === undefined) return all
  const index = Object.keys(columnsOf(definition)).indexOf(column)
  if (index < 0) throw new Error(`${definition.file} has no column ${column}`)
  const kept = new Set([...residences, anyCountry, ""])
  const isCarrying = (line: number): boolean =>
    definition.file === "coach/benefits.csv" && carrying.has(line)
  return ({ line, texts }) => kept.has(texts[index] ?? "") || isCarrying(line)
}

const moduleText = (name: string, value: unknown): string =>
  `export const ${name} = ${JSON.stringify(value)}\n`

/** What the modules are made from. */
export interface PackedModules {
  readonly folder: string
  readonly engineVersion: string
  readonly sources: Sources
  readonly tables: AllTables
  readonly facts: BuiltFacts
}

const declaration = `import type { PackedTables } from "../types/rules/offline/packed-tables.js"
/** Tables of the package, checked and packed. */
export declare const tables: PackedTables
`

/** Writes all modules into a folder. */
export const writePackedModules = ({
  engineVersion,
  facts,
  folder,
  sources,
  tables,
}: PackedModules): void => {
  mkdirSync(folder, { recursive: true })
  const write = (
    name: string,
    definitions: ReadonlyArray<AnyDefinition>,
    { keeps = () => all, market }: { keeps?: (of: AnyDefinition) => Keeps; market?: Market } = {},
  ): void => {
    const texts = Object.fromEntries(
      definitions.map((each) => [each.file, packedText(each, sources, keeps(each))]),
    )
    const packed: PackedTables = {
      _tag: "PackedTables",
      engineVersion,
      ...(market === undefined ? {} : { market }),
      texts,
    }
    writeFileSync(join(folder, `${name}.js`), moduleText("tables", packed))
    writeFileSync(join(folder, `${name}.d.ts`), declaration)
  }
  const coach = Object.values<AnyDefinition>(offlineDefinitions)
  const carrying = carryingLines(tables)
  const withoutBins = coach.filter(({ file }) => !binFiles.includes(file))
  for (const { market, residences } of tables.coachMarkets.rows) {
    if (market === "universal") write(market, withoutBins)
    else
      write(market, withoutBins, { market, keeps: (each) => keepsOf(each, residences, carrying) })
  }
  write(
    "bins",
    coach.filter(({ file }) => binFiles.includes(file)),
  )
  const priced = Object.values<AnyDefinition>(offlinePricingDefinitions)
  write(
    "pricing",
    priced.filter(({ file }) => offlinePricingFiles.includes(file)),
  )
  write("messages", Object.values<AnyDefinition>(renderingDefinitions))
  writeFileSync(join(folder, "facts.js"), moduleText("facts", facts))
}
