import * as Result from "effect/Result"
import type { NamedFacts } from "../analysis/region.ts"
import { explain } from "../explain/explain.ts"
import { parseDecimal } from "../money/rational.ts"
import {
  caseColumnsOf,
  type Expected,
  expectedColumns,
  expectsNone,
  factCell,
} from "../table/case-table.ts"
import type { Fact } from "../table/condition.ts"
import type { Decision, DecisionDefinition } from "../table/decision.ts"
import type { TableDefinition } from "../table/definition.ts"
import { policies } from "../table/hit-policy.ts"
import type { Table } from "../table/loaded.ts"
import { camelCase, camelKeys } from "../table/names.ts"
import { valueKey } from "../table/value-key.ts"
import type { CaseDifference } from "./finding.ts"
import { type MeantRow, writtenRows } from "./meaning/table-cells.ts"

/** What became of a case: it holds where nothing differs from what it expects. */
export interface CaseOutcome {
  readonly line: number
  readonly name: string
  /** The lines of the rows that answer, in the order in which they count. */
  readonly answering: ReadonlyArray<number>
  readonly differences: ReadonlyArray<CaseDifference>
}

/** The cases of a table: what they are declared as, their text and the rows that were read of it. */
export interface TableCases {
  readonly definition: TableDefinition
  readonly source: string
  readonly table: Pick<Table<object>, "lines" | "rows">
}

/**
 * Asks a table its cases. Where several rows may answer, a case holds when one of them has all that it
 * expects.
 */
export const runCases = (
  { definition, source, table }: TableCases,
  decision: Decision,
): ReadonlyArray<CaseOutcome> => {
  const run = prepareCase(definition, decision)
  const written = new Map(writtenRows(definition, source).map((cells) => [cells.line, cells]))
  return table.rows.flatMap((row, index) => {
    const cells = written.get(table.lines[index] ?? 0)
    return cells === undefined ? [] : [run(row as Values, cells)]
  })
}

/** The facts that a case asks its table with. */
export const factsOfCase = (
  { inputs }: Pick<DecisionDefinition, "inputs">,
  row: object,
): NamedFacts => {
  const values: Values = { ...row }
  return Object.fromEntries(
    Object.keys(inputs).map((column) => [column, (values[camelCase(column)] ?? null) as Fact]),
  )
}

/**
 * What a table answers to some facts, as the cells of a case of it: of several rows that answer, the one on a
 * line where that is among them, else the first. How many answer is told where it is not one.
 */
export const caseCells = (
  decision: Decision,
  facts: NamedFacts,
  line: number,
): Readonly<Record<string, string>> => {
  const { definition } = decision
  const columns = expectedColumns(definition)
  const { lines, rows } = prepareAnswer(decision, columns)(facts)
  const found = rows[Math.max(0, lines.indexOf(line))] ?? rows[0]
  const resultOf = (column: string): string => {
    const result = found?.[column]
    return result === undefined || isNothing(result.value) ? expectsNone : result.cell
  }
  return {
    ...Object.fromEntries(
      Object.entries(definition.inputs).map(([column, input]) => [
        column,
        factCell(input, facts[column] ?? null),
      ]),
    ),
    ...Object.fromEntries(columns.map((column) => [column, resultOf(column)])),
    [caseColumnsOf(definition).answers]: lines.length === 1 ? "" : String(lines.length),
  }
}

type Values = Readonly<Record<string, unknown>>

/** A result as it is found: the value, and how it stands in its cell. */
interface FoundResult {
  readonly value: unknown
  readonly cell: string
}

type FoundRow = Readonly<Record<string, FoundResult>>

const prepareCase = (
  { columns: declared }: TableDefinition,
  decision: Decision,
): ((row: Values, cells: MeantRow) => CaseOutcome) => {
  const { definition } = decision
  const { answers, name } = caseColumnsOf(definition)
  const columns = expectedColumns(definition).filter((column) => column in declared)
  const answerOf = prepareAnswer(decision, columns)
  return (row, cells) => {
    const facts = factsOfCase(definition, row)
    const { lines, rows } = answerOf(facts)
    const differencesTo = (found: FoundRow | undefined): ReadonlyArray<CaseDifference> =>
      columns.flatMap((column) => {
        const expected = row[camelCase(column)] as Expected
        const result = found?.[column]
        if (isAsExpected(expected, result)) return []
        const cell = result === undefined || isNothing(result.value) ? expectsNone : result.cell
        return [{ column, expected: cells.cell(column), found: cell }]
      })
    const [nearest = []] = (rows.length === 0 ? [undefined] : rows)
      .map(differencesTo)
      .toSorted((one, other) => one.length - other.length)
    const count: unknown = row[camelCase(answers)] ?? null
    const counted = count === null || count === lines.length
    return {
      line: cells.line,
      name: cells.cell(name),
      answering: lines,
      differences: counted
        ? nearest
        : [
            ...nearest,
            { column: answers, expected: cells.cell(answers), found: String(lines.length) },
          ],
    }
  }
}

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0)

const isAsExpected = (expected: Expected | undefined, found: FoundResult | undefined): boolean => {
  if (expected === null || expected === undefined) return true
  if (expected._tag === "None") return found === undefined || isNothing(found.value)
  return found !== undefined && valueKey(found.value) === valueKey(expected.value)
}

/** What a table answers: the lines of the rows that apply, and the results of each, or those that they come to. */
interface FoundAnswer {
  readonly lines: ReadonlyArray<number>
  readonly rows: ReadonlyArray<FoundRow>
}

const prepareAnswer = (
  decision: Decision,
  columns: ReadonlyArray<string>,
): ((facts: NamedFacts) => FoundAnswer) => {
  const { definition, fields, rows } = decision
  const rowAt = new Map(rows.map(({ line }, at) => [line, at]))
  const names = [...Object.keys(definition.inputs), ...Object.keys(definition.outputs)]
  const places = new Map(columns.map((column) => [column, names.indexOf(column)]))
  const otherwise = defaultsOf(definition, columns)
  const ofRow = (line: number): FoundRow => {
    const at = rowAt.get(line) ?? -1
    const values = { ...rows[at] } as Values
    return Object.fromEntries(
      columns.map((column) => [
        column,
        {
          value: values[camelCase(column)],
          cell: fields[at]?.[places.get(column) ?? -1]?.text ?? "",
        },
      ]),
    )
  }
  return (facts) => {
    const lines = decision.evaluate(camelKeys(facts)).map(({ line }) => line)
    if (lines.length === 0) return { lines, rows: otherwise }
    if (policies[definition.hitPolicy].aggregate === undefined) {
      return { lines, rows: lines.map(ofRow) }
    }
    const cell = explain(decision, facts, 0).aggregate ?? ""
    const value = Result.getOrElse(parseDecimal(cell), () => null)
    return { lines, rows: [Object.fromEntries(columns.map((column) => [column, { value, cell }]))] }
  }
}

/** What a table answers where no row applies; no row where it says nothing of that. */
const defaultsOf = (
  { defaults = {}, outputs }: DecisionDefinition,
  columns: ReadonlyArray<string>,
): ReadonlyArray<FoundRow> => {
  const known = columns.flatMap((column) => {
    const cell = defaults[column]
    const value = cell === undefined ? undefined : outputs[column]?.parse(cell)
    return cell === undefined || value === undefined || Result.isFailure(value)
      ? []
      : [[column, { value: value.success, cell }] as const]
  })
  return known.length === 0 ? [] : [Object.fromEntries(known)]
}
