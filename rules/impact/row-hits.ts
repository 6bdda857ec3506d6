import type { Situation } from "../corpus/situation.ts"
import type { Tables } from "../tables/index.ts"
import { prepareCitations } from "./coverage.ts"
import { prepareQuestions } from "./questions.ts"
import { answerOf, watchedIn } from "./watched-tables.ts"

/** How often a row answers: own cases and situations of the corpus that it counts in. */
export interface RowHits {
  readonly line: number
  readonly cases: number
  readonly corpus: number
}

/** What rows are counted in. */
interface HitsAsked {
  readonly situations: ReadonlyArray<Situation>
  /** The lines that answer to each of the cases of the table. */
  readonly asked?: ReadonlyArray<ReadonlyArray<number>>
}

/**
 * The rows of a table that count in some situation, with how many own cases and how many situations of the
 * corpus they count in: of a decision table the rows that answer, of another those that explanations cite.
 */
export const rowHits = (
  tables: Tables,
  file: string,
  { asked = [], situations }: HitsAsked,
): ReadonlyArray<RowHits> => {
  const linesOf = prepareLines(tables, file)
  const hits = new Map<number, { cases: number; corpus: number }>()
  const count = (lines: Iterable<number>, of: "cases" | "corpus"): void => {
    for (const line of lines) {
      const known = hits.get(line) ?? { cases: 0, corpus: 0 }
      known[of] += 1
      hits.set(line, known)
    }
  }
  for (const situation of situations) {
    count(linesOf(situation), situation.origin === "case" ? "cases" : "corpus")
  }
  for (const lines of asked) count(lines, "cases")
  return [...hits].map(([line, counts]) => ({ line, ...counts }))
}

/** The lines of a table that count in a situation, each once. */
const prepareLines = (
  tables: Tables,
  file: string,
): ((situation: Situation) => ReadonlySet<number>) => {
  const wanted = watchedIn(tables).find((name) => tables[name].definition.file === file)
  if (wanted === undefined) {
    const citationsOf = prepareCitations(tables)
    return (situation) =>
      new Set(citationsOf(situation).flatMap((cited) => (cited.file === file ? [cited.line] : [])))
  }
  const askAbout = prepareQuestions(tables)
  return (situation) => {
    const lines = new Set<number>()
    askAbout(situation, (name, facts) => {
      const rows = answerOf(tables, name, facts)
      if (name === wanted) for (const { line } of rows) lines.add(line)
      return rows
    })
    return lines
  }
}
