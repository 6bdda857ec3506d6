import type { NamedFacts } from "../../core/analysis/region.ts"
import { type Mutant, mutantText } from "../../core/mutation/mutants.ts"
import { portableAnswer, type PortableTable } from "../../core/portable/portable-table.ts"
import { type Decision, loadDecision } from "../../core/table/decision.ts"
import { prepareNewFinding, witnessBetween } from "./mutation.ts"
import { percentText } from "./mutation-score.ts"

/** An imported table as it stands. */
export interface QuestionedTable {
  readonly table: PortableTable
  readonly file: string
  readonly source: string
  readonly decision: Decision
}

/** What becomes of a slip in an imported table; facts that would notice it, where it survives. */
export type SlipVerdict =
  | { readonly by: "loading" | "check" | "questions" | "equivalent" }
  | { readonly by: "nothing"; readonly facts: NamedFacts | null }

/** A slip in an imported table, and what became of it. */
export interface JudgedSlip {
  readonly mutant: Mutant
  readonly verdict: SlipVerdict
}

/** Prepares the judging of slips: by reading, by the check, by answers, and last by a proof. */
export const prepareSlipJudge = (
  { decision, file, source, table }: QuestionedTable,
  questions: ReadonlyArray<NamedFacts>,
): ((mutant: Mutant) => SlipVerdict) => {
  const answer = (asked: Decision, facts: NamedFacts): string =>
    JSON.stringify(portableAnswer(table, asked, facts), exact)
  const checked = (content: Decision, text: string) => ({
    definitions: { table: content.definition },
    sources: new Map([[file, text]]),
    tables: { table: content },
  })
  const expected = questions.map((facts) => answer(decision, facts))
  const newFinding = prepareNewFinding(checked(decision, source), file)
  return (mutant) => {
    const text = mutantText(source, mutant)
    const { content, errors } = loadDecision(decision.definition, text)
    if (errors.length > 0) return { by: "loading" }
    if (newFinding(checked(content, text)) !== undefined) return { by: "check" }
    if (questions.some((facts, index) => answer(content, facts) !== expected[index])) {
      return { by: "questions" }
    }
    const witness = witnessBetween({ wordsOf: () => undefined }, decision, content)
    return witness === null
      ? { by: "equivalent" }
      : { by: "nothing", facts: witness?.facts ?? null }
  }
}

const exact = (_: string, value: unknown): unknown =>
  typeof value === "bigint" ? String(value) : value

/** What noticed judged slips, those that survive, and the share noticed of those that count. */
export const scoreSlips = (judged: ReadonlyArray<JudgedSlip>) => {
  const countOf = (by: SlipVerdict["by"]): number =>
    judged.filter(({ verdict }) => verdict.by === by).length
  const by = {
    equivalent: countOf("equivalent"),
    loading: countOf("loading"),
    check: countOf("check"),
    questions: countOf("questions"),
  }
  const survivors = judged.flatMap(({ mutant, verdict }) =>
    verdict.by === "nothing" ? [{ mutant, facts: verdict.facts }] : [],
  )
  const counted = judged.length - by.equivalent
  const noticed = counted - survivors.length
  return { by, survivors, counted, noticed, percent: percentText(noticed, counted) }
}
