import type { Situation } from "../corpus/situation.ts"
import type { Tables } from "../tables/index.ts"
import { type ArgumentImpact, argumentImpacts } from "./argument-tally.ts"
import type { FieldChange } from "./differences.ts"
import { type ImpactTally, prepareTally } from "./impact-tally.ts"
import {
  type FirstPlaceImpact,
  firstPlaceImpacts,
  type OfferImpact,
  offerImpacts,
  type PriceImpact,
  priceImpacts,
  type QuoteImpact,
  quoteImpacts,
} from "./price-impact.ts"
import { type AskAbout, prepareQuestions } from "./questions.ts"
import { allAnswers, type TouchedAnswers } from "./touched-answers.ts"
import { answerOf } from "./watched-tables.ts"

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
  /** Quotes by catalogue, offers that change, and offers that gain or lose the first place. */
  readonly quotes: ReadonlyArray<QuoteImpact>
  readonly offers: ReadonlyArray<OfferImpact>
  readonly firstPlaces: ReadonlyArray<FirstPlaceImpact>
  /** Arguments that bilans gain or lose. */
  readonly arguments: ReadonlyArray<ArgumentImpact>
  /** Rows that counted in the first of the changed situations, by the tables before and by those after. */
  readonly rows: {
    readonly of: number
    readonly before: ReadonlyArray<RowImpact>
    readonly after: ReadonlyArray<RowImpact>
  }
}

/** Counts in how many situations each row of the decision tables counted. */
const countRows = (
  tables: Tables,
  situations: ReadonlyArray<Situation>,
): ReadonlyArray<RowImpact> => {
  if (situations.length === 0) return []
  const questions: AskAbout = prepareQuestions(tables)
  const counts = new Map<string, { file: string; line: number; situations: number }>()
  for (const situation of situations) {
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
  return [...counts.values()].sort((left, right) =>
    left.file === right.file ? left.line - right.line : left.file < right.file ? -1 : 1,
  )
}

/** How many names of changed situations are kept, and in how many of these rows are looked for. */
const namesMax = 20
const rowSituationsMax = 100

/** Two versions of the tables, and the situations that both are asked. */
export interface ImpactQuestion {
  readonly before: Tables
  readonly after: Tables
  readonly corpus: ReadonlyArray<Situation>
}

const fieldImpacts = (
  { fields }: ImpactTally,
  nameAt: (place: number) => string,
): ReadonlyArray<FieldImpact> =>
  [...fields]
    .map(([field, tally]) => ({ field, ...tally, first: tally.examples[0]?.place ?? 0 }))
    .sort(
      (left, right) =>
        right.situations - left.situations || left.first - right.first || left.rank - right.rank,
    )
    .map(({ examples, field, situations }) => ({
      field,
      situations,
      examples: examples.map(({ after, before, place }) => ({
        situation: nameAt(place),
        before,
        after,
      })),
    }))

/** Reads the counts of a whole corpus, wherever they were made. */
export const impactOf = ({ after, before, corpus }: ImpactQuestion, tally: ImpactTally): Impact => {
  const changed = tally.changed.toSorted((left, right) => left - right)
  const situations = changed.flatMap((place) => corpus[place] ?? [])
  const looked = situations.slice(0, rowSituationsMax)
  return {
    situations: corpus.length,
    changed: changed.length,
    changedCases: situations.filter(({ origin }) => origin === "case").length,
    firstChanged: situations.slice(0, namesMax).map(({ name }) => name),
    fields: fieldImpacts(tally, (place) => corpus[place]?.name ?? ""),
    prices: priceImpacts(tally.prices),
    quotes: quoteImpacts(tally.prices),
    offers: offerImpacts(tally.prices),
    firstPlaces: firstPlaceImpacts(tally.prices),
    arguments: argumentImpacts(tally.arguments),
    rows: {
      of: looked.length,
      before: countRows(before, looked),
      after: countRows(after, looked),
    },
  }
}

/**
 * Compares what two sets of tables answer to the same situations: how many change, in which fields,
 * by how much prices move, and which rows counted where something changed. A pure comparison of
 * production's answers; the situations are drawn beforehand, so that both sides see the same.
 */
export const impact = (
  before: Tables,
  after: Tables,
  corpus: ReadonlyArray<Situation>,
  touched: TouchedAnswers = allAnswers,
): Impact => {
  const { count, tally } = prepareTally(before, after, touched)
  for (const [place, situation] of corpus.entries()) count(situation, place)
  return impactOf({ before, after, corpus }, tally)
}
