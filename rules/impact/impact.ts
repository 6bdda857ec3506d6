import type { Tables } from "../tables/index.ts"
import type { FlatValue } from "./flatten.ts"
import { conclusionText, type Outcome, outcomeOf, prepareConclusions } from "./outcome.ts"
import { type PriceChange, type PriceImpact, priceChanges, priceImpacts } from "./price-impact.ts"
import { type AskAbout, prepareQuestions } from "./questions.ts"
import type { Situation } from "../corpus/situation.ts"
import { answerOf } from "./watched-tables.ts"

/** A field of an outcome before and after; undefined where the answer did not hold it. */
export interface FieldChange {
  readonly field: string
  readonly before: FlatValue | undefined
  readonly after: FlatValue | undefined
}

/** A change of one field in one situation. */
export interface ImpactExample extends Omit<FieldChange, "field"> {
  readonly situation: string
}

/** How many situations differ in a field, and the first of them. */
export interface FieldImpact {
  readonly field: string
  readonly situations: number
  readonly examples: ReadonlyArray<ImpactExample>
}

/** A row of a decision table, and in how many of the changed situations it counted. */
export interface RowImpact {
  readonly file: string
  readonly line: number
  readonly situations: number
}

/** What a change of tables does to the situations of a corpus. */
export interface Impact {
  readonly situations: number
  /** Situations with any difference at all. */
  readonly changed: number
  readonly changedCases: number
  /** The names of the first of them, in the order of the corpus. */
  readonly firstChanged: ReadonlyArray<string>
  /** By field, those that differ most often first. */
  readonly fields: ReadonlyArray<FieldImpact>
  /** By offer and currency. */
  readonly prices: ReadonlyArray<PriceImpact>
  /** Rows that counted in changed situations, by the tables before and by those after. */
  readonly rows: {
    readonly before: ReadonlyArray<RowImpact>
    readonly after: ReadonlyArray<RowImpact>
  }
}

/** The fields in which two outcomes differ, in the order of the fields, those that are new last. */
export const changesBetween = (before: Outcome, after: Outcome): ReadonlyArray<FieldChange> => {
  const changes: Array<FieldChange> = []
  for (const field of Object.keys(before)) {
    if (before[field] !== after[field]) {
      changes.push({ field, before: before[field], after: after[field] })
    }
  }
  for (const field of Object.keys(after)) {
    if (!(field in before)) changes.push({ field, before: undefined, after: after[field] })
  }
  return changes
}

interface CountedField {
  situations: number
  readonly examples: Array<ImpactExample>
}

/** Counts in how many situations each row of the decision tables counted. */
const rowCounter = (tables: Tables, questions: AskAbout) => {
  const counts = new Map<string, { file: string; line: number; situations: number }>()
  const add = (situation: Situation): void => {
    const counted = new Set<string>()
    questions(situation, (name, facts) => {
      const hits = answerOf(tables, name, facts)
      const { file } = tables[name].definition
      for (const { line } of hits) {
        const key = `${file}:${line}`
        if (counted.has(key)) continue
        counted.add(key)
        const known = counts.get(key) ?? { file, line, situations: 0 }
        known.situations += 1
        counts.set(key, known)
      }
      return hits
    })
  }
  const rows = (): ReadonlyArray<RowImpact> =>
    [...counts.values()].sort((left, right) =>
      left.file === right.file ? left.line - right.line : left.file < right.file ? -1 : 1,
    )
  return { add, rows }
}

/** How many examples of each field, and names of changed situations, are kept. */
const examplesMax = 3
const namesMax = 20

const countField = (
  fields: Map<string, CountedField>,
  situation: string,
  { after, before, field }: FieldChange,
): void => {
  const known = fields.get(field) ?? { situations: 0, examples: [] }
  known.situations += 1
  if (known.examples.length < examplesMax) known.examples.push({ situation, before, after })
  fields.set(field, known)
}

/**
 * Compares what two sets of tables answer to the same situations: how many change, in which fields,
 * by how much prices move, and which rows counted where something changed. A pure comparison of
 * production's answers; the situations are drawn beforehand, so that both sides see the same.
 */
export const impact = (
  before: Tables,
  after: Tables,
  situations: ReadonlyArray<Situation>,
): Impact => {
  const concludeBefore = prepareConclusions(before)
  const concludeAfter = prepareConclusions(after)
  const rowsBefore = rowCounter(before, prepareQuestions(before))
  const rowsAfter = rowCounter(after, prepareQuestions(after))
  const fields = new Map<string, CountedField>()
  const prices: Array<PriceChange> = []
  const changed: Array<Situation> = []
  for (const situation of situations) {
    const one = concludeBefore(situation)
    const other = concludeAfter(situation)
    if (conclusionText(one) === conclusionText(other)) continue
    const first = outcomeOf(one)
    const second = outcomeOf(other)
    const changes = changesBetween(first, second)
    if (changes.length === 0) continue
    changed.push(situation)
    for (const change of changes) countField(fields, situation.name, change)
    prices.push(...priceChanges(first, second))
    rowsBefore.add(situation)
    rowsAfter.add(situation)
  }
  return {
    situations: situations.length,
    changed: changed.length,
    changedCases: changed.filter(({ origin }) => origin === "case").length,
    firstChanged: changed.slice(0, namesMax).map(({ name }) => name),
    fields: [...fields]
      .map(([field, counted]) => ({ field, ...counted }))
      .sort((left, right) => right.situations - left.situations),
    prices: priceImpacts(prices),
    rows: { before: rowsBefore.rows(), after: rowsAfter.rows() },
  }
}
