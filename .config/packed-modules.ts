// Writes the tables that the package brings as modules: packed, in parts that importers choose.
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { columnsOf, type AnyDefinition } from "../core/table/load.ts"
import { pack, withColumn, withoutColumns } from "../core/table/packed.ts"
import { readSource, type SourceRecord } from "../core/table/source.ts"
import { outlineOf } from "../core/table/outline.ts"
import { binsFile, rangesColumn, steppedRanges } from "../rules/coach/tables/bin-ranges.ts"
import { packText } from "../http/messages/pack-text.ts"
import { renderingDefinitions, textDefinitions } from "../rules/messages/rendering-tables.ts"
import { prepareCoachPieces } from "../rules/coach/coach-pieces.ts"
import { type MessageLanguage, messageLanguages } from "../rules/messages/languages.ts"
import type { BilanTables, BuiltFacts, PackedTables } from "../rules/offline/packed-tables.ts"
import { anyCountry } from "../rules/coach/card/products.ts"
import { type Market, universalMarket } from "../rules/coach/coach-vocabulary.ts"
import type { AllTables } from "../rules/tables/index.ts"
import { offlineDefinitions } from "../rules/tables/offline.ts"
import {
  isQuoted,
  offlinePricingDefinitions,
  offlinePricingFiles,
} from "../rules/tables/offline-pricing.ts"

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

/** Columns that no bilan reads, beside the notes of all tables: explanations and lists of cards do. */
const unreadColumns: Readonly<Record<string, ReadonlyArray<string>>> = {
  "coach/benefits.csv": ["condition"],
  "coach/formalities.csv": ["applies_to", "note"],
  "coach/medical_steps.csv": ["as_of"],
  "coach/tiers.csv": ["examples_fr", "examples_en"],
  "coach/headlines.csv": ["facts_key"],
  "coach/medical_lines.csv": ["facts_key"],
  "countries.csv": [
    "alpha3",
    "name_en",
    "name_fr",
    "currency",
    "region",
    "health_spend_per_capita_usd",
  ],
  "currencies.csv": ["name"],
  "reference/limits.csv": ["unit"],
}

/** Tables whose sources every bilan names. */
const namedSources: ReadonlySet<string> = new Set([
  "coach/benefits.csv",
  "coach/cover_terms.csv",
  "coach/usual_terms.csv",
])

/** What columns of texts end with: their language, or a place where it is spoken in other words. */
const locales = ["fr", "en", "us"] as const

type Locale = (typeof locales)[number]

/** The columns that say what is told in a language. */
const localesOf = { fr: ["fr"], en: ["en", "us"] } as const satisfies Record<
  MessageLanguage,
  unknown
>

/** Languages that residents of a market may ask for by law beside its own: Quebec speaks French. */
const alsoSpoken: Readonly<Partial<Record<Market, MessageLanguage>>> = { ca: "fr" }

/** The columns of the languages that a market's bilans are told in; American words only where they are said. */
const localesIn = (
  english: string | undefined,
  languages: ReadonlyArray<MessageLanguage>,
): ReadonlyArray<Locale> =>
  languages
    .flatMap((language): ReadonlyArray<Locale> => localesOf[language])
    .filter((each) => each !== "us" || english === "us")

const isText = (column: string): boolean => /(?:^|_)(?:fr|en|us)$/.test(column)

/** The texts of messages, packed for a reader without a parser of ICU MessageFormat. */
const packedMessages = (texts: Readonly<Record<string, string>>): typeof texts => {
  const packed = Object.values<AnyDefinition>(textDefinitions).map((definition) => {
    const { file } = definition
    const text = Object.keys(columnsOf(definition)).reduce(
      (sum, column, index) => (isText(column) ? withColumn(sum, index, packText) : sum),
      texts[file] ?? "",
    )
    return [file, text] as const
  })
  return { ...texts, ...Object.fromEntries(packed) }
}

/** Tables that no bilan of the package reads: what became of arguments, and what accounts of facts alone are told. */
const unreadFiles: ReadonlySet<string> = new Set([
  "coach/argument_facts.csv",
  "coach/argument_successors.csv",
])

/** The texts of tables without what only explanations read, and without words that nobody is told. */
const leanTexts = (
  texts: Readonly<Record<string, string>>,
  definitions: ReadonlyArray<AnyDefinition>,
  spoken: ReadonlyArray<Locale>,
): Readonly<Record<string, string>> => {
  const others = locales.filter((each) => !spoken.includes(each))
  const isUnread = (file: string, column: string, isNote: boolean): boolean =>
    (isNote && !(column === "source" && namedSources.has(file))) ||
    (unreadColumns[file] ?? []).includes(column) ||
    others.some((language) => column === language || column.endsWith(`_${language}`))
  return Object.fromEntries(
    definitions.flatMap((definition) => {
      const { file } = definition
      if (unreadFiles.has(file)) return []
      const unread = Object.entries(columnsOf(definition)).flatMap(([name, column], index) =>
        isUnread(file, name, "note" in column) ? [index] : [],
      )
      return [[file, withoutColumns(texts[file] ?? "", unread)]]
    }),
  )
}

/** The ranges of card numbers, an entry of their own, and what stands with them. */
const binFiles = ["coach/bins.csv", "coach/bin_kinds.csv", "coach/bin_lists.csv"]

type Keeps = (record: SourceRecord) => boolean

const packedText = (definition: AnyDefinition, sources: Sources, keeps: Keeps): string => {
  const names = Object.keys(columnsOf(definition))
  const { errors, records } = readSource(definition.file, sources.get(definition.file) ?? "", names)
  if (errors.length > 0) throw new Error(`${definition.file} cannot be packed`)
  const { text } = pack(records.filter(keeps), names.length)
  return definition.file === binsFile ? withColumn(text, rangesColumn, steppedRanges) : text
}

const all: Keeps = () => true

/** Tables that remember which of their limits are read. */
export const watchedLimits = (
  tables: AllTables,
): { readonly tables: AllTables; readonly read: ReadonlySet<string> } => {
  const read = new Set<string>()
  const get: AllTables["limits"]["get"] = (...key) => {
    read.add(key.join())
    return tables.limits.get(...key)
  }
  return { tables: { ...tables, limits: { ...tables.limits, get } }, read }
}

/** What markets' tables keep beside the rows of their residents. */
interface KeptForAll {
  /** The lines of the covers that tell, whatever the market, what cards can carry, and in which order. */
  readonly carrying: ReadonlySet<number>
  /** The limits that bilans are prepared with; the others are a server's. */
  readonly limits: ReadonlySet<string>
}

const keptForAll = (tables: AllTables): KeptForAll => {
  const watched = watchedLimits(tables)
  const { gaps } = prepareCoachPieces(watched.tables, () => undefined)
  const lines = [...gaps.carriedBy.values()].map((row) => tables.coachBenefits.lineOf(row) ?? 0)
  return { carrying: new Set(lines), limits: watched.read }
}

/** Keeps the rows of a table that a market's residents need. */
const keepsOf = (
  definition: AnyDefinition,
  residences: ReadonlyArray<string>,
  { carrying, limits }: KeptForAll,
): Keeps => {
  if (definition.file === "reference/limits.csv") {
    return ({ texts: [name = ""] }) => limits.has(name)
  }
  const column = countryColumns[definition.file]
  if (column === undefined) return all
  const index = Object.keys(columnsOf(definition)).indexOf(column)
  if (index < 0) throw new Error(`${definition.file} has no column ${column}`)
  const kept = new Set([...residences, anyCountry, ""])
  const isCarrying = (line: number): boolean =>
    definition.file === "coach/benefits.csv" && carrying.has(line)
  return ({ line, texts }) => kept.has(texts[index] ?? "") || isCarrying(line)
}

const outlinesOf = (
  definitions: Readonly<Record<string, AnyDefinition>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(definitions).map(([name, each]) => [name, outlineOf(each)]))

const moduleText = (name: string, value: unknown): string =>
  `export const ${name} = ${JSON.stringify(value)}\n`

/** What the modules are made from. */
export interface PackedModules {
  /** The folder of the tables, and that of the code, where what several of them share lies. */
  readonly folder: string
  readonly lib: string
  readonly engineVersion: string
  readonly sources: Sources
  readonly tables: AllTables
  readonly facts: BuiltFacts
}

type Texts = Readonly<Record<string, string>>

/** What some sets of texts have all alike. */
const alike = ([first = {}, ...others]: ReadonlyArray<Texts>): Texts =>
  Object.fromEntries(
    Object.entries(first).filter(([file, text]) => others.every((each) => each[file] === text)),
  )

const without = (texts: Texts, shared: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([file]) => shared[file] === undefined))

const declaration = (type: string): string =>
  `import type { ${type} } from "../types/rules/offline/packed-tables.js"
/** Tables of the package, checked and packed. */
export declare const tables: ${type}
`

/** What an import of an entry leads to, as the package's manifest has it. */
interface Entry {
  readonly types: string
  readonly default: string
}

type Entries = Readonly<Record<string, Entry>>

const entryOf = (module: string): Entry => ({
  types: `./dist/tables/${module}.d.ts`,
  default: `./dist/tables/${module}.js`,
})

/** The module of a market's tables for bilans alone. */
const leanModule = (market: Market): string => `bilans_${market}`

/** An entry of the tables of one market, or of all. */
const isOfMarket = (entry: string): boolean =>
  entry.startsWith("./bilans/") || /^\.\/tables\/(?!bins$|pricing$)/.test(entry)

/** The entries of a manifest with those of the markets that the tables have, each in its place. */
export const withMarketEntries = (
  entries: Readonly<Record<string, unknown>>,
  { coachMarkets }: Pick<AllTables, "coachMarkets">,
): typeof entries => {
  const names = coachMarkets.rows.map(({ market }) => market)
  const whole: Entries = Object.fromEntries(
    names.map((market) => [`./tables/${market}`, entryOf(market)]),
  )
  const lean: Entries = Object.fromEntries(
    names.flatMap((market) =>
      market === universalMarket ? [] : [[`./bilans/${market}`, entryOf(leanModule(market))]],
    ),
  )
  const inPlace: Readonly<Record<string, Entries>> = {
    "./tables/bins": whole,
    "./package.json": lean,
  }
  return Object.fromEntries(
    Object.entries(entries).flatMap(([name, entry]) =>
      isOfMarket(name) ? [] : [...Object.entries(inPlace[name] ?? {}), [name, entry]],
    ),
  )
}

/** Writes all modules. */
export const writePackedModules = (modules: PackedModules): void => {
  const { engineVersion, facts, folder, lib, sources, tables } = modules
  for (const each of [folder, lib]) mkdirSync(each, { recursive: true })

  const textsOf = (
    definitions: ReadonlyArray<AnyDefinition>,
    keeps: (of: AnyDefinition) => Keeps = () => all,
  ): Texts =>
    Object.fromEntries(
      definitions.map((each) => [each.file, packedText(each, sources, keeps(each))]),
    )

  const write = (name: string, packed: Omit<PackedTables, "_tag" | "engineVersion">): void => {
    const value: PackedTables = { _tag: "PackedTables", engineVersion, ...packed }
    writeFileSync(join(folder, `${name}.js`), moduleText("tables", value))
    writeFileSync(join(folder, `${name}.d.ts`), declaration("PackedTables"))
  }

  /** Tables of markets, with what they share in a module of its own. */
  const writeMarkets = (
    named: Readonly<Record<string, Omit<PackedTables | BilanTables, "engineVersion">>>,
    sharedName: string,
  ): void => {
    const shared = alike(Object.values(named).map(({ texts }) => texts))
    writeFileSync(join(lib, `${sharedName}.js`), moduleText("texts", shared))
    for (const [name, { texts, ...rest }] of Object.entries(named)) {
      const head = JSON.stringify({ ...rest, engineVersion }).slice(1, -1)
      const own = JSON.stringify(without(texts, shared)).slice(1, -1)
      writeFileSync(
        join(folder, `${name}.js`),
        `import { texts } from "../lib/${sharedName}.js"\nexport const tables = {${head},"texts":{...texts,${own}}}\n`,
      )
      writeFileSync(join(folder, `${name}.d.ts`), declaration(rest._tag))
    }
  }

  const coach = Object.values<AnyDefinition>(offlineDefinitions)
  const forAll = keptForAll(tables)
  const withoutBins = coach.filter(({ file }) => !binFiles.includes(file))
  const markets = tables.coachMarkets.rows.map(({ language, market, residences }) => {
    const ofMarket = market === universalMarket ? {} : { market }
    const texts = textsOf(withoutBins, (each) =>
      market === universalMarket ? all : keepsOf(each, residences, forAll),
    )
    const also = alsoSpoken[market]
    const languages = also === undefined ? [language] : [language, also]
    const { english } = tables.messageLocales.get(market) ?? {}
    const lean = leanTexts(texts, withoutBins, localesIn(english, languages))
    return { name: market, ofMarket, texts, languages, lean }
  })
  writeMarkets(
    Object.fromEntries(
      markets.map(({ name, ofMarket, texts }) => [
        name,
        { _tag: "PackedTables", ...ofMarket, texts },
      ]),
    ),
    "shared-tables",
  )
  writeMarkets(
    Object.fromEntries(
      markets.flatMap(({ languages, lean, name, ofMarket }) =>
        name === universalMarket
          ? []
          : [[leanModule(name), { _tag: "BilanTables", ...ofMarket, languages, texts: lean }]],
      ),
    ),
    "shared-bilans",
  )
  write("bins", { texts: textsOf(coach.filter(({ file }) => binFiles.includes(file))) })
  const priced = Object.values<AnyDefinition>(offlinePricingDefinitions)
  write("pricing", {
    texts: textsOf(
      priced.filter(({ file }) => offlinePricingFiles.includes(file)),
      ({ file }) =>
        ({ texts }) =>
          isQuoted(file, texts),
    ),
  })
  const rendering = Object.values<AnyDefinition>(renderingDefinitions)
  const messages = packedMessages(textsOf(rendering))
  write("messages", { texts: messages })
  for (const language of messageLanguages) {
    write(`messages_${language}`, { texts: leanTexts(messages, rendering, localesOf[language]) })
  }
  writeFileSync(join(folder, "facts.js"), moduleText("facts", facts))
  const parts = { outlines: outlinesOf(offlineDefinitions), shape: facts.bilanShape }
  const texts = Object.entries(parts).map(([name, value]) => moduleText(name, value))
  writeFileSync(join(folder, "bilan_parts.js"), texts.join(""))
  const outlines = outlinesOf(renderingDefinitions)
  writeFileSync(join(folder, "message_outlines.js"), moduleText("outlines", outlines))
}
