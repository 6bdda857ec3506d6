import type * as Result from "effect/Result"
import { outcomeKey } from "../analysis/outcome-key.ts"
import type { NamedFacts } from "../analysis/region.ts"
import type { WordsOf } from "../analysis/space.ts"
import { describeFactProblem, figureReader, readFacts } from "../explain/facts.ts"
import { plainFailure, plainSuccess } from "../plain-result.ts"
import { type TellingOf, toldBy } from "../told-by.ts"
import type { Fact } from "../table/condition.ts"
import { type Decision, type Hit, prepareAnswers } from "../table/decision.ts"
import { type Columns, decidingColumns } from "../table/definition.ts"
import { type AskedFacts, type Evaluate, evaluateAll, evaluateUnique } from "../table/evaluate.ts"
import { policies } from "../table/hit-policy.ts"
import type { Input } from "../table/input.ts"
import { linearIndex } from "./linear-index.ts"
import { camelKeys } from "../table/names.ts"
import type { MatchingIndex } from "../table/row-index.ts"
import { endpointsIn, numberSegment, type SegmentedColumn } from "../table/segments.ts"

/** What a decision table answers, or why it cannot, a sentence each. */
export type Answered<Answer> = Result.Result<Answer, ReadonlyArray<string>>

/** Asks a decision table with facts in camelCase, which may be of any shape. */
export type Ask = (facts: object) => Answered<ReadonlyArray<Hit<Columns>>>

/**
 * Prepares a decision table to be asked by others than us: facts that its columns do not take are told,
 * as are rows that the hit policy does not let answer together.
 *
 * What a column takes is seen where its fact is looked up, so that a question costs what it costs
 * without: only where a fact is refused, or left out, are all of them read again and told.
 */
export const makeAsk = (decision: Decision, wordsOf: WordsOf): Ask => {
  const watch: Watch = { refused: false }
  const evaluate = allThatCount(decision, askedIndex(decision, wordsOf, watch))
  const answered = judged(decision)
  return (facts) => {
    const rows = evaluate(facts as AskedFacts)
    if (!watch.refused) return answered(rows)
    watch.refused = false
    const read = readAsked(decision, facts, wordsOf)
    if (read._tag === "Failure") return plainFailure(read.failure)
    return answered(evaluate(read.success))
  }
}

/**
 * Prepares a decision table to be asked with facts that were read elsewhere, null where they are unknown;
 * rows answer as a function makes them.
 */
export const makeAskRead = (
  decision: Decision,
): ((
  facts: NamedFacts,
  result: (row: Hit<Columns>) => Hit<Columns>,
) => Answered<ReadonlyArray<Hit<Columns>>>) => {
  const evaluate = allThatCount(decision, askedIndex(decision))
  const answered = judged(decision)
  return (facts, result) => answered(evaluate(facts as AskedFacts).map(result))
}

/** What rows that apply come to: an answer, unless the hit policy does not let them answer together. */
const judged = (
  decision: Decision,
): ((rows: ReadonlyArray<Hit<Columns>>) => Answered<ReadonlyArray<Hit<Columns>>>) => {
  const { overlaps } = policies[decision.definition.hitPolicy]
  const clash = clashes(decision)
  return (rows) => (overlaps !== "any" && rows.length > 1 ? clash(rows) : plainSuccess(rows))
}

/**
 * Reads facts in camelCase, each under its column; a fact that is left out is unknown where its column
 * allows that. Names that no column has are told, too.
 */
export const readAsked = (
  { definition }: Decision,
  facts: object,
  wordsOf: WordsOf,
): Answered<NamedFacts> => {
  const given = Object.entries(facts).filter(([, fact]) => fact !== undefined)
  const read = readFacts(camelKeys(definition.inputs), Object.fromEntries(given), wordsOf)
  const told = toldFacts(read)
  return told.length > 0 ? plainFailure(told) : plainSuccess(read.facts)
}

/** What is wrong with facts that were read, and which are missing: a sentence each. */
export const toldFacts = ({
  open,
  problems,
}: Pick<ReturnType<typeof readFacts>, "open" | "problems">): ReadonlyArray<string> => [
  ...problems.map(describeFactProblem),
  ...open
    .filter((column) => !problems.some((problem) => problem.name === column))
    .map((column) => `${column}: is missing`),
]

/** Whether a fact was refused since it was last looked at. */
interface Watch {
  refused: boolean
}

/** Where a fact lies among the segments of a column, and between which bounds those of numbers lie. */
interface LookedUp extends Pick<SegmentedColumn, "segmentOf"> {
  readonly endpoints: () => Float64Array
}

/**
 * Looks a fact up as a column's own look-up does, and watches. It does so in one step, not around the
 * column's own: a step more for each fact is half of a question.
 */
const watchedSegments = (
  input: Input<unknown>,
  { endpoints: bounds, segmentOf }: LookedUp,
  wordsOf: WordsOf,
  watch: Watch,
): LookedUp["segmentOf"] => {
  const unknown = segmentOf(null)
  // Left out is not the same as unknown: a misspelt name lies beside it.
  const nothing = (fact: Fact | undefined): number => {
    if (fact !== null || input.optional !== true) watch.refused = true
    return unknown
  }
  switch (input.kind) {
    case "boolean": {
      const [no, yes] = [segmentOf(false), segmentOf(true)]
      return (fact) => (fact === false ? no : fact === true ? yes : nothing(fact))
    }
    case "number": {
      const { maximum = Infinity, minimum = -Infinity, whole } = input
      const low = Math.max(minimum, whole ? Number.MIN_SAFE_INTEGER : -Number.MAX_VALUE)
      const high = Math.min(maximum, whole ? Number.MAX_SAFE_INTEGER : Number.MAX_VALUE)
      const endpoints = bounds()
      const figureOf = figureReader(input.unit)
      return (given) => {
        const fact = figureOf === undefined ? given : figureOf(given)
        // NaN is in no bounds.
        if (typeof fact !== "number" || !(fact >= low && fact <= high)) return nothing(fact)
        if (whole && !Number.isInteger(fact)) return nothing(fact)
        return numberSegment(endpoints, fact)
      }
    }
    case "words": {
      const words = input.words ?? (input.reference && wordsOf(input.reference))
      if (words === undefined) {
        return (fact) => (typeof fact === "string" ? segmentOf(fact) : nothing(fact))
      }
      const known = new Map<Fact | undefined, number>(words.map((word) => [word, segmentOf(word)]))
      return (fact) => known.get(fact) ?? nothing(fact)
    }
  }
}

/**
 * The index of a table as its rows are asked for. Where facts are watched every column is asked, also
 * one that no fact fails.
 */
const askedIndex = (decision: Decision, wordsOf?: WordsOf, watch?: Watch): MatchingIndex => {
  const { definition, rows } = decision
  const inputs = Object.values(definition.inputs)
  const watched = (at: number, looked: LookedUp): LookedUp["segmentOf"] => {
    const input = inputs[at]
    return wordsOf === undefined || watch === undefined || input === undefined
      ? looked.segmentOf
      : watchedSegments(input, looked, wordsOf, watch)
  }
  if (rows.length > rowsOfShort) {
    const { ranked, ...index } = linearIndex(decision)
    const deciding = ranked.map(({ at, endpoints, factName, places, ready, segmentOf }) => {
      const segment = watched(at, { endpoints: () => endpoints, segmentOf })
      return { factName, places, segmentOf: (fact: Fact | undefined) => ready(segment(fact)) }
    })
    return { ...index, deciding }
  }
  const { columns, index } = decision
  if (watch === undefined) return index
  const deciding = index.ranked.map(({ at, factName, places, segmentOf }) => {
    const endpoints = () => endpointsIn(columns[at]?.segments ?? [])
    return { factName, places, segmentOf: watched(at, { endpoints, segmentOf }) }
  })
  return { ...index, deciding }
}

/** Longer tables have an index that grows with their rows, and not with the square of them. */
const rowsOfShort = 1_024

/**
 * Asks for the rows that the hit policy takes for an answer; where it lets no row match beside another,
 * or none that says something else, for the others too: nobody has checked that there are none.
 */
const allThatCount = (
  { definition: { hitPolicy }, rows }: Decision,
  index: MatchingIndex,
): Evaluate<Hit<Columns>> => {
  switch (policies[hitPolicy].overlaps) {
    case "any":
      return prepareAnswers(hitPolicy, index, rows)
    case "none":
      return evaluateUnique(index, rows)
    case "agreeing":
      return evaluateAll(index, rows)
  }
}

/** Tells rows that may not answer together, of some that match together. */
const clashes = ({
  definition: { hitPolicy, outputs },
}: Decision): ((rows: ReadonlyArray<Hit<Columns>>) => Answered<ReadonlyArray<Hit<Columns>>>) => {
  const names = decidingColumns(outputs)
  const isAlone = policies[hitPolicy].overlaps === "none"
  const clashing = (one: Hit<Columns>, other: Hit<Columns>): Answered<never> =>
    plainFailure([
      describeAskProblem({
        _tag: "RowsClash",
        lines: [one.line, other.line],
        differ: !isAlone,
      }),
    ])
  return ([first, ...others]) => {
    if (first === undefined) return plainSuccess([])
    const said = outcomeKey(names, first)
    const other = others.find((row) => isAlone || outcomeKey(names, row) !== said)
    return other === undefined ? plainSuccess([first]) : clashing(first, other)
  }
}

/** Why a table does not answer, beside facts that it does not take. */
type AskProblem =
  /** Two rows apply where one may; or they say different things where several may that agree. */
  | {
      readonly _tag: "RowsClash"
      readonly lines: readonly [number, number]
      readonly differ: boolean
    }
  | { readonly _tag: "NoRowAt"; readonly line: number }

/** The sentence of it. */
export const describeAskProblem = (problem: AskProblem): string => toldBy(english, problem)

const english: TellingOf<AskProblem> = {
  RowsClash: ({ differ, lines }) =>
    `lines ${lines.join(" and ")} both apply, and ${differ ? "say different things" : "only one row may"}`,
  NoRowAt: ({ line }) => `line ${line}: no row stands there`,
}
