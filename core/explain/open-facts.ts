import {
  addRow,
  type Bitset,
  emptyBitset,
  hasRow,
  intersected,
  isEmpty,
  rowsOf,
} from "../table/bitset.ts"
import type { Decision } from "../table/decision.ts"
import { answersOne } from "../table/hit-policy.ts"
import { segmentAt } from "./nearest-fact.ts"
import {
  commonRegion,
  type NamedFacts,
  type Region,
  rowRegion,
  rowsCovering,
  rowsMeeting,
} from "../analysis/region.ts"
import { type Budget, defaultBudget, findUncovered } from "../analysis/search.ts"
import { makeSpace, type Space, type WordsOf } from "../analysis/space.ts"

/** A row that fires for some values of the open facts only: its line, and the columns it depends on. */
export interface OpenRow {
  readonly line: number
  readonly on: ReadonlyArray<string>
}

/** What a decision table says while some facts are open: lines of rows in file order. */
export interface OpenExplanation {
  readonly file: string
  readonly open: ReadonlyArray<string>
  /** Rows that fire whatever the open facts are. */
  readonly fires: ReadonlyArray<number>
  readonly depends: ReadonlyArray<OpenRow>
  /** How many rows fire for none of the open facts. */
  readonly cannot: number
  /** Rows that the search did not decide within its budget. */
  readonly unknown: ReadonlyArray<number>
  /** The open facts that the answer still depends on; the others need not be asked for. */
  readonly matter: ReadonlyArray<string>
}

interface OpenSearch {
  readonly space: Space
  readonly within: Region
  readonly open: ReadonlyArray<string>
  readonly budget: Budget
}

/** The open columns in which a row does not accept everything that a region holds. */
const choosy = ({ open, space }: OpenSearch, region: Region, row: number): ReadonlyArray<string> =>
  space.dimensions.flatMap(({ name, rows }, index) => {
    const accepted = (segment: number): boolean => {
      const set = rows[segment]
      return set !== undefined && hasRow(set, row)
    }
    return open.includes(name) && region[index]?.every(accepted) === false ? name : []
  })

type RowOutcome =
  | { readonly _tag: "Fires" | "Cannot" | "Unknown" }
  | {
      readonly _tag: "Depends"
      readonly own: ReadonlyArray<string>
      readonly on: ReadonlySet<string>
    }

/** What becomes of a row, given the rows that would fire instead of it. */
const outcomeOf = (asked: OpenSearch, row: number, earlier: Bitset): RowOutcome => {
  const { budget, space, within } = asked
  const own = rowRegion(space, row)
  const region = own && commonRegion(within, own)
  if (region === undefined) return { _tag: "Cannot" }
  const rivals = intersected(earlier, rowsMeeting(space, region))
  const search = findUncovered(space, region, rivals, budget)
  if (search._tag !== "Found") return { _tag: search._tag === "Nothing" ? "Cannot" : "Unknown" }
  if (isEmpty(rivals) && hasRow(rowsCovering(space, within), row)) return { _tag: "Fires" }
  const needs = choosy(asked, within, row)
  const escapes = rowsOf(rivals).flatMap((rival) => choosy(asked, region, rival))
  return { _tag: "Depends", own: needs, on: new Set([...needs, ...escapes]) }
}

/**
 * What a decision table says while facts are open: which rows fire whatever they are, which depend
 * on them, and which of them still matter. A fact matters exactly when there are two values of it
 * that fire different rows, the other open facts being the same.
 *
 * ```ts
 * import { explainOpen } from "../core/explain/open-facts.ts"
 * import * as Column from "../core/table/column.ts"
 * import { defineDecision, loadDecision } from "../core/table/decision.ts"
 * import * as Input from "../core/table/input.ts"
 *
 * const inputs = { age: Input.integer({ about: "Years." }), student: Input.boolean({ about: "Studies." }) }
 * const fares = defineDecision({ file: "fares.csv", about: "Fares.", hitPolicy: "first", inputs, outputs: { fare: Column.integer({ about: "Euros." }) } })
 * const { content } = loadDecision(fares, "age,student,fare\n<6,,0\n<26,true,5\n,,9\n")
 * explainOpen(content, { age: 40 }, () => undefined).matter // => []
 * explainOpen(content, { age: 20 }, () => undefined).depends // => [{ line: 3, on: ["student"] }, { line: 4, on: ["student"] }]
 * ```
 */
export const explainOpen = (
  decision: Decision,
  known: NamedFacts,
  wordsOf: WordsOf,
  budget: Budget = { left: defaultBudget },
): OpenExplanation => {
  const { file, hitPolicy, inputs } = decision.definition
  const space = makeSpace(inputs, decision.tests, wordsOf)
  const open = Object.keys(inputs).filter((name) => known[name] === undefined)
  const within = space.dimensions.map((dimension) => {
    const fact = known[dimension.name]
    if (fact === undefined) return [...dimension.segments.keys()]
    const segment = segmentAt(dimension, fact)
    return segment === undefined ? [] : [segment]
  })
  const asked: OpenSearch = { space, within, open, budget }
  const earlier = emptyBitset(space.rowCount)
  const fires: Array<number> = []
  const depends: Array<OpenRow> = []
  const unknown: Array<number> = []
  const matter = new Set<string>()
  for (const [row, { line }] of decision.rows.entries()) {
    const outcome = outcomeOf(asked, row, earlier)
    if (answersOne(hitPolicy)) addRow(earlier, row)
    if (outcome._tag === "Fires") fires.push(line)
    if (outcome._tag === "Unknown") unknown.push(line)
    if (outcome._tag !== "Depends") continue
    for (const name of outcome.own) matter.add(name)
    depends.push({ line, on: open.filter((name) => outcome.on.has(name)) })
  }
  return {
    file,
    open,
    fires,
    depends,
    cannot: decision.rows.length - fires.length - depends.length - unknown.length,
    unknown,
    matter: open.filter((name) => matter.has(name)),
  }
}
