import * as Effect from "effect/Effect"
import type { NamedFacts } from "../../../core/analysis/region.ts"
import { factsText } from "../../../core/check/describe-finding.ts"
import { checkTables } from "../../../core/check/check.ts"
import { severityOf } from "../../../core/check/severity.ts"
import { compareDecisions } from "../../../core/difference/difference.ts"
import { decisionMutants, type Mutant, mutantText } from "../../../core/mutation/mutants.ts"
import { portableAnswer } from "../../../core/portable/portable-table.ts"
import { type Decision, loadDecision } from "../../../core/table/decision.ts"
import { percentText, sampleOf } from "../../../rules/impact/mutation-score.ts"
import { print } from "../../terminal/output.ts"
import { slipText } from "./mutate.ts"
import { type FoundPortable, readPortable, readQuestions } from "./imported-table.ts"
import { tableText } from "../../../core/plain-text.ts"

/** What becomes of a slip in an imported table; facts that would notice it, where it survives. */
type SlipVerdict =
  | { readonly by: "loading" | "check" | "questions" | "equivalent" }
  | { readonly by: "nothing"; readonly facts: NamedFacts | null }

interface JudgedSlip {
  readonly mutant: Mutant
  readonly verdict: SlipVerdict
}

/** How much work a proof of equivalence may take, in words of bitsets. */
const equivalenceBudget = 5_000_000

const exact = (_: string, value: unknown): unknown =>
  typeof value === "bigint" ? String(value) : value

const findingsOf = (file: string, decision: Decision, source: string): ReadonlyArray<string> =>
  checkTables(
    {
      definitions: { table: decision.definition },
      sources: new Map([[file, source]]),
      tables: { table: decision },
    },
    { files: [file] },
  ).flatMap((finding) =>
    finding._tag === "Unknown" || severityOf(finding) === "note"
      ? []
      : [`${finding._tag} ${finding.line}`],
  )

/** Prepares the judging of slips: by reading, by the check, by answers, and last by a proof. */
const prepareJudge = (
  { decision, file, source, table }: FoundPortable,
  questions: ReadonlyArray<NamedFacts>,
) => {
  const answer = (asked: Decision, facts: NamedFacts): string =>
    JSON.stringify(portableAnswer(table, asked, facts), exact)
  const expected = questions.map((facts) => answer(decision, facts))
  const known = new Set(findingsOf(file, decision, source))
  return (mutant: Mutant): SlipVerdict => {
    const text = mutantText(source, mutant)
    const { content, errors } = loadDecision(decision.definition, text)
    if (errors.length > 0) return { by: "loading" }
    if (findingsOf(file, content, text).some((one) => !known.has(one))) return { by: "check" }
    if (questions.some((facts, index) => answer(content, facts) !== expected[index])) {
      return { by: "questions" }
    }
    const limits = { regionsMax: 1, budget: equivalenceBudget }
    const { beyond, regions } = compareDecisions(decision, content, () => undefined, limits)
    const [found] = regions
    if (found === undefined && beyond === "nothing") return { by: "equivalent" }
    return { by: "nothing", facts: found?.witness ?? null }
  }
}

const countOf = (judged: ReadonlyArray<JudgedSlip>, by: SlipVerdict["by"]): number =>
  judged.filter(({ verdict }) => verdict.by === by).length

/** The slips that count, those noticed, and their share. */
const scoreOf = (judged: ReadonlyArray<JudgedSlip>) => {
  const counted = judged.length - countOf(judged, "equivalent")
  const noticed = counted - countOf(judged, "nothing")
  return { counted, noticed, percent: percentText(noticed, counted) }
}

const survivorText = (folder: string, mutant: Mutant, facts: NamedFacts | null): string => {
  const wanted =
    facts === null ? "no facts were found that notice it" : `noticed by ${factsText(facts)}`
  return `${slipText(folder, mutant)}\n  ${wanted}`
}

/** Puts small slips into an imported table, and tells which nothing notices, with facts that would. */
export const mutatePortable = Effect.fnUntraced(function* (given: {
  readonly path: string
  readonly questions: string | undefined
  readonly count: number | undefined
  readonly seed: number
  readonly list: number
  readonly json: boolean
}) {
  const found = yield* readPortable(given.path)
  const questions =
    given.questions === undefined ? [] : yield* readQuestions(found, given.questions)
  const all = decisionMutants(found.decision, found.source)
  const judge = prepareJudge(found, questions)
  const drawn = sampleOf(all, given.count ?? all.length, given.seed)
  // Each slip in a turn of its own: a long run can be ended between two.
  const judged = yield* Effect.forEach(drawn, (mutant) =>
    Effect.map(Effect.yieldNow, (): JudgedSlip => ({ mutant, verdict: judge(mutant) })),
  )
  const survivors = judged.flatMap(({ mutant, verdict }) =>
    verdict.by === "nothing" ? [{ mutant, facts: verdict.facts }] : [],
  )
  const { counted, noticed, percent } = scoreOf(judged)
  const by = {
    equivalent: countOf(judged, "equivalent"),
    loading: countOf(judged, "loading"),
    check: countOf(judged, "check"),
    questions: countOf(judged, "questions"),
  }
  const listed = survivors.map(({ facts, mutant }) => {
    const { edits: _, ...slip } = mutant
    return { ...slip, facts }
  })
  const told = {
    file: found.file,
    asked: questions.length,
    all: all.length,
    tried: judged.length,
    equivalent: by.equivalent,
    noticed: { loading: by.loading, check: by.check, questions: by.questions },
    score: percent,
    survivors: listed,
  }
  const shown = survivors.slice(0, given.list)
  const rest = survivors.length - shown.length
  yield* print(given.json, told, () =>
    [
      `Slips are noticed by loading the table, by a new error or warning of the check, or by another answer to one of the questions, of which there are ${questions.length}.`,
      tableText(
        [
          "table",
          "slips",
          "equivalent",
          "by loading",
          "by check",
          "by questions",
          "survive",
          "score %",
        ],
        [
          [
            found.file,
            judged.length < all.length ? `${judged.length} of ${all.length}` : all.length,
            ...Object.values(by),
            survivors.length,
            percent,
          ],
        ],
      ),
      ...shown.map(({ facts, mutant }) => survivorText(found.folder, mutant, facts)),
      ...(rest > 0 && given.list > 0
        ? [`and ${rest} more; --list ${survivors.length} shows them`]
        : []),
    ].join("\n\n"),
  )
  return { file: found.file, counted, noticed, percent }
})
