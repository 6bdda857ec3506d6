import type { AnyDefinition } from "../table/load.ts"
import type { Requirement } from "../table/requirement.ts"
import type { LocatedFinding } from "./check-decision.ts"
import { closingRow, gapDirective, headerOf } from "./closing-row.ts"
import type { LoadedTable } from "./column-values.ts"
import type { CheckQuestion } from "./finding.ts"
import { declares, type IntendedGap } from "./intended-gap.ts"
import { findMissing, type ReadColumns, type ValuesByColumn } from "./required.ts"
import type { Budget } from "../analysis/search.ts"
import { findUnnamed } from "./unnamed.ts"

/** What the analysis of a table's rows against other tables works on. */
export interface RowsCheck {
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
  reason: files.length === 0 ? { _tag: "CutShort", subject: null } : { _tag: "Mistakes", files },
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
