import { type CaseOutcome, runCases } from "../../core/check/check-cases.ts"
import type { Decision } from "../../core/table/decision.ts"
import type { TableDefinition } from "../../core/table/definition.ts"
import { type AnyDefinition, type LoadMemory, loadUnlessKnown } from "../../core/table/load.ts"
import type { Table } from "../../core/table/loaded.ts"
import { definitionsByFile } from "../tables/table-named.ts"

/** A table that was asked its cases. */
export interface TestedTable {
  /** The file of the table, and that of its cases. */
  readonly file: string
  readonly cases: string
  readonly outcomes: ReadonlyArray<CaseOutcome>
  /** Its rows, and how many of them answer some case. */
  readonly rows: number
  readonly rowsMet: number
}

/** Tables with what they are declared as and their texts, under the same names. */
export interface NamedTables {
  readonly definitions: Readonly<Record<string, AnyDefinition>>
  readonly sources: ReadonlyMap<string, string>
  readonly tables: object
}

/** Asks tables their cases: those among some without mistakes that have cases beside them. */
export const testTables = ({
  definitions,
  sources,
  tables,
}: NamedTables): ReadonlyArray<TestedTable> => {
  const loaded = tables as Readonly<Record<string, Decision | Table<object> | undefined>>
  const named = Object.entries(definitions)
  const byFile = new Map(named.map(([name, { file }]) => [file, name]))
  return named.flatMap(([name, definition]) => {
    if (!isOfCases(definition)) return []
    const decision = loaded[byFile.get(definition.casesOf) ?? ""]
    const cases = loaded[name]
    if (decision === undefined || !("tests" in decision)) return []
    if (cases === undefined || "tests" in cases) return []
    return testedTable(definition, sources.get(definition.file) ?? "", cases, decision)
  })
}

/**
 * Asks one table its cases, by the file of the cases, as far as they can be read; undefined where a
 * mistake hides what the table answers. With a memory of what was read before, only texts that have changed
 * are read.
 */
export const testCases = (
  sources: ReadonlyMap<string, string>,
  file: string,
  memory: LoadMemory,
): TestedTable | undefined => {
  const definitions = definitionsByFile(sources)
  const definition = definitions.get(file)
  if (definition === undefined || !isOfCases(definition)) return undefined
  const asked = definitions.get(definition.casesOf)
  if (asked === undefined) return undefined
  const [decision, cases] = [asked, definition].map((each) =>
    loadUnlessKnown(each, sources, memory),
  )
  if (decision === undefined || cases === undefined || decision.errors.length > 0) return undefined
  const { lines, rows } = cases.content as Table<object>
  const wrong = new Set(cases.errors.map(({ line }) => line))
  const kept = [...rows.keys()].filter((at) => !wrong.has(lines[at] ?? 0))
  const sound = {
    rows: kept.flatMap((at) => rows[at] ?? []),
    lines: kept.flatMap((at) => lines[at] ?? []),
  }
  return testedTable(definition, sources.get(file) ?? "", sound, decision.content as Decision)
}

const testedTable = (
  definition: TableDefinition & { readonly casesOf: string },
  source: string,
  table: Pick<Table<object>, "lines" | "rows">,
  decision: Decision,
): TestedTable => {
  const outcomes = runCases({ definition, source, table }, decision)
  const met = new Set(outcomes.flatMap(({ answering }) => answering))
  return {
    file: definition.casesOf,
    cases: definition.file,
    outcomes,
    rows: decision.rows.length,
    rowsMet: met.size,
  }
}

const isOfCases = (
  definition: AnyDefinition,
): definition is TableDefinition & { readonly casesOf: string } =>
  definition._tag === "TableDefinition" && definition.casesOf !== undefined
