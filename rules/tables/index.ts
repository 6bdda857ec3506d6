import * as Result from "effect/Result"
import { boundsOf, type TableBounds, usualBounds } from "../../core/table/bounds.ts"
import { withCarried } from "../../core/table/carried.ts"
import { askedFileOf, caseDefinition, isCaseFile } from "../../core/table/case-table.ts"
import type { TableDefinition } from "../../core/table/definition.ts"
import { fileError, inFileOrder, type ReadingError } from "../../core/table/error.ts"
import {
  type AnyDefinition,
  loadChecked,
  loadDefinitions,
  type LoadMemory,
  loadSound,
  type TablesOf,
} from "../../core/table/load.ts"
import { definitionFileOf, isOwnFile } from "../../core/table/own-table.ts"
import { manifest, manifestErrors } from "./bundle.ts"
import { ownTablesIn } from "./own-tables.ts"
import { isInRelease } from "./release.ts"
import * as catalogue from "../pricing/tables/catalogue.ts"
import * as coach from "../coach/tables/index.ts"
import * as corpus from "../corpus/share-tables.ts"
import { countries } from "../reference/countries.ts"
import * as pictures from "../coach/pictures/picture-tables.ts"
import { textDefinitions as messages } from "../messages/rendering-tables.ts"
import { coachTextDefinitions } from "../messages/travellers/coach-texts.ts"
import { travellerDefinitions } from "../messages/travellers/traveller-tables.ts"
import { documentDefinitions } from "../documents/document-tables.ts"
import * as money from "../currency/currency-tables.ts"
import { fees } from "../fees/handling-fee.ts"
import * as printedSamples from "../guarantees/printed/sample-tables.ts"
import * as printed from "../guarantees/printed/printed-tables.ts"
import { payoutDefinitions } from "../payouts/payout-tables.ts"
import {
  priceBounds,
  priceExceptions,
  publishedPrices,
  publishedRatios,
} from "../plausibility/plausibility-tables.ts"
import * as sandbox from "../pricing/tables/sandbox.ts"
import { places } from "../reference/places.ts"
import * as reference from "../reference/reference-tables.ts"
import { sampleBands } from "../reference/sample-bands.ts"

/** How things are shown: their texts and their pictures. */
const showingDefinitions = {
  ...pictures,
  ...messages,
  ...travellerDefinitions,
  ...coachTextDefinitions,
  ...documentDefinitions,
}

/** The tables that answers are made of, by the name under which rules read them. */
export const answeringDefinitions = {
  manifest,
  ...coach,
  ...reference,
  countries,
  places,
  sampleBands,
  ...money,
  fees,
  ...payoutDefinitions,
  ...sandbox,
  ...catalogue,
  ...printed,
  ...showingDefinitions,
}

/** Every table there is: those that answers are made of, and those that say how to try them. */
export const definitions = {
  ...answeringDefinitions,
  ...corpus,
  ...printedSamples,
  priceBounds,
  priceExceptions,
  publishedPrices,
  publishedRatios,
}

/** The tables that answers are made of: typed, compiled and consistent with each other. */
export type Tables = TablesOf<typeof answeringDefinitions>

/** All tables, also those that say how to try the others. */
export type AllTables = TablesOf<typeof definitions>

const filesOf = (some: Readonly<Record<string, AnyDefinition>>): ReadonlyArray<string> =>
  Object.values(some).map(({ file }) => file)

/** The files under data/ that {@link loadTables} reads. */
export const answeringFiles = filesOf(answeringDefinitions)

/** The files under data/ that {@link loadAllTables} reads. */
export const tableFiles = filesOf(definitions)

/**
 * Every table there is in a set of texts: those that are shipped, and those of one's own and the cases of
 * tables under their files.
 */
export const definitionsIn = (sources: ReadonlyMap<string, string>): typeof definitions => {
  const known = definitionsOf.get(sources)
  if (known !== undefined) return known
  const own = ownTablesIn(sources).definitions
  const cases = casesIn(sources).definitions
  const carrying = carryingIn(sources)
  const isShipped =
    Object.keys(own).length + Object.keys(cases).length + Object.keys(carrying).length === 0
  const all = isShipped ? definitions : { ...definitions, ...carrying, ...own, ...cases }
  definitionsOf.set(sources, all)
  return all
}

const definitionsOf = new WeakMap<ReadonlyMap<string, string>, typeof definitions>()

/** The shipped tables that carry columns of one's own, with those. */
const carryingIn = (
  sources: ReadonlyMap<string, string>,
): Readonly<Record<string, AnyDefinition>> =>
  Object.fromEntries(
    Object.entries<AnyDefinition>(definitions).flatMap(([name, definition]) => {
      const wider = withCarried(definition, sources.get(definition.file) ?? "")
      return wider === definition ? [] : [[name, wider]]
    }),
  )

/** The cases of tables in a set of texts, and the files of cases that lie beside no decision table. */
const casesIn = (sources: ReadonlyMap<string, string>): CaseTables => {
  const known = casesOfSources.get(sources)
  if (known !== undefined) return known
  const files = [...sources.keys()].filter(isCaseFile).sort()
  const read = files.length === 0 ? noCases : readCases(sources, files)
  casesOfSources.set(sources, read)
  return read
}

interface CaseTables {
  readonly definitions: Readonly<Record<string, TableDefinition>>
  readonly errors: ReadonlyArray<ReadingError>
}

const noCases: CaseTables = { definitions: {}, errors: [] }

const casesOfSources = new WeakMap<ReadonlyMap<string, string>, CaseTables>()

const readCases = (
  sources: ReadonlyMap<string, string>,
  files: ReadonlyArray<string>,
): CaseTables => {
  const own = ownTablesIn(sources)
  const wrong = new Set(own.errors.map(({ file }) => file))
  const read = files.map((file) => {
    const asked = askedFileOf(file)
    const decision = own.definitions[asked] ?? shippedDecisions.get(asked)
    const definition = decision && caseDefinition(decision, sources.get(file) ?? "")
    // Where the definition of the table is wrong, it is told that, and nothing of its cases.
    const isLost = definition === undefined && !wrong.has(definitionFileOf(asked))
    return {
      definition,
      errors: isLost ? [fileError(file, { _tag: "DecisionBeside", file: asked })] : [],
    }
  })
  return {
    definitions: Object.fromEntries(
      read.flatMap(({ definition }) => (definition ? [[definition.file, definition]] : [])),
    ),
    errors: read.flatMap(({ errors }) => errors),
  }
}

const shippedDecisions = new Map(
  Object.values<AnyDefinition>(definitions).flatMap((definition) =>
    definition._tag === "DecisionDefinition" ? [[definition.file, definition] as const] : [],
  ),
)

/** The files of the tables in sets of texts: those that are shipped, then those of one's own with their definitions. */
export const tableFilesIn = (
  ...versions: ReadonlyArray<ReadonlyMap<string, string>>
): ReadonlyArray<string> => {
  const own = versions.flatMap((sources) => [...sources.keys()].filter(isOwnFile))
  return own.length === 0 ? tableFiles : [...tableFiles, ...[...new Set(own)].sort()]
}

/** A set of texts without the tables of one's own. */
export const shippedTexts = (
  sources: ReadonlyMap<string, string>,
): ReadonlyArray<readonly [file: string, text: string]> =>
  [...sources].filter(([file]) => !isOwnFile(file))

/** Whether a file may belong to the tables: one that is shipped, or one of one's own. */
export const isTableFile = (file: string): boolean =>
  (isOwnFile(file) && !isInRelease(file)) || tableFiles.includes(file)

/** The tables in a set of texts that answers are made of, and those of one's own. */
export const answeringIn = (sources: ReadonlyMap<string, string>): typeof answeringDefinitions => {
  const own = ownTablesIn(sources).definitions
  return Object.keys(own).length === 0 ? answeringDefinitions : { ...answeringDefinitions, ...own }
}

const boundsByFile = new Map(
  Object.values<AnyDefinition>(definitions).map((definition) => [
    definition.file,
    boundsOf(definition),
  ]),
)

/** What a file of a table may hold at most. */
export const tableBounds = (file: string): TableBounds =>
  boundsByFile.get(file) ??
  (isOwnFile(file) ? usualBounds.DecisionDefinition : usualBounds.TableDefinition)

const showingFiles = filesOf(showingDefinitions)

/** Whether a file holds a table that says how something is shown, and nothing about travel. */
export const saysHowShown = (file: string): boolean => showingFiles.includes(file)

/**
 * Whether a file holds a table that says something about travel: not how to try, date, hold or show
 * others.
 */
export const saysOfTravel = (file: string): boolean =>
  (isOwnFile(file) && !isCaseFile(file)) ||
  (answeringFiles.includes(file) && file !== manifest.file && !saysHowShown(file))

/** What is wrong beside the tables themselves: in their manifest, and in definitions of one's own. */
const errorsBeside = (sources: ReadonlyMap<string, string>): ReadonlyArray<ReadingError> => [
  ...manifestErrors(sources.get(manifest.file) ?? ""),
  ...ownTablesIn(sources).errors,
]

const withErrorsBeside = <Loaded>(
  loaded: Result.Result<Loaded, ReadonlyArray<ReadingError>>,
  sources: ReadonlyMap<string, string>,
  more: ReadonlyArray<ReadingError> = [],
): Result.Result<Loaded, ReadonlyArray<ReadingError>> => {
  const beside = [...errorsBeside(sources), ...more]
  if (beside.length === 0) return loaded
  const others = Result.isFailure(loaded) ? loaded.failure : []
  return Result.fail(inFileOrder([...others, ...beside]))
}

/**
 * Loads the tables that answers are made of from their texts by file name: them, or every error. With a
 * memory of what was loaded before, tables whose texts stay are the same objects.
 */
export const loadTables = (
  sources: ReadonlyMap<string, string>,
  memory?: LoadMemory,
): Result.Result<Tables, ReadonlyArray<ReadingError>> =>
  withErrorsBeside(loadDefinitions(answeringIn(sources), sources, memory), sources)

/** The tables that answers are made of, from texts that {@link loadTables} has loaded before. */
export const loadCheckedTables = (sources: ReadonlyMap<string, string>): Tables =>
  loadChecked(answeringIn(sources), sources)

/** Loads every table there is from their texts by file name: the tables, or every error in them. */
export const loadAllTables = (
  sources: ReadonlyMap<string, string>,
): Result.Result<AllTables, ReadonlyArray<ReadingError>> =>
  withErrorsBeside(
    loadDefinitions(definitionsIn(sources), sources),
    sources,
    casesIn(sources).errors,
  )

/**
 * Every table there is that holds no mistake, and all mistakes, those of the manifest and of definitions
 * of one's own among them; texts that a memory knows, and files that are known to be sound, are not read.
 */
export const loadSoundTables = (
  sources: ReadonlyMap<string, string>,
  memory: LoadMemory,
  isKnownSound?: (file: string) => boolean,
): ReturnType<typeof loadSound<typeof definitions>> => {
  const { errors, tables } = loadSound(
    definitionsIn(sources),
    sources,
    memory,
    isKnownSound && (({ file }) => isKnownSound(file)),
  )
  return {
    tables,
    errors: inFileOrder([...errors, ...errorsBeside(sources), ...casesIn(sources).errors]),
  }
}
