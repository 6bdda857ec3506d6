import { prepareArgumentGuards } from "../coach/arguments/argument-guards.ts"
import { identity } from "effect/Function"
import * as Result from "effect/Result"
import { outcomeKey } from "../../core/analysis/outcome-key.ts"
import type { NamedFacts } from "../../core/analysis/region.ts"
import type { WordsOf } from "../../core/analysis/space.ts"
import { checkTables } from "../../core/check/check.ts"
import type { Finding } from "../../core/check/finding.ts"
import { severityOf } from "../../core/check/severity.ts"
import { compareDecisions } from "../../core/difference/decision-difference.ts"
import { type Mutant, mutantText } from "../../core/mutation/mutants.ts"
import { prepareReload } from "../../core/mutation/reload-table.ts"
import { caseFileOf } from "../../core/table/case-table.ts"
import type { Decision } from "../../core/table/decision.ts"
import { describeTableError } from "../../core/table/error.ts"
import type { AnyDefinition } from "../../core/table/load.ts"
import { prepareArguments, prepareSelling } from "../coach/arguments/arguments.ts"
import { prepareHeadline } from "../coach/arguments/headline.ts"
import { prepareSharesOfCards, prepareSocial } from "../coach/arguments/social.ts"
import { prepareBilan } from "../coach/bilan.ts"
import { prepareCoachPieces } from "../coach/coach-pieces.ts"
import { prepareCardReadings, prepareConditions, prepareGaps } from "../coach/covers/gaps.ts"
import { prepareDemands } from "../coach/formalities.ts"
import type { Situation } from "../corpus/situation.ts"
import {
  conclusionText,
  corpusContext,
  prepareConclusions,
  prepareQuoteAnswers,
} from "./situation-answers.ts"
import { prepareQuestions } from "./questions.ts"
import type { BilanOrQuote } from "./request-kind.ts"
import { answerOf, type AnyFacts, type WatchedTable } from "./watched-tables.ts"
import { prepareEligibility } from "../pricing/selection.ts"
import type { PricingEngine } from "../pricing/engine.ts"
import { prepareLive } from "../pricing/live.ts"
import { prepareSandbox } from "../pricing/sandbox.ts"
import { definitionsIn, type Tables } from "../tables/index.ts"
import { wordsOfSources } from "../tables/compare-versions.ts"
import { decidingColumns } from "../../core/table/definition.ts"
import { describeFinding } from "../../core/check/tell/english.ts"

/**
 * What becomes of a slip: noticed when the tables are loaded, by a finding of the check, or by a
 * case whose answer changes; equivalent where the table is proven to say the same; else it survives,
 * with facts of a case that would notice it where there are some.
 */
export type MutantVerdict =
  | {
      readonly _tag: "Noticed"
      readonly by: "loading" | "check" | "cases"
      /** The mistake, the finding or the case. */
      readonly how: string
    }
  | { readonly _tag: "Equivalent" }
  | {
      readonly _tag: "Survived"
      readonly witness: MutationWitness | null
      /** The first of the generated situations whose answer changes; none where no answer does. */
      readonly generated: ReadonlyArray<Situation>
    }

/** Says what becomes of a slip. */
export type JudgeMutant = (mutant: Mutant) => MutantVerdict

/**
 * Prepares the judging of slips in single tables. The cases' answers as the tables give them are the
 * expectation; a test holds them to the accepted ones. Undefined for a file that no table reads.
 */
export const prepareMutation = (
  ground: MutationGround,
): ((file: string) => JudgeMutant | undefined) => {
  const { cases, generated, sources, tables } = ground
  const declared = Object.entries<AnyDefinition>(definitionsIn(sources))
  const all = declared.map(([, definition]) => definition)
  const work: JudgingWork = {
    ...ground,
    reload: prepareReload(all, sources),
    wordsOf: wordsOfSources(all, sources),
    answersWith: prepareAnswersWith(tables),
    askedByCases: collectAskedFacts(tables, cases),
    askedByGenerated: collectAskedFacts(tables, generated),
  }
  return (file) => {
    const found = declared.find(([, one]) => one.file === file)
    if (found === undefined) return undefined
    const [name, definition] = found
    return judgeOf(work, { name, definition, source: sources.get(file) ?? "" })
  }
}

/** Everything that some situations ask the decision tables, each question once. */
export const collectAskedFacts = (
  tables: Tables,
  situations: ReadonlyArray<BilanOrQuote>,
): ReadonlyMap<WatchedTable, ReadonlyArray<SituationFacts>> => {
  const askAbout = prepareQuestions(tables)
  const asked = new Map<WatchedTable, Map<string, { facts: AnyFacts; situations: Set<number> }>>()
  for (const [index, situation] of situations.entries()) {
    askAbout(situation, (name, facts) => {
      const ofTable =
        asked.get(name) ?? new Map<string, { facts: AnyFacts; situations: Set<number> }>()
      asked.set(name, ofTable)
      const key = JSON.stringify(facts)
      const known = ofTable.get(key) ?? { facts, situations: new Set<number>() }
      ofTable.set(key, known)
      known.situations.add(index)
      return answerOf(tables, name, facts)
    })
  }
  return new Map(
    [...asked].map(([name, ofTable]) => [
      name,
      [...ofTable.values()].map((one) => ({ facts: one.facts, situations: [...one.situations] })),
    ]),
  )
}

/** Facts for which a slip changes the answer of its table, and the lines that answer before and after. */
interface MutationWitness {
  readonly facts: NamedFacts
  readonly before: ReadonlyArray<number>
  readonly after: ReadonlyArray<number>
}

/** Tables with their texts, and the situations that slips are tried on. */
interface MutationGround {
  readonly tables: Tables
  readonly sources: ReadonlyMap<string, string>
  /** The analysts' cases, whose answers are expected to stay as they are. */
  readonly cases: ReadonlyArray<Situation>
  /** Further situations: they notice nothing, but tell which surviving slips change some answer. */
  readonly generated: ReadonlyArray<Situation>
}

/** Everything that judging shares. */
interface JudgingWork extends MutationGround {
  readonly reload: ReturnType<typeof prepareReload>
  readonly wordsOf: WordsOf
  readonly answersWith: ReturnType<typeof prepareAnswersWith>
  readonly askedByCases: FactsByTable
  readonly askedByGenerated: FactsByTable
}

/**
 * Prepares the answers that depend on one table: prices for those of a catalogue and of
 * printed guarantees, bilans for the decision tables of the Coach, everything for all others. What does not depend on it is prepared once.
 */
const prepareAnswersWith = (tables: Tables): ((file: string, decides: boolean) => AnswersWith) => {
  const bilans = prepareDecidedBilans(tables)
  const sandboxPrices = prepareSandboxPrices(tables)
  const livePrices = prepareLivePrices(tables)
  return (file, decides) => {
    if (file.startsWith("sandbox/")) return sandboxPrices
    if (file.startsWith("catalogue/") || file.startsWith("printed/")) return livePrices
    return decides && file.startsWith("coach/") ? bilans : conclusions
  }
}

/** The answer of a table's reader, over tables in which that one alone is another. */
type AnswersWith = (tables: Tables) => AnswerText

/** What a situation comes to, as a text that is the same for the same answers. */
type AnswerText = (situation: Situation) => string

/** Bilans, of which only what decision tables decide is prepared anew. */
const prepareDecidedBilans = (tables: Tables): AnswersWith => {
  const pieces = prepareCoachPieces(tables, prepareArgumentGuards)
  const { benchmarkIn, catalogue, markets } = pieces
  const shares = prepareSharesOfCards(tables, catalogue, markets, benchmarkIn)
  return (others) => {
    const gaps = prepareGaps(others, pieces.terms, benchmarkIn)
    const { make } = prepareBilan({
      ...pieces,
      tables: others,
      gaps,
      readCard: prepareCardReadings(gaps, prepareConditions(gaps, pieces.terms)),
      demandsOf: prepareDemands(others),
      arguments: prepareArguments(others, prepareArgumentGuards),
      headline: prepareHeadline(others),
      social: prepareSocial(others, shares),
      selling: prepareSelling(others),
    })
    return ({ bilan }) => textOf(make(bilan, corpusContext))
  }
}

const textOf = <Answer, Refusal>(answer: Result.Result<Answer, Refusal>): string =>
  JSON.stringify(Result.isSuccess(answer) ? answer.success : answer.failure)

/** Prices from one catalogue, over tables in which others read the trips as before. */
const preparePrices =
  (prepare: (tables: Tables) => Pick<PricingEngine, "price">) =>
  (tables: Tables): AnswersWith =>
  (others) => {
    const answer = prepareQuoteAnswers(tables, prepare(others))
    return (situation) => textOf(answer(situation))
  }

const prepareSandboxPrices = preparePrices(prepareSandbox)

const prepareLivePrices = preparePrices(prepareLive)

const conclusions: AnswersWith = (tables) => {
  const conclude = prepareConclusions(tables)
  return (situation) => conclusionText(conclude(situation))
}

type FactsByTable = ReadonlyMap<WatchedTable, ReadonlyArray<SituationFacts>>

/** Facts that situations ask a decision table with, and the situations that do, by their places. */
interface SituationFacts {
  readonly facts: AnyFacts
  readonly situations: ReadonlyArray<number>
}

const judgeOf = (work: JudgingWork, subject: MutatedTable): JudgeMutant => {
  const { definition, name, source } = subject
  const before =
    definition._tag === "DecisionDefinition"
      ? (new Map(Object.entries(work.tables)).get(name) as unknown as Decision)
      : undefined
  const lookWith =
    before === undefined ? lookingInPlain(work, subject) : lookingInDecision(work, subject, before)
  const findingThatNotices = byCheck(work, subject)
  return (mutant) => {
    const { content, errors } = work.reload(definition, mutantText(source, mutant))
    const [error] = errors
    if (error !== undefined) {
      return { _tag: "Noticed", by: "loading", how: describeTableError(error) }
    }
    const looking = lookWith(content)
    const noticed = looking.inCases()
    if (noticed !== undefined) return { _tag: "Noticed", by: "cases", how: noticed.name }
    const witness =
      before === undefined ? undefined : witnessBetween(work, before, content as Decision)
    if (witness === null) return { _tag: "Equivalent" }
    const finding = findingThatNotices(mutant, content)
    if (finding !== undefined) {
      return { _tag: "Noticed", by: "check", how: describeFinding(finding) }
    }
    const generated = looking.inGenerated()
    return { _tag: "Survived", witness: witness ?? null, generated }
  }
}

/** A table of the ground under the name by which rules read it. */
interface MutatedTable {
  readonly name: string
  readonly definition: AnyDefinition
  readonly source: string
}

const lookingInPlain = (work: JudgingWork, subject: MutatedTable): LookWith => {
  const searchWith = byAnswers(work, subject)
  const tried = work.generated.slice(0, triesMax)
  return (content) => {
    const search = searchWith(content)
    return {
      inCases: () => search(work.cases, work.cases.keys(), 1)[0],
      inGenerated: () => search(tried, tried.keys(), generatedMax),
    }
  }
}

/** Prepares the looking for each slip, from what its table then holds. */
type LookWith = (content: unknown) => Looking

/** Looks for situations of both kinds whose answers change with one slip. */
interface Looking {
  readonly inCases: () => Situation | undefined
  readonly inGenerated: () => ReadonlyArray<Situation>
}

/** Finds situations whose answer changes with a slip, among those at some places, up to a number. */
const byAnswers = ({ answersWith, tables }: JudgingWork, { definition, name }: MutatedTable) => {
  const answers = answersWith(definition.file, definition._tag === "DecisionDefinition")
  const expected = answers(tables)
  const texts = new Map<Situation, string>()
  const expectedOf = (situation: Situation): string => {
    const known = texts.get(situation) ?? expected(situation)
    texts.set(situation, known)
    return known
  }
  return (content: unknown) => {
    let prepared: AnswerText | undefined
    const answer: AnswerText = (situation) => {
      prepared ??= answers(withTable(tables, name, content))
      return prepared(situation)
    }
    return (
      situations: ReadonlyArray<Situation>,
      places: Iterable<number>,
      most: number,
    ): ReadonlyArray<Situation> => {
      const found: Array<Situation> = []
      for (const place of places) {
        const situation = situations[place]
        if (situation === undefined || answer(situation) === expectedOf(situation)) continue
        found.push(situation)
        if (found.length === most) break
      }
      return found
    }
  }
}

const withTable = (tables: Tables, name: string, content: unknown): Tables => ({
  ...tables,
  [name]: content,
})

/** How often a plain table's surviving slip is tried on generated situations. */
const triesMax = 400

/** Generated situations that are kept of each survivor. */
const generatedMax = 8

const lookingInDecision = (
  work: JudgingWork,
  subject: MutatedTable,
  before: Decision,
): LookWith => {
  const name = subject.name as WatchedTable
  const searchWith = byAnswers(work, subject)
  const relaxable = relaxableOf(work.tables, name)
  const casesAt = affectedPlaces(work.askedByCases.get(name) ?? [], before, relaxable)
  const generatedAt = affectedPlaces(work.askedByGenerated.get(name) ?? [], before, relaxable)
  return (content) => {
    const search = searchWith(content)
    return {
      inCases: () => search(work.cases, casesAt(content as Decision), 1)[0],
      inGenerated: () => search(work.generated, generatedAt(content as Decision), generatedMax),
    }
  }
}

/** The conditions of a table that near misses may miss; none where nobody asks for near misses. */
const relaxableOf = (tables: Tables, name: WatchedTable): ReadonlyArray<string> => {
  switch (name) {
    case "sandboxEligibility":
      return tables.sandboxRelaxable.rows.map(({ condition }) => condition)
    case "catalogueEligibility":
      return tables.catalogueRelaxable.rows.map(({ condition }) => condition)
    default:
      return []
  }
}

/** The places of the situations that ask a decision table what it answers differently. */
const affectedPlaces = (
  asked: ReadonlyArray<SituationFacts>,
  before: Decision,
  relaxable: ReadonlyArray<string>,
) => {
  const answerBefore = answerTexts(before, relaxable)
  const expected = asked.map(({ facts }) => answerBefore(facts))
  return (after: Decision): ReadonlySet<number> => {
    const answerAfter = answerTexts(after, relaxable)
    const places = asked.flatMap(({ facts, situations }, index) =>
      answerAfter(facts) === expected[index] ? [] : situations,
    )
    return new Set(places)
  }
}

/**
 * What a table answers to facts, as a text that is the same for the same outcomes; the rows that one
 * of the relaxable conditions keeps apart from the facts are part of it.
 */
const answerTexts = (
  decision: Decision,
  relaxable: ReadonlyArray<string>,
): ((facts: AnyFacts) => string) => {
  const eligible = prepareEligibility<AnyFacts, Decision["rows"][number]>(
    decision,
    relaxable,
    identity,
  )
  const columns = decidingColumns(decision.definition.outputs)
  const keys = new Map<number, string>()
  const keyOf = (row: Decision["rows"][number]): string => {
    const known = keys.get(row.line) ?? outcomeKey(columns, row)
    keys.set(row.line, known)
    return known
  }
  return (facts) => {
    const hits = decision.evaluate(facts)
    const missed = relaxable.length === 0 ? [] : eligible(facts).nearMisses
    return [hits.length, ...hits.map(keyOf), ...missed.map(({ row }) => keyOf(row))].join("\n")
  }
}

/** Finds out by the check: the first finding of weight that the table does not have as it is. */
const byCheck = (work: JudgingWork, { definition, name, source }: MutatedTable) => {
  const { file } = definition
  const definitions = definitionsIn(work.sources)
  const noticed = prepareNewFinding({ ...work, definitions }, file)
  return (mutant: Mutant, content: unknown): Finding | undefined => {
    const tables = withTable(work.tables, name, content)
    const sources = new Map([...work.sources, [file, mutantText(source, mutant)]])
    return noticed({ definitions, sources, tables })
  }
}

type CheckedTables = Parameters<typeof checkTables>[0]

/** Prepares the finding of weight in a file that tables have after a change and had not before. */
export const prepareNewFinding = (before: CheckedTables, file: string) => {
  const known = new Set(findingsIn(before, file).map(nameOf))
  return (after: CheckedTables): Finding | undefined =>
    findingsIn(after, file).find((finding) => !known.has(nameOf(finding)))
}

/** Findings of weight in one file and in its cases; what is unknown has found nothing. */
const findingsIn = (tables: CheckedTables, file: string): ReadonlyArray<Finding> =>
  checkTables(tables, { files: [file, caseFileOf(file)] }).filter(
    (finding) => finding._tag !== "Unknown" && severityOf(finding) !== "note",
  )

const nameOf = ({ _tag, file, line }: Finding): string => `${_tag} ${file} ${line}`

/** Facts for which two versions of a table differ; null where they are proven to say the same. */
export const witnessBetween = (
  { wordsOf }: Pick<JudgingWork, "wordsOf">,
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

/** How much work a proof of equivalence may take, in words of bitsets. */
const equivalenceBudget = 5_000_000
