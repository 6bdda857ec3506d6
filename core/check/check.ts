import { type AnyDefinition, columnsOf } from "../table/load.ts"
import { runCases } from "./check-cases.ts"
import { writtenRows } from "./meaning/table-cells.ts"
import { checkDecision, type DomainFindings } from "./check-decision.ts"
import { checkRows } from "./check-rows.ts"
import {
  checkMeanings,
  type MeaningCheck,
  seenOf,
  type Surroundings,
} from "./meaning/check-meanings.ts"
import {
  columnReader,
  type CheckedTable,
  type LoadedTable,
  type TablesByFile,
  loadedWords,
} from "./column-values.ts"
import {
  type CheckQuestion,
  type Finding,
  type FindingKind,
  type LocatedFinding,
  questions,
} from "./finding.ts"
import { type CheckMemory, type TableReading, recalled } from "./check-memory.ts"
import type { KeptAnswers } from "./kept-answers.ts"
import { type IntendedGap, readIntendedGaps } from "./intended-gap.ts"
import type { ReadColumns } from "./required.ts"
import type { WordsOf } from "../analysis/space.ts"

/** Tables by the names of their definitions, as far as they are sound. */
export interface CheckedTables {
  readonly definitions: Readonly<Record<string, AnyDefinition>>
  readonly sources: ReadonlyMap<string, string>
  readonly tables: Readonly<Record<string, unknown>>
}

/** How far an analysis goes. */
export interface CheckOptions extends Surroundings {
  /** What is asked; everything when left out. */
  readonly asked?: ReadonlyArray<CheckQuestion>
  /** The files that are looked at; all of them when left out. */
  readonly files?: ReadonlyArray<string>
  /** Words of bitsets that each question may look at in each table, before it is cut short. */
  readonly budget?: number
  /** What domains find, which a table may declare as meant. */
  readonly domains?: ReadonlyArray<DomainFindings>
  /** What was found before under the same options: tables that nothing has changed for are not asked. */
  readonly memory?: CheckMemory
  /** What was found in other processes, beside a memory: tables that stand as they stood are not loaded. */
  readonly kept?: KeptAnswers
}

/** What each question may look at in each table unless told otherwise: some seconds at most. */
export const checkBudget = 100_000_000

/** More findings of one kind in one table than this are counted and not listed. */
export const listedMax = 20

const loadedOf = ({ definitions, sources, tables }: CheckedTables): TablesByFile =>
  new Map(
    Object.entries(definitions).flatMap(([name, definition]) => {
      const source = sources.get(definition.file)
      if (!(name in tables) || source === undefined) return []
      // It may be loaded only when it is looked at.
      const known: CheckedTable = {
        definition,
        source,
        get table() {
          return tables[name] as LoadedTable
        },
      }
      return [[definition.file, known] as const]
    }),
  )

/** The files that the conditions of a table refer to and that are not sound. */
const unsoundReferences = (
  definition: AnyDefinition,
  loaded: TablesByFile,
): ReadonlyArray<string> => {
  const columns = definition._tag === "DecisionDefinition" ? definition.inputs : definition.columns
  const files = Object.values(columns).flatMap((column) =>
    "reference" in column && column.reference !== undefined ? column.reference.file : [],
  )
  return [...new Set(files)].filter((file) => !loaded.has(file))
}

/** Lists the first findings of each kind, and counts the others. */
const shortened = (found: ReadonlyArray<LocatedFinding>): ReadonlyArray<LocatedFinding> => {
  const counts = new Map<FindingKind, number>()
  const listed = found.filter((one) => {
    if (one._tag === "More" || one._tag === "Unknown") return true
    const count = (counts.get(one._tag) ?? 0) + 1
    counts.set(one._tag, count)
    return count <= listedMax
  })
  const more = [...counts].flatMap(([of, count]): ReadonlyArray<LocatedFinding> => {
    if (count <= listedMax) return []
    return [{ _tag: "More", of, others: count - listedMax, line: 1, character: 1 }]
  })
  return [...listed, ...more]
}

const decisionQuestions = [
  "gaps",
  "overlaps",
  "unreachable rows",
  "redundant columns",
  "redundant rows",
] as const satisfies ReadonlyArray<CheckQuestion>

const unknownFor = (
  definition: AnyDefinition,
  asked: ReadonlyArray<CheckQuestion>,
  files: ReadonlyArray<string>,
): ReadonlyArray<LocatedFinding> => {
  const promising = definition.means?.some(({ _tag }) => _tag === "Monotone") === true
  const decisive: ReadonlyArray<CheckQuestion> = [
    ...(definition._tag === "DecisionDefinition" ? decisionQuestions : []),
    ...(promising ? (["broken promises"] as const) : []),
  ]
  return decisive
    .filter((question) => asked.includes(question))
    .map((question) => ({
      _tag: "Unknown",
      question,
      reason: { _tag: "Mistakes", files },
      line: 1,
      character: 1,
    }))
}

interface Check {
  readonly loaded: TablesByFile
  readonly read: ReadColumns
  readonly wordsOf: WordsOf
  readonly asked: ReadonlyArray<CheckQuestion>
  readonly budget: number
  readonly domains: ReadonlyArray<DomainFindings>
  readonly around: Surroundings
}

const staleGaps = (
  gaps: ReadonlyArray<IntendedGap>,
  used: ReadonlySet<IntendedGap>,
): ReadonlyArray<LocatedFinding> =>
  gaps
    .filter((gap) => !used.has(gap))
    .map(({ directive: { character, line, why } }) => ({ _tag: "StaleGap", why, line, character }))

/** What a table's values mean, with what its domain finds of it. */
const meaningsFound = (
  { around, domains, read, wordsOf }: Check,
  known: CheckedTable,
  { asks, budget }: Pick<MeaningCheck, "asks" | "budget">,
): ReadonlyArray<LocatedFinding> => {
  const mine = domains.filter(({ file }) => file === known.definition.file)
  const { definition, source, table } = known
  return checkMeanings({
    ...seenOf(definition, around),
    definition,
    source,
    table,
    asks,
    budget,
    read,
    wordsOf,
    others: mine.flatMap(({ findings }) => findings),
    judged: mine.flatMap(({ columns }) => columns),
  })
}

/** The cases of a table that do not hold, where the table of cases is the one that is checked. */
const casesFound = (
  { loaded, read }: Check,
  { definition, source, table }: CheckedTable,
): ReadonlyArray<LocatedFinding> => {
  if (definition._tag === "DecisionDefinition" || definition.casesOf === undefined) return []
  const file = definition.casesOf
  const asked = loaded.get(file)
  if (asked === undefined || !("tests" in asked.table) || "tests" in table) {
    const reason = { _tag: "Mistakes", files: [file] } as const
    return [{ _tag: "Unknown", question: "cases", reason, line: 1, character: 1 }]
  }
  // What was found holds for as long as every cell of the table that is asked stays as it is.
  read({ file, columns: Object.keys(columnsOf(asked.definition)) })
  const rows = writtenRows(definition, source)
  return runCases({ definition, source, table }, asked.table).flatMap(
    ({ answering, differences, line, name }) => {
      const [first] = differences
      const place = rows.find((row) => row.line === line)?.placeOf(first?.column ?? "")
      return first === undefined
        ? []
        : [
            {
              _tag: "CaseDiffers",
              name,
              table: file,
              answering,
              differences,
              line,
              character: place?.character ?? 1,
            },
          ]
    },
  )
}

/** Everything about one sound table. */
const checkTable = (check: Check, file: string): ReadonlyArray<LocatedFinding> => {
  const { asked, loaded, read, wordsOf } = check
  const known = loaded.get(file)
  if (known === undefined) return []
  const { definition, source, table } = known
  const asks = (question: CheckQuestion): boolean => asked.includes(question)
  const unsound = unsoundReferences(definition, loaded)
  const { errors, gaps } = readIntendedGaps(definition, source, wordsOf)
  const used = new Set<IntendedGap>()
  const shared = {
    source,
    declared: gaps,
    use: (gap: IntendedGap) => void used.add(gap),
    asks,
    budget: () => ({ left: check.budget }),
  }
  const found: Array<LocatedFinding> = errors.map((error) => ({
    _tag: "BadDirective",
    error,
    line: error.line,
    character: error.character,
  }))
  if (unsound.length > 0) found.push(...unknownFor(definition, asked, unsound))
  else if ("tests" in table) found.push(...checkDecision({ ...shared, decision: table, wordsOf }))
  found.push(...checkRows({ ...shared, definition, table, read }))
  if (asks("cases")) found.push(...casesFound(check, known))
  // What words stand for is not known where a table that they name is not sound.
  const isKnown = (question: CheckQuestion): boolean =>
    asks(question) && (unsound.length === 0 || question !== "broken promises")
  found.push(...meaningsFound(check, known, { ...shared, asks: isKnown }))
  const isWhole =
    asks("gaps") && asks("required rows") && !found.some(({ _tag }) => _tag === "Unknown")
  return isWhole ? [...found, ...staleGaps(gaps, used)] : found
}

const inPlace = (left: Finding, right: Finding): number =>
  left.line - right.line || left.character - right.character

/**
 * Analyses sound tables: gaps, overlaps, rows that never fire, what decides nothing, rows that the
 * rules need and rows that nobody names; by file, then from top to bottom. What is cut short is an
 * `Unknown`, never nothing.
 */
export const checkTables = (
  tables: CheckedTables,
  {
    asked = questions,
    budget = checkBudget,
    domains = [],
    files,
    kept,
    memory,
    ...around
  }: CheckOptions = {},
): ReadonlyArray<Finding> => {
  const loaded = loadedOf(tables)
  const read = columnReader(loaded)
  const wordsOf = loadedWords(loaded)
  const check: Check = { loaded, read, wordsOf, asked, budget, domains, around }
  return [...loaded]
    .filter(([file]) => files?.includes(file) ?? true)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([file, known]) => {
      const { definition } = known
      const hitPolicy = definition._tag === "DecisionDefinition" ? definition.hitPolicy : null
      const ask = (reading: TableReading): ReadonlyArray<Finding> =>
        shortened(checkTable({ ...check, ...reading }, file))
          .map((found): Finding => ({ ...found, file, hitPolicy }))
          .sort(inPlace)
      if (memory === undefined) return ask(check)
      const mine = domains.filter((one) => one.file === file)
      const unsound = unsoundReferences(definition, loaded)
      const declared = definition._tag === "DecisionDefinition" ? definition.declared : undefined
      const under = [asked, budget, seenOf(definition, around), declared]
      const before = kept && { answers: kept, loaded, under }
      return recalled(file, memory, { known, domains: mine, reading: check, unsound }, ask, before)
    })
}
