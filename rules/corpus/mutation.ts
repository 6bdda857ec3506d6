import { checkTables } from "../../core/analysis/check.ts"
import { describeFinding } from "../../core/analysis/describe-finding.ts"
import { compareDecisions } from "../../core/analysis/difference.ts"
import type { Finding } from "../../core/analysis/finding.ts"
import { type Mutant, mutantText } from "../../core/analysis/mutants.ts"
import type { NamedFacts } from "../../core/analysis/region.ts"
import { prepareReload } from "../../core/analysis/reload.ts"
import { severityOf } from "../../core/analysis/severity.ts"
import type { WordsOf } from "../../core/analysis/space.ts"
import type { Decision } from "../../core/table/decision.ts"
import { describeTableError } from "../../core/table/error.ts"
import type { AnyDefinition } from "../../core/table/load.ts"
import { definitions, type Tables } from "../tables/index.ts"
import { wordsOfSources } from "../tables/words.ts"
import { answerTexts, type AskedFacts, collectAskedFacts } from "./asked-facts.ts"
import { type AnswerText, prepareAnswersWith } from "./mutated-answers.ts"
import type { Situation } from "./situation.ts"
import type { AskedTable } from "./watched-tables.ts"

/** Facts for which a slip changes the answer of its table, and the lines that answer before and after. */
export interface MutationWitness {
  readonly facts: NamedFacts
  readonly before: ReadonlyArray<number>
  readonly after: ReadonlyArray<number>
}

/**
 * What becomes of a slip: noticed when the tables are loaded, by a finding of the check, or by a
 * case whose answer changes; equivalent where the table is proven to say the same; else it survives,
 * with facts of a case that would notice it where there are some.
 */
export type Verdict =
  | {
      readonly _tag: "Noticed"
      readonly by: "loading" | "check" | "cases"
      /** The mistake, the finding or the case. */
      readonly how: string
    }
  | { readonly _tag: "Equivalent" }
  | { readonly _tag: "Survived"; readonly witness: MutationWitness | null }

/** Tables with their texts, and the cases whose answers are expected to stay as they are. */
export interface MutationGround {
  readonly tables: Tables
  readonly sources: ReadonlyMap<string, string>
  readonly cases: ReadonlyArray<Situation>
}

type Judge = (mutant: Mutant) => Verdict

/** How much work a proof of equivalence may take, in words of bitsets. */
const equivalenceBudget = 5_000_000

/** Everything that judging shares. */
interface Work extends MutationGround {
  readonly reload: ReturnType<typeof prepareReload>
  readonly wordsOf: WordsOf
  readonly answersWith: ReturnType<typeof prepareAnswersWith>
  readonly asked: ReadonlyMap<AskedTable, ReadonlyArray<AskedFacts>>
}

/** A table of the ground under the name by which rules read it. */
interface Subject {
  readonly name: string
  readonly definition: AnyDefinition
  readonly source: string
}

const withTable = (tables: Tables, name: string, content: unknown): Tables => ({
  ...tables,
  [name]: content,
})

/** Findings of weight in one file; the same ones have the same text. */
const findingsIn = (
  { sources, tables }: Pick<Work, "sources" | "tables">,
  file: string,
): ReadonlyArray<Finding> =>
  checkTables({ definitions, sources, tables }, { files: [file] }).filter(
    (finding) => severityOf(finding) !== "note",
  )

const nameOf = ({ _tag, line }: Finding): string => `${_tag} ${line}`

/** Finds out by the check: the first finding of weight that the table does not have as it is. */
const byCheck = (work: Work, { definition, name, source }: Subject) => {
  const { file } = definition
  const known = new Set(findingsIn(work, file).map(nameOf))
  return (mutant: Mutant, content: unknown): Finding | undefined => {
    const tables = withTable(work.tables, name, content)
    const sources = new Map([...work.sources, [file, mutantText(source, mutant)]])
    return findingsIn({ sources, tables }, file).find((finding) => !known.has(nameOf(finding)))
  }
}

/** Finds out by the cases: the first of some cases whose answer changes. */
const byCases = ({ answersWith, cases, tables }: Work, { definition, name }: Subject) => {
  const answers = answersWith(definition.file, definition._tag === "DecisionDefinition")
  const expected = answers(tables)
  const texts = new Map<Situation, string>()
  const expectedOf = (situation: Situation): string => {
    const known = texts.get(situation) ?? expected(situation)
    texts.set(situation, known)
    return known
  }
  return (content: unknown, places: Iterable<number>): Situation | undefined => {
    const answer: AnswerText = answers(withTable(tables, name, content))
    for (const place of places) {
      const situation = cases[place]
      if (situation !== undefined && answer(situation) !== expectedOf(situation)) return situation
    }
    return undefined
  }
}

/** The places of the cases that ask a decision table something that it answers differently. */
const affectedCases = (asked: ReadonlyArray<AskedFacts>, before: Decision) => {
  const answerBefore = answerTexts(before)
  const expected = asked.map(({ facts }) => answerBefore(facts))
  return (after: Decision): ReadonlySet<number> => {
    const answerAfter = answerTexts(after)
    const places = asked.flatMap(({ facts, situations }, index) =>
      answerAfter(facts) === expected[index] ? [] : situations,
    )
    return new Set(places)
  }
}

/** Facts for which two versions of a table differ; null where they are proven to say the same. */
const witnessBetween = (
  { wordsOf }: Work,
  before: Decision,
  after: Decision,
): MutationWitness | null | undefined => {
  const limits = { regionsMax: 1, budget: equivalenceBudget }
  const { beyond, regions } = compareDecisions(before, after, wordsOf, limits)
  const [found] = regions
  if (found === undefined) return beyond === "nothing" ? null : undefined
  const linesOf = ({ rows }: Decision, places: ReadonlyArray<number>) =>
    places.map((place) => rows[place]?.line ?? 0)
  return {
    facts: found.witness,
    before: linesOf(before, found.before),
    after: linesOf(after, found.after),
  }
}

const decisionJudge = (work: Work, subject: Subject): Judge => {
  const { definition, name, source } = subject
  const before = new Map(Object.entries(work.tables)).get(name) as unknown as Decision
  const affected = affectedCases(work.asked.get(name as AskedTable) ?? [], before)
  const caseThatNotices = byCases(work, subject)
  const findingThatNotices = byCheck(work, subject)
  return (mutant) => {
    const { content, errors } = work.reload(definition, mutantText(source, mutant))
    const [error] = errors
    if (error !== undefined) {
      return { _tag: "Noticed", by: "loading", how: describeTableError(error) }
    }
    const after = content as Decision
    const places = affected(after)
    const noticed = places.size === 0 ? undefined : caseThatNotices(content, places)
    if (noticed !== undefined) return { _tag: "Noticed", by: "cases", how: noticed.name }
    const witness = witnessBetween(work, before, after)
    if (witness === null) return { _tag: "Equivalent" }
    const finding = findingThatNotices(mutant, content)
    if (finding !== undefined) {
      return { _tag: "Noticed", by: "check", how: describeFinding(finding) }
    }
    return { _tag: "Survived", witness: witness ?? null }
  }
}

const plainJudge = (work: Work, subject: Subject): Judge => {
  const { definition, source } = subject
  const caseThatNotices = byCases(work, subject)
  const findingThatNotices = byCheck(work, subject)
  return (mutant) => {
    const { content, errors } = work.reload(definition, mutantText(source, mutant))
    const [error] = errors
    if (error !== undefined) {
      return { _tag: "Noticed", by: "loading", how: describeTableError(error) }
    }
    const noticed = caseThatNotices(content, work.cases.keys())
    if (noticed !== undefined) return { _tag: "Noticed", by: "cases", how: noticed.name }
    const finding = findingThatNotices(mutant, content)
    return finding === undefined
      ? { _tag: "Survived", witness: null }
      : { _tag: "Noticed", by: "check", how: describeFinding(finding) }
  }
}

/**
 * Prepares the judging of slips in single tables. The cases' answers as the tables give them are the
 * expectation; a test holds them to the accepted ones. Undefined for a file that no table reads.
 */
export const prepareMutation = (ground: MutationGround): ((file: string) => Judge | undefined) => {
  const { cases, sources, tables } = ground
  const all: ReadonlyArray<AnyDefinition> = Object.values(definitions)
  const work: Work = {
    ...ground,
    reload: prepareReload(all, sources),
    wordsOf: wordsOfSources(all, sources),
    answersWith: prepareAnswersWith(tables),
    asked: collectAskedFacts(tables, cases),
  }
  return (file) => {
    for (const [name, definition] of Object.entries<AnyDefinition>(definitions)) {
      if (definition.file !== file) continue
      const subject: Subject = { name, definition, source: sources.get(file) ?? "" }
      return definition._tag === "DecisionDefinition"
        ? decisionJudge(work, subject)
        : plainJudge(work, subject)
    }
    return undefined
  }
}
