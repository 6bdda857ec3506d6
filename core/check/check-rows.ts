import type { Budget } from "../analysis/search.ts"
import { type LoadedTable, valuesKey } from "./column-values.ts"
import type { CheckQuestion, LocatedFinding } from "./finding.ts"
import { declares, type IntendedGap } from "./intended-gap.ts"
import { findMissing, type ReadColumns, type ValuesByColumn } from "./required.ts"
import { csvText } from "../table/csv.ts"
import { headerOf } from "../table/header.ts"
import type { AnyDefinition } from "../table/load.ts"
import type { Naming, Requirement } from "../table/requirement.ts"

/** What the analysis of a table's rows against other tables works on. */
interface RowsCheck {
  readonly definition: AnyDefinition
  readonly table: LoadedTable
  readonly source: string
  readonly declared: ReadonlyArray<IntendedGap>
  /** Notes that a declared gap serves a purpose. */
  readonly use: (gap: IntendedGap) => void
  readonly read: ReadColumns
  readonly asks: (question: CheckQuestion) => boolean
  readonly budget: () => Budget
}

const top = { line: 1, character: 1 } as const

const unknown = (question: CheckQuestion, files: ReadonlyArray<string>): LocatedFinding => ({
  _tag: "Unknown",
  question,
  reason: files.length === 0 ? { _tag: "CutShort", at: null } : { _tag: "Mistakes", files },
  ...top,
})

const isDeclared = ({ declared, use }: RowsCheck, values: ValuesByColumn): boolean => {
  const gaps = declared.filter((gap) => declares(gap, values))
  for (const gap of gaps) use(gap)
  return gaps.length > 0
}

const missingFound = (
  check: RowsCheck,
  requirement: Requirement,
): ReadonlyArray<LocatedFinding> => {
  const { budget, definition, read, source, table } = check
  const missing = findMissing(requirement, definition.file, table, read, budget())
  if (missing._tag === "NotSound") return [unknown("required rows", [missing.file])]
  if (missing._tag === "CutShort") return [unknown("required rows", [])]
  const open = missing.combinations.filter((values) => !isDeclared(check, values))
  if (open.length === 0) return []
  const header = headerOf(source).map(({ text }) => text)
  const conditions = definition._tag === "DecisionDefinition" ? Object.keys(definition.inputs) : []
  return open.map((values) => ({
    _tag: "MissingRow",
    values,
    otherwise: requirement.otherwise,
    row: closingRow(header, conditions, values),
    directive: gapDirective(values),
    ...top,
  }))
}

const unnamedFound = ({ definition, read }: RowsCheck): ReadonlyArray<LocatedFinding> => {
  if (definition._tag === "DecisionDefinition" || definition.named === undefined) return []
  const { named } = definition
  const unnamed = findUnnamed(named, definition.file, read)
  if (unnamed._tag === "NotSound") return [unknown("named rows", unnamed.files)]
  return unnamed.rows.map(({ line, values }) => ({
    _tag: "UnnamedRow",
    values,
    by: [...new Set(named.by.map(({ file }) => file))],
    otherwise: named.otherwise,
    line,
    character: 1,
  }))
}

/** Holds a table against others: the rows that the rules need, and the rows that nothing names. */
export const checkRows = (check: RowsCheck): ReadonlyArray<LocatedFinding> => [
  ...(check.asks("required rows")
    ? (check.definition.requires ?? []).flatMap((requirement) => missingFound(check, requirement))
    : []),
  ...(check.asks("named rows") ? unnamedFound(check) : []),
]

/**
 * A row as CSV in the order of a header, given some of its cells by column: conditions that are not
 * given are empty, which takes anything, and everything else is `?`, to be filled in.
 *
 * ```ts
 * import { closingRow } from "../core/check/check-rows.ts"
 *
 * closingRow(["zone", "days", "rate"], ["zone", "days"], { zone: "not(a|b)" }) // => "not(a|b),,?"
 * ```
 */
export const closingRow = (
  header: ReadonlyArray<string>,
  conditions: ReadonlyArray<string>,
  cells: Readonly<Record<string, string>>,
): string =>
  header
    .map((column) => cells[column] ?? (conditions.includes(column) ? "" : "?"))
    .map(csvText)
    .join(",")

/**
 * The comment that declares a gap as intended, up to the reason.
 *
 * ```ts
 * import { gapDirective } from "../core/check/check-rows.ts"
 *
 * gapDirective({ zone: "not(a|b)", days: ">3" }) // => "# gap zone=not(a|b) days=>3 : "
 * ```
 */
export const gapDirective = (cells: Readonly<Record<string, string>>): string => {
  const conditions = Object.entries(cells).map(([column, cell]) => `${column}=${cell}`)
  return `# gap ${conditions.join(" ")} : `
}

/** A row that nothing names. */
interface UnnamedRow {
  readonly line: number
  readonly values: ValuesByColumn
}

/** The rows that nothing names; or the files that are not sound, so that they may. */
type Unnamed =
  | { readonly _tag: "Unnamed"; readonly rows: ReadonlyArray<UnnamedRow> }
  | { readonly _tag: "NotSound"; readonly files: ReadonlyArray<string> }

/** Finds the rows of a table that no row of other tables names. */
const findUnnamed = ({ by, columns }: Naming, file: string, read: ReadColumns): Unnamed => {
  const naming = by.map((there) => ({ file: there.file, rows: read(there) }))
  const files = naming.flatMap((there) => (there.rows === undefined ? there.file : []))
  if (files.length > 0) return { _tag: "NotSound", files }
  const named = new Set(
    naming.flatMap(({ rows = [] }) => rows.map(({ values }) => valuesKey(values))),
  )
  const rows = (read({ file, columns }) ?? []).filter(({ values }) => !named.has(valuesKey(values)))
  return {
    _tag: "Unnamed",
    rows: rows.map(({ line, values }) => ({
      line,
      values: Object.fromEntries(columns.map((column, index) => [column, values[index] ?? ""])),
    })),
  }
}
