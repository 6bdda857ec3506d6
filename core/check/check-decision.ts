import { describeSegments } from "../analysis/region-cells.ts"
import { type Region, witnessOf } from "../analysis/region.ts"
import type { Budget } from "../analysis/search.ts"
import type { WordsOf } from "../analysis/space.ts"
import { closingRow, gapDirective } from "./check-rows.ts"
import { headerOf } from "../table/header.ts"
import { type DecisionGround, prepareDecision } from "./decision-ground.ts"
import type { AllowedFacts, CheckQuestion, CutAt, LocatedFinding, NamedCells } from "./finding.ts"
import { findGaps, gapCells, holdsGap } from "./gaps.ts"
import type { IntendedGap } from "./intended-gap.ts"
import { findOverlaps, type RowPair, type RowPairs } from "./overlaps.ts"
import { findRedundantColumns, findRedundantRows, findRepeatedRows } from "./redundant.ts"
import { findUnreachable, type UnreachableRow } from "./unreachable.ts"
import { type Decision, isComplete } from "../table/decision.ts"
import { answersOne, type HitPolicy, policies } from "../table/hit-policy.ts"
import type { Input } from "../table/input.ts"
import { camelCase } from "../table/names.ts"
import { decidingColumns } from "../table/definition.ts"
import { valueKey } from "../table/value-key.ts"

/** What the analysis of one decision table works on. */
interface DecisionCheck {
  readonly decision: Decision
  readonly source: string
  readonly declared: ReadonlyArray<IntendedGap>
  /** Notes that a declared gap serves a purpose. */
  readonly use: (gap: IntendedGap) => void
  readonly wordsOf: WordsOf
  readonly asks: (question: CheckQuestion) => boolean
  /** A budget of its own for every question. */
  readonly budget: () => Budget
}

const top = { line: 1, character: 1 } as const

const cutShort = (question: CheckQuestion, at: CutAt | null = null): LocatedFinding => ({
  _tag: "Unknown",
  question,
  reason: { _tag: "CutShort", at },
  ...top,
})

/** What a region's facts have in common, for people; columns that may be anything are left out. */
const describeRegion = ({ space }: DecisionGround, region: Region): NamedCells =>
  Object.fromEntries(
    space.dimensions.flatMap((dimension, index) => {
      const segments = region[index] ?? []
      if (segments.length === dimension.segments.length) return []
      return [[dimension.name, describeSegments(dimension, segments)]]
    }),
  )

const gapFound = (check: DecisionCheck, ground: DecisionGround, gap: Region): LocatedFinding => {
  const cells = gapCells(ground.space, gap)
  const header = headerOf(check.source).map(({ text }) => text)
  const conditions = Object.keys(check.decision.definition.inputs)
  const empty = cells === undefined || Object.keys(cells).length === 0
  return {
    _tag: "Gap",
    region: describeRegion(ground, gap),
    witness: witnessOf(ground.space, gap),
    row: cells === undefined ? null : closingRow(header, conditions, cells),
    directive: empty ? null : gapDirective(cells),
    ...top,
  }
}

const gapsFound = (check: DecisionCheck, ground: DecisionGround): ReadonlyArray<LocatedFinding> => {
  const { gaps, more } = findGaps(ground, check.budget())
  const found = gaps.map((gap) => gapFound(check, ground, gap))
  if (more === undefined) return [...found, cutShort("gaps")]
  return more ? [...found, { _tag: "More", of: "Gap", others: null, ...top }] : found
}

/** Marks the declared gaps that are gaps, or that may be: an undecided one is no mistake. */
const useGaps = (
  { budget, use }: DecisionCheck,
  ground: DecisionGround,
): ReadonlyArray<LocatedFinding> => {
  const shared = budget()
  return ground.intended.flatMap((gap, index): ReadonlyArray<LocatedFinding> => {
    const holds = holdsGap(ground, index, shared)
    if (holds !== false) use(gap)
    return holds === undefined
      ? [cutShort("gaps", { _tag: "DeclaredGap", line: gap.directive.line })]
      : []
  })
}

const lineOf = ({ rows }: Decision, row: number): number => rows[row]?.line ?? 1

const differencesOf = ({ definition, fields, rows }: Decision, { other, row }: RowPair) => {
  const names = [...Object.keys(definition.inputs), ...Object.keys(definition.outputs)]
  const textIn = (index: number, column: string): string =>
    fields[index]?.[names.indexOf(column)]?.text ?? ""
  const valueIn = (index: number, column: string): string =>
    valueKey(new Map(Object.entries(rows[index] ?? {})).get(camelCase(column)))
  return decidingColumns(definition.outputs)
    .filter((column) => valueIn(row, column) !== valueIn(other, column))
    .map((column) => ({ column, here: textIn(row, column), there: textIn(other, column) }))
}

const pairsFound = (
  { decision }: DecisionCheck,
  ground: DecisionGround,
  tag: "Conflict" | "Overlap",
  { count, pairs }: RowPairs,
): ReadonlyArray<LocatedFinding> => {
  const found = pairs.map((pair): LocatedFinding => {
    const shared = {
      otherLine: lineOf(decision, pair.other),
      region: describeRegion(ground, pair.region),
      witness: witnessOf(ground.space, pair.region),
      line: lineOf(decision, pair.row),
      character: 1,
    }
    return tag === "Overlap"
      ? { _tag: tag, ...shared }
      : { _tag: tag, differences: differencesOf(decision, pair), ...shared }
  })
  const others = count - pairs.length
  return others === 0 ? found : [...found, { _tag: "More", of: tag, others, ...top }]
}

const overlapsFound = (
  check: DecisionCheck,
  ground: DecisionGround,
): ReadonlyArray<LocatedFinding> => {
  const { agreeing, cutAt, disagreeing } = findOverlaps(ground, check.budget())
  const { overlaps } = policies[check.decision.definition.hitPolicy]
  return [
    ...pairsFound(check, ground, "Conflict", disagreeing),
    ...(overlaps === "agreeing" ? [] : pairsFound(check, ground, "Overlap", agreeing)),
    ...(cutAt === undefined
      ? []
      : [cutShort("overlaps", { _tag: "RowsFrom", line: lineOf(check.decision, cutAt) })]),
  ]
}

const allowedFacts = (input: Input<unknown>): AllowedFacts => {
  const mayBeUnknown = input.optional === true
  switch (input.kind) {
    case "words":
      return { kind: "words", words: input.words ?? null, mayBeUnknown }
    case "number": {
      const { maximum, minimum, whole } = input
      return {
        kind: "number",
        isWhole: whole,
        ...(minimum === undefined ? {} : { minimum }),
        ...(maximum === undefined ? {} : { maximum }),
        mayBeUnknown,
      }
    }
    case "boolean":
      return { kind: "boolean", mayBeUnknown }
  }
}

/** One finding for all rows that a question was not answered for. */
const cutRows = (question: CheckQuestion, decision: Decision, rows: ReadonlyArray<number>) => {
  const [first] = rows
  if (first === undefined) return []
  const line = lineOf(decision, first)
  return [cutShort(question, { _tag: "Row", line, others: rows.length - 1 })]
}

const unreachableFound = (
  decision: Decision,
  found: Exclude<UnreachableRow, { readonly _tag: "Unknown" }>,
): LocatedFinding => {
  const place = { line: lineOf(decision, found.row), character: 1 }
  switch (found._tag) {
    case "Shadowed":
      return {
        _tag: "ShadowedRow",
        lines: found.by.map((row) => lineOf(decision, row)),
        ...place,
      }
    case "Impossible": {
      const inputs = Object.entries(decision.definition.inputs)
      const [first] = found.columns
      const cell = decision.fields[found.row]?.[first ?? 0]
      return {
        _tag: "ImpossibleRow",
        conditions: found.columns.flatMap((index) => {
          const [column, input] = inputs[index] ?? []
          if (column === undefined || input === undefined) return []
          const text = decision.fields[found.row]?.[index]?.text ?? ""
          return [{ column, cell: text, allowed: allowedFacts(input) }]
        }),
        ...place,
        ...(cell === undefined ? {} : { line: cell.line, character: cell.character }),
      }
    }
  }
}

const columnsFound = (
  check: DecisionCheck,
  ground: DecisionGround,
): ReadonlyArray<LocatedFinding> => {
  const { decision, source } = check
  return findRedundantColumns(ground, check.budget()).map(({ _tag, index }): LocatedFinding => {
    const column = Object.keys(decision.definition.inputs)[index] ?? ""
    if (_tag === "Unknown") return cutShort("redundant columns", { _tag: "Column", column })
    const place = headerOf(source).find(({ text }) => text === column) ?? top
    const empty = decision.tests.every((row) => row[index]?._tag === "Any")
    return { _tag: "RedundantColumn", column, empty, line: place.line, character: place.character }
  })
}

const unreachableRowsFound = (
  decision: Decision,
  found: ReadonlyArray<UnreachableRow>,
): ReadonlyArray<LocatedFinding> => {
  const unknown = found.flatMap(({ _tag, row }) => (_tag === "Unknown" ? row : []))
  return [
    ...found.flatMap((one) => (one._tag === "Unknown" ? [] : unreachableFound(decision, one))),
    ...cutRows("unreachable rows", decision, unknown),
  ]
}

const rowsFound = (
  { budget, decision, wordsOf }: DecisionCheck,
  ground: DecisionGround,
  unreachable: ReadonlySet<number>,
): ReadonlyArray<LocatedFinding> => {
  const found = findRedundantRows(ground, unreachable, wordsOf, budget())
  const redundant = found.filter(({ _tag }) => _tag === "Redundant")
  const unknown = found.filter(({ _tag }) => _tag === "Unknown")
  return [
    ...redundant.map(({ index }): LocatedFinding => ({
      _tag: "RedundantRow",
      line: lineOf(decision, index),
      character: 1,
    })),
    ...cutRows(
      "redundant rows",
      decision,
      unknown.map(({ index }) => index),
    ),
  ]
}

const repeatedFound = (
  check: DecisionCheck,
  ground: DecisionGround,
): ReadonlyArray<LocatedFinding> =>
  findRepeatedRows(ground).map(({ other, row }) => ({
    _tag: "RepeatedRow",
    otherLine: lineOf(check.decision, other),
    line: lineOf(check.decision, row),
    character: 1,
  }))

/** Whether anything is asked that a table of this kind answers. */
const isAsked = ({ asks, decision: { definition } }: DecisionCheck): boolean =>
  (asks("gaps") && isComplete(definition)) ||
  (asks("overlaps") && policies[definition.hitPolicy].overlaps !== "any") ||
  asks("unreachable rows") ||
  asks("redundant columns") ||
  asks("redundant rows")

/** Whether every row that matches counts, so that a row that is there twice counts twice. */
const addsUp = (hitPolicy: HitPolicy): boolean =>
  !answersOne(hitPolicy) && hitPolicy !== "min" && hitPolicy !== "max"

/** Analyses one decision table: everything that is asked about it. */
export const checkDecision = (check: DecisionCheck): ReadonlyArray<LocatedFinding> => {
  if (!isAsked(check)) return []
  const { asks, decision, declared, wordsOf } = check
  const { definition } = decision
  const ground = prepareDecision(decision, declared, wordsOf)
  const found: Array<LocatedFinding> = []
  if (asks("gaps") && isComplete(definition)) {
    found.push(...gapsFound(check, ground), ...useGaps(check, ground))
  }
  if (asks("overlaps") && policies[definition.hitPolicy].overlaps !== "any") {
    found.push(...overlapsFound(check, ground))
  }
  const unreachable = asks("unreachable rows")
    ? findUnreachable(ground, wordsOf, check.budget())
    : []
  found.push(...unreachableRowsFound(decision, unreachable))
  if (asks("redundant columns")) found.push(...columnsFound(check, ground))
  if (asks("redundant rows")) {
    const skipped = new Set(unreachable.map(({ row }) => row))
    found.push(
      ...(addsUp(definition.hitPolicy)
        ? repeatedFound(check, ground)
        : rowsFound(check, ground, skipped)),
    )
  }
  return found
}

/** What is found of a table by the rules of its domain, and the columns that it is about. */
export interface DomainFindings {
  readonly file: string
  readonly columns: ReadonlyArray<string>
  readonly findings: ReadonlyArray<LocatedFinding>
}
